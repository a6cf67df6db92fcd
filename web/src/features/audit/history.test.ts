/** Tests the audit history screen: address state, row texts, changes, and names of event types. */

import { generateMessageId } from '@lingui/message-utils/generateMessageId'
import { expect, it, onTestFinished } from 'vitest'
import { EVENT_TYPE_LABELS, eventTypeLabelOf } from '#contract/audit/event-subjects.ts'
import { eventSchemas } from '#contract/events.ts'
import { PSEUDO_LOCALE, SOURCE_LOCALE } from '#contract/languages/locales.ts'
import { pseudonymOf } from '#domain/pseudonym.ts'
import { i18n } from '#web/lib/language/language.tsx'
import { usePseudoMessages } from '#web/lib/language/pseudo.ts'
import {
  addDayHeadings,
  dateErrorsOf,
  describeHistoryFilter,
  eventTypeNameOf,
  fieldDifferencesOf,
  type HistoryListState,
  parseHistoryListState,
  parseStart,
  queryStringOf,
} from './history.ts'

const states: HistoryListState[] = [
  { filter: {}, start: undefined, event: undefined },
  { filter: { zone: 'Ablekuma North', kind: 'BinReportedFull' }, start: { at: 12 }, event: 0 },
  { filter: { from: '2026-03-01', thing: 'truck:T001' }, start: { day: '2026-03-12' }, event: 99 },
]

it.each(states)('comes back from its address: %j', (state) => {
  expect(parseHistoryListState(new URLSearchParams(queryStringOf(state)))).toEqual(state)
})

it('leaves out what makes no sense', () => {
  expect(parseHistoryListState(new URLSearchParams('?at=soon&event=-1&zone=%20&other=1'))).toEqual(states[0])
  expect(queryStringOf(states[0] as HistoryListState)).toBe('')
})

it('reads where to jump to', () => {
  const today = '2026-03-12'
  const start = (text: string) => parseStart(text, today)
  expect(['2026-03-12', '12 Mar', '12/03/2026', 'today'].map(start)).toEqual(Array(4).fill({ day: today }))
  expect(start('last Tuesday')).toEqual({ day: '2026-03-10' })
  expect(start('#1,234,567')).toEqual({ at: 1_234_567 })
  expect([start('2026-13-45'), start('soon')]).toEqual([undefined, undefined])
})

it('names the dates of an address that are none', () => {
  expect(dateErrorsOf({ from: '19 Foo', to: '2026-02-30' })).toEqual({
    from: 'Date input not valid.',
    to: 'Date input not valid.',
  })
  expect(dateErrorsOf({ from: '2026-02-28', zone: 'soon' })).toEqual({})
})

const code = pseudonymOf('u8d562581c668952efabd').split(' ').at(-1)

it.each([
  ['actor', '7F3A91C2', 'By 7F3A91C2'],
  ['actor', 'u8d562581c668952efabd', `By ${code}`],
  ['thing', 'account:u8d562581c668952efabd', `Account ${code}`],
  ['thing', 'report:u8d562581c668952efabd.12', `Report 12 of ${code}`],
  ['thing', 'truck:T001', 'Truck T001'],
  ['thing', 'T001', 'T001'],
  ['zone', 'Ablekuma North', 'Ablekuma North'],
  ['kind', 'BinReportedFull', 'Bin reported full'],
  ['from', '2026-11-19', 'From Nov 19, 2026'],
  ['to', '19 Foo', 'To 19 Foo'],
  ['role', 'system', 'The system'],
] as const)('%s=%s is %s', (name, value, words) => {
  expect(describeHistoryFilter(name, value)).toBe(words)
})

/** Creates an event, for the tests of the day headings in the history. */
const at = (position: number, time: string) => ({
  ...{ position, type: 'KeyClaimed', sentence: 'S', at: time, recordedAt: time },
  actor: { name: 'The system' },
})

it('stand above the first event of each day of the city', () => {
  const events = [
    at(3, '2026-03-12T23:30:00.000Z'),
    at(2, '2026-03-12T22:30:00.000Z'),
    at(1, '2026-03-12T01:00:00.000Z'),
  ]
  const shown = (timeZone: string) => addDayHeadings(events, timeZone).map((row) => row.event?.position ?? row.day)
  expect(shown('Africa/Accra')).toEqual(['2026-03-12', 3, 2, 1])
  expect(shown('Africa/Lagos')).toEqual(['2026-03-13', 3, '2026-03-12', 2, 1])
  expect(addDayHeadings([], 'Africa/Accra')).toEqual([])
})

