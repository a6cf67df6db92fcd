/** Load of open reports against a truck's limits of volume and weight. */
import { expect, it } from 'vitest'
import { truckLoadText, zoneLoads } from './zone-loads.ts'

it('counts the reports of each zone, the largest load first', () => {
  const of = (zone: string, count: number) => Array.from({ length: count }, () => ({ zone }))
  expect(zoneLoads([...of('B', 2), ...of('A', 2), ...of('C', 3)]).map(({ zone, reports }) => [zone, reports])).toEqual([
    ['C', 3],
    ['A', 2],
    ['B', 2],
  ])
})

it.each([
  ['T001', 'compressed_truck', 102, '24.5 of 25\u00a0m³ on T001'],
  ['T001', 'compressed_truck', 104, '25 of 25\u00a0m³ on T001'],
  [
    'T001',
    'compressed_truck',
    168,
    '40.3 of 25\u00a0m³ on T001: one trip takes 104 reports; the other 64 can’t come along and need another trip or truck.',
  ],
  // It has room for 50 of them, but 3.6 t allow 42.
  [
    'T002',
    'rear_loader',
    43,
    '10.3 of 12\u00a0m³ and 3.7 of 3.6\u00a0t on T002: one trip takes 42 reports; the other one can’t come along and needs another trip or truck.',
  ],
  [
    'T003',
    'side_loader',
    68,
    '16.3 of 8\u00a0m³ and 5.6 of 2.4\u00a0t on T003: one trip takes 26 reports; the other 42 can’t come along and need another trip or truck.',
  ],
] as const)('%s, a %s, with %i reports: %s', (id, type, reports, says) =>
  expect(truckLoadText(reports, { id, type })).toBe(says),
)

it('says in how many trips a truck takes its load', () => {
  const truck = { id: 'T001', type: 'compressed_truck' } as const
  expect(truckLoadText(168, truck, 2)).toBe('40.3 of 50\u00a0m³ on T001 in 2 trips')
  expect(truckLoadText(209, truck, 2)).toMatch(/^50.2 of 50\u00a0m³ on T001: 2 trips take 208 reports; the other one /)
})

it('says the load alone while no truck is chosen', () => expect(truckLoadText(10, undefined)).toBe('2.4\u00a0m³'))
