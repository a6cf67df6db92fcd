/** Tests the dispatcher's keyboard shortcuts outside tables. */
import { expect, it } from 'vitest'
import type { Report, Schedule, Site, Vehicle } from '#contract/views.ts'
import { referenceOf } from '#domain/reference.ts'
import {
  type CommandPaletteData,
  createCommandPaletteItems,
  describeShortcuts,
  getScreenShortcuts,
  shortcutOf,
} from './keyboard.ts'

const press = (key: string, held: object = {}) => ({ key, ctrlKey: false, metaKey: false, altKey: false, ...held })

it.each([
  ['j', false, { does: 'rows' }],
  ['/', false, { does: 'search' }],
  ['?', false, { does: 'help' }],
  ['g', false, { does: 'await' }],
  ['r', true, { does: 'go', path: 'routes' }],
  ['r', false, undefined],
  ['z', true, undefined],
  // A key with its own function, such as `j`, has that function also after the key `g`.
  ['j', true, { does: 'rows' }],
] as const)('%s, after g: %s', (key, awaited, does) => expect(shortcutOf(press(key), awaited, false)).toEqual(does))

it('opens the palette from anywhere, also while somebody types', () => {
  for (const held of [{ ctrlKey: true }, { metaKey: true }])
    for (const typing of [true, false]) expect(shortcutOf(press('k', held), false, typing)).toEqual({ does: 'palette' })
  expect(shortcutOf(press('K', { metaKey: true }), false, false)).toEqual({ does: 'palette' })
})

it('leaves letters alone in a field, and with a held key to the browser', () => {
  for (const key of ['j', '/', '?', 'g']) expect(shortcutOf(press(key), false, true)).toBeUndefined()
  expect(shortcutOf(press('r'), true, true)).toBeUndefined()
  expect(shortcutOf(press('j', { ctrlKey: true }), false, false)).toBeUndefined()
  expect(shortcutOf(press('g', { altKey: true }), false, false)).toBeUndefined()
})

it('lists every place that g leads to', () => {
  for (const { key, path, label } of getScreenShortcuts()) {
    expect(shortcutOf(press(key), true, false)).toEqual({ does: 'go', path })
    expect(describeShortcuts()).toContainEqual([`g then ${key}`, label])
  }
})

/** Tests that the command palette offers the currently possible actions. */
const report = (id: string, name: string) => ({ id, zone: 'North', resident_name: name }) as Report
const schedule = (id: string, status: Schedule['status']) =>
  ({ id, zone: 'North', status, vehicle: { id: 'T001' } }) as Schedule
const city = (change: Partial<CommandPaletteData> = {}): CommandPaletteData => ({
  zones: [{ zone: 'North', currentReports: 2, totalCustomers: 10 }],
  trucks: [{ id: 'T001', make: 'Ford', model: 'F-450', registration_number: 'GT-1' } as Vehicle],
  sites: [{ id: 'WS001', name: 'North Site', currentCapacity: 1, maxCapacity: 10 } as Site],
  reports: [report('u1.1', 'Ama'), report('u2.1', 'Ama')],
  schedules: [],
  ...change,
})
const labels = (of: CommandPaletteData, isOff = false) =>
  createCommandPaletteItems(of, isOff).flatMap(({ found }) => found.map(({ label }) => label))

it('opens each thing, and does what can be done about it', () => {
  expect(labels(city())).toEqual([
    'North',
    'Schedule North',
    'T001',
    'Refuel T001',
    'North Site',
    'Update composition of North Site',
    'Ama',
    'Collect Ama',
    'Collect Ama',
  ])
})

it('offers the next step of a collection in place of another one', () => {
  expect(labels(city({ schedules: [schedule('s1', 'scheduled')] })).slice(0, 2)).toEqual(['North', 'Start T001, North'])
  expect(labels(city({ schedules: [schedule('s1', 'in-progress')] }))[1]).toBe('Complete T001, North')
  expect(labels(city({ schedules: [schedule('s1', 'completed')] }))[1]).toBe('Schedule North')
})

it('schedules nothing where nobody has reported', () => {
  expect(labels(city({ zones: [{ zone: 'North', currentReports: 0, totalCustomers: 10 }] }))).not.toContain(
    'Schedule North',
  )
})

it('collects exactly the report that it names, found by its reference, too', () => {
  const found = createCommandPaletteItems(city(), false).flatMap((group) => group.found)
  const collects = found.flatMap(({ deed, keywords }) =>
    deed.does === 'collect' ? [[deed.report.id, keywords?.[0]]] : [],
  )
  expect(collects).toEqual([
    ['u1.1', referenceOf('report', 'u1.1')],
    ['u2.1', referenceOf('report', 'u2.1')],
  ])
})

it('only opens things while nothing can be changed', () => {
  expect(labels(city(), true)).toEqual(['North', 'T001', 'North Site', 'Ama'])
})
