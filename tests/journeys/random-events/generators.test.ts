/** Tests that random histories cover every event type with valid events. */
import { expect, it } from 'vitest'
import { type EventType, eventSchemas } from '#contract/events.ts'
import { createSealer } from '#platform/sealing.ts'
import { openSqliteVault } from '#platform/vault/sqlite.ts'
import { generators, NOT_GENERATED_EVENT_TYPES } from './generators.ts'

const NUMBERS = [0, 1, 2, 3, 4, 5]
const made = { at: '2026-03-04T12:00:00.000Z', sealer: createSealer(openSqliteVault(':memory:')) }

it('every kind of event happens, or is named with its reason', async () => {
  const kinds = new Set<EventType>()
  for (const [name, happen] of Object.entries(generators))
    for (const n of NUMBERS)
      for (const m of NUMBERS) {
        const { type, data } = await happen(n, m, made)
        kinds.add(type)
        expect(eventSchemas[type].safeParse(data).error, `${name} ${n} ${m}`).toBeUndefined()
      }
  expect([...kinds, ...Object.keys(NOT_GENERATED_EVENT_TYPES)].sort()).toEqual(Object.keys(eventSchemas).sort())
})