/** Tests which fields of an event count as changed. */
it('are the fields that have another value, and no others', () => {
  const before = { id: 'r1', status: 'new', parts: [1, 2], gone: true, position: 1 }
  const after = { id: 'r1', status: 'collected', parts: [1, 2], by: { role: 'dispatcher' }, position: 2 }
  expect(fieldDifferencesOf(before, after)).toEqual([
    { field: 'Status', was: 'new', is: 'collected' },
    { field: 'By', was: undefined, is: 'role dispatcher' },
    { field: 'Gone', was: 'yes', is: undefined },
  ])
})

it('are all fields of a row that is new, or gone', () => {
  expect(fieldDifferencesOf(null, { id: 'r1', text: '' })).toEqual([
    { field: 'Id', was: undefined, is: 'r1' },
    { field: 'Text', was: undefined, is: '' },
  ])
  expect(fieldDifferencesOf({ id: 'r1', none: null }, null)).toEqual([{ field: 'Id', was: 'r1', is: undefined }])
})

it('name of a list only what came and went, however it is stored', () => {
  const [one, two] = ['u03e57edc438519af68d2.1', 'u15d7e5ad36418d5e505f.12']
  const before = { openIds: [[one], [], []], loads: [] }
  const after = { openIds: [[], [two], []], loads: [] }
  expect(fieldDifferencesOf(before, after)).toEqual([
    {
      field: 'Open ids',
      was: expect.stringMatching(/^Report 1 of [0-9A-F]{8}$/),
      is: expect.stringMatching(/^Report 12 of [0-9A-F]{8}$/),
    },
  ])
  expect(fieldDifferencesOf({ openIds: [[one], []] }, { openIds: [[], [one]] })).toEqual([])
  expect(fieldDifferencesOf(null, { openIds: [[], [], []] })).toEqual([])
})

it('leave out what both lists have', () => {
  const before = { reportIds: ['a', 'b'] }
  expect(fieldDifferencesOf(before, { reportIds: ['a', 'b', 'c'] })).toEqual([
    { field: 'Report ids', was: undefined, is: 'c' },
  ])
})

it('count what is too much to be read', () => {
  expect(fieldDifferencesOf(null, { ids: ['a', 'b', 'c', 'd', 'e'] })).toEqual([
    { field: 'Ids', was: undefined, is: '5 entries' },
  ])
})

it('read as words, whatever their type', () => {
  const after = { open: false, total_kg: 1234.5, at: '2026-03-01T08:00:00.000Z', arrivals: { count: 2, last: null } }
  expect(fieldDifferencesOf(null, after)).toEqual([
    { field: 'Open', was: undefined, is: 'no' },
    { field: 'Total kg', was: undefined, is: '1,234.5' },
    { field: 'At', was: undefined, is: expect.stringContaining('1 March 2026') },
    { field: 'Arrivals', was: undefined, is: 'count 2' },
  ])
})

/** Tests the names of event types. */
it.each(Object.keys(eventSchemas))('names %s as the server does', (type) => {
  expect(eventTypeNameOf(type)).toBe(eventTypeLabelOf(type))
})

it('has one name for each type, and own words only for types that exist', () => {
  const types = Object.keys(eventSchemas)
  expect(new Set(types.map(eventTypeLabelOf)).size).toBe(types.length)
  expect([...EVENT_TYPE_LABELS.keys()].filter((type) => !types.includes(type))).toEqual([])
  expect(['PersonOpened', 'ReportCollected'].map(eventTypeLabelOf)).toEqual(['Name viewed', 'Report collected'])
})

it('translates the name, also in the test language', () => {
  const { _: render } = i18n
  onTestFinished(() => {
    i18n._ = render
    i18n.activate(SOURCE_LOCALE)
  })
  i18n.load('xx', { [generateMessageId('Bin located')]: ['Bac placé'] as never })
  i18n.activate('xx')
  expect([eventTypeNameOf('BinPlaced'), eventTypeNameOf('SatelliteLaunched')]).toEqual([
    'Bac placé',
    'Satellite launched',
  ])
  usePseudoMessages(i18n)
  i18n.activate(PSEUDO_LOCALE)
  expect(eventTypeNameOf('BinPlaced')).toMatch(/^\[.+\]$/)
})

it('names a type of another version', () => {
  expect(eventTypeNameOf('SatelliteLaunched')).toBe('Satellite launched')
})
