/** Filter and order of the dispatcher's reports. */
import { expect, it } from 'vitest'
import type { Report } from '#contract/views.ts'
import { filterReports, NO_FILTER, overdueZones, type ReportFilterState, stateOf } from './report-state.ts'

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
  filterReports(rows, { ...NO_FILTER, ...choice }, overdue)
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
  filterReports(rows, NO_FILTER, overdue)
  expect(rows.map(({ id }) => id).join('')).toBe('dcba')
})

it('says overdue of what is on its way in a zone whose collection ran out of time', () => {
  const under = { zone: 'Ayawaso West', status: 'in-progress' } as const
  expect(
    overdueZones([
      { ...under, overdueAt: '2026-03-04T03:30:00.000Z' },
      { ...under, zone: 'x' },
    ]),
  ).toEqual(new Set(['Ayawaso West']))
  expect(overdueZones([{ ...under, status: 'completed', overdueAt: '2026-03-04T03:30:00.000Z' }])).toEqual(new Set())
  expect(stateOf({ status: 'new', zone: 'Ablekuma North' }, overdue)).toBe('new')
})
