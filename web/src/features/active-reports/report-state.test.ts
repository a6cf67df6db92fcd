/** Tests filter, order and keyboard commands of the dispatcher's reports. */

import { expect, it } from 'vitest'
import type { Report } from '#contract/views.ts'
import {
  DEFAULT_REPORT_FILTER,
  filterReports,
  findZonesWithOverdueCollection,
  moveRowIndex,
  type ReportFilterState,
  type RowShortcut,
  reportStateOf,
  rowCommandOfKey,
  searchCommandOfKey,
} from './report-state.ts'

const report = (id: string, change: Partial<Report> = {}): Report => ({
  id,
  userId: `u-${id}`,
  zone: 'Ayawaso West',
  timestamp: '2026-03-04T03:30:00.000Z',
  status: 'new',
  ...change,
})

const rows = [
  report('d', { resident_name: 'Kofi Mensah', description: 'Lid does not close' }),
  report('c', { zone: 'Ablekuma North', status: 'in-progress', resident_name: 'Ama Mensah' }),
  report('b', { status: 'in-progress' }),
  report('a', { zone: 'Ablekuma North', description: 'By the gate' }),
]
const overdue = new Set(['Ablekuma North'])
const ids = (choice: Partial<ReportFilterState>) =>
  filterReports(rows, { ...DEFAULT_REPORT_FILTER, ...choice }, overdue)
    .map(({ id }) => id)
    .join('')

it.each([
  [{}, 'abcd'],
  [{ oldestFirst: false }, 'dcba'],
  [{ zone: 'Ablekuma North' }, 'ac'],
  [{ state: 'new' }, 'ad'],
  [{ state: 'on-its-way' }, 'b'],
  [{ state: 'overdue' }, 'c'],
  [{ text: 'mensah' }, 'cd'],
  [{ text: ' LID  kofi ' }, 'd'],
  [{ text: 'north', oldestFirst: false }, 'ca'],
  [{ text: 'nobody' }, ''],
] as const)('%j: %s', (choice, says) => expect(ids(choice)).toBe(says))

it('leaves the rows that came as they are', () => {
  filterReports(rows, DEFAULT_REPORT_FILTER, overdue)
  expect(rows.map(({ id }) => id).join('')).toBe('dcba')
})

it('says overdue of what is on its way in a zone whose collection ran out of time', () => {
  const under = { zone: 'Ayawaso West', status: 'in-progress' } as const
  expect(
    findZonesWithOverdueCollection([
      { ...under, overdueAt: '2026-03-04T03:30:00.000Z' },
      { ...under, zone: 'x' },
    ]),
  ).toEqual(new Set(['Ayawaso West']))
  expect(
    findZonesWithOverdueCollection([{ ...under, status: 'completed', overdueAt: '2026-03-04T03:30:00.000Z' }]),
  ).toEqual(new Set())
  expect(reportStateOf({ status: 'new', zone: 'Ablekuma North' }, overdue)).toBe('new')
})

const press = (key: string, held: object = {}) => ({ key, ctrlKey: false, metaKey: false, altKey: false, ...held })

it('knows single keys, and leaves those with a held key to the browser', () => {
  expect(rowCommandOfKey(press('j'), true)).toBe('next')
  expect(rowCommandOfKey(press('x'), false)).toBe('select')
  expect(rowCommandOfKey(press('q'), true)).toBeUndefined()
  for (const held of ['ctrlKey', 'metaKey', 'altKey'])
    expect(rowCommandOfKey(press('c', { [held]: true }), true)).toBeUndefined()
})

it('lets a button of a row be pressed by its own keys', () => {
  expect([rowCommandOfKey(press('Enter'), true), rowCommandOfKey(press(' '), true)]).toEqual(['open', 'select'])
  expect([rowCommandOfKey(press('Enter'), false), rowCommandOfKey(press(' '), false)]).toEqual([undefined, undefined])
})

it.each([
  ['next', 3, 4],
  ['next', 19, 19],
  ['previous', 0, 0],
  ['page-down', 3, 13],
  ['page-up', 3, 0],
  ['first', 7, 0],
  ['last', 7, 19],
  ['select', 7, undefined],
] as const)('%s from %d leads to %s', (move: RowShortcut, from, to) => expect(moveRowIndex(move, from, 20)).toBe(to))

it('leads out of the search: what is looked for goes first, then the focus', () => {
  expect(['Escape', 'Enter', 'ArrowDown', 'j'].map((key) => searchCommandOfKey(key, 'Ama'))).toEqual([
    'empty',
    'rows',
    'rows',
    undefined,
  ])
  expect(searchCommandOfKey('Escape', '')).toBe('rows')
})
