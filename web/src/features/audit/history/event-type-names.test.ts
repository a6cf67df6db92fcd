/** Tests the names of event types. */
import { generateMessageId } from '@lingui/message-utils/generateMessageId'
import { expect, it, onTestFinished } from 'vitest'
import { EVENT_TYPE_LABELS, eventTypeLabel } from '#contract/audit/event-subjects.ts'
import { eventSchemas } from '#contract/events.ts'
import { PSEUDO_LOCALE, SOURCE_LOCALE } from '#contract/languages/locales.ts'
import { i18n } from '#web/lib/language/i18n.ts'
import { usePseudoMessages } from '#web/lib/language/pseudo.ts'
import { eventTypeName } from './event-type-names.ts'

it.each(Object.keys(eventSchemas))('names %s as the server does', (type) => {
  expect(eventTypeName(type)).toBe(eventTypeLabel(type))
})

it('has one name for each type, and own words only for types that exist', () => {
  const types = Object.keys(eventSchemas)
  expect(new Set(types.map(eventTypeLabel)).size).toBe(types.length)
  expect([...EVENT_TYPE_LABELS.keys()].filter((type) => !types.includes(type))).toEqual([])
  expect(['PersonOpened', 'ReportCollected'].map(eventTypeLabel)).toEqual(['Name viewed', 'Report collected'])
})

it('translates the name, also in the test language', () => {
  const { _: render } = i18n
  onTestFinished(() => {
    i18n._ = render
    i18n.activate(SOURCE_LOCALE)
  })
  i18n.load('xx', { [generateMessageId('Bin located')]: ['Bac placé'] as never })
  i18n.activate('xx')
  expect([eventTypeName('BinPlaced'), eventTypeName('SatelliteLaunched')]).toEqual(['Bac placé', 'Satellite launched'])
  usePseudoMessages(i18n)
  i18n.activate(PSEUDO_LOCALE)
  expect(eventTypeName('BinPlaced')).toMatch(/^\[.+\]$/)
})

it('names a type of another version', () => {
  expect(eventTypeName('SatelliteLaunched')).toBe('Satellite launched')
})
