/** Tests the names of event types. */
import { expect, it } from 'vitest'
import { eventTypeLabel } from '#contract/audit/event-type-label.ts'
import { eventSchemas } from '#contract/events.ts'
import { eventTypeName } from './event-type-names.ts'

it.each(Object.keys(eventSchemas))('names %s as the server does', (type) => {
  expect(eventTypeName(type)).toBe(eventTypeLabel(type))
})

it('names a type of another version', () => {
  expect(eventTypeName('SatelliteLaunched')).toBe('Satellite launched')
})
