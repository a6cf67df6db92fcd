/** Tests the load of open reports against a truck's limits of volume and weight. */
import { expect, it } from 'vitest'
import type { Schedule, Site, Vehicle } from '#contract/views.ts'
import {
  burstAcceptedText,
  dispatchConsequences,
  preselectedTruckId,
  reportBurstAdvice,
  selectDispatchableTrucks,
  truckLoadText,
  zoneLoads,
  zoneReportCountsText,
} from './dispatch.ts'

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
    '40.3 of 25\u00a0m³ on T001. One trip takes 104 reports. 64 reports need another trip or truck.',
  ],
  // The volume would allow 50 reports, but the weight limit of 3.6 t allows only 42.
  [
    'T002',
    'rear_loader',
    43,
    '10.3 of 12\u00a0m³ and 3.7 of 3.6\u00a0t on T002. One trip takes 42 reports. 1 report needs another trip or truck.',
  ],
  [
    'T003',
    'side_loader',
    68,
    '16.3 of 8\u00a0m³ and 5.6 of 2.4\u00a0t on T003. One trip takes 26 reports. 42 reports need another trip or truck.',
  ],
] as const)('%s, a %s, with %i reports: %s', (id, type, reports, says) =>
  expect(truckLoadText(reports, { id, type })).toBe(says),
)

it('says in how many trips a truck takes its load', () => {
  const truck = { id: 'T001', type: 'compressed_truck' } as const
  expect(truckLoadText(168, truck, 2)).toBe('40.3 of 50\u00a0m³ on T001 in 2 trips')
  expect(truckLoadText(209, truck, 2)).toMatch(
    /^50.2 of 50\u00a0m³ on T001\. 2 trips take 208 reports\. 1 report needs /,
  )
})

it('says the load alone while no truck is chosen', () => expect(truckLoadText(10, undefined)).toBe('2.4\u00a0m³'))

/** Tests the listed consequences of 'Mark All Collected', and the trucks that the dialog offers. */
const truck = (id: string, status: Vehicle['status'], archived = false, needs_refuel = false) =>
  ({ id, status, archived, needs_refuel }) as Vehicle
const schedule = (vehicleId: string, status: Schedule['status']) => ({ vehicle: { id: vehicleId }, status }) as Schedule
const site = { id: 'WS001', name: 'North Dumping Site' } as Site
const reports = [{ zone: 'Ayawaso West' }, { zone: 'Ablekuma North' }, { zone: 'Ablekuma North' }] as const

it('offers trucks that are available, scheduled or in transit, and the one that is out collecting', () => {
  const fleet = [
    truck('T001', 'available'),
    truck('T002', 'scheduled'),
    truck('T003', 'in-transit'),
    truck('T004', 'maintenance'),
    truck('T005', 'on-route'),
    truck('T006', 'available', true),
    truck('T007', 'on-route'),
  ]
  const ids = selectDispatchableTrucks(fleet, [schedule('T005', 'in-progress')]).map(({ id }) => id)
  expect(ids).toEqual(['T001', 'T002', 'T003', 'T005'])
})

it('begins with the truck that is collecting, T001 before others, and with none that is parked, busy elsewhere or low', () => {
  const out = [schedule('T001', 'in-progress'), schedule('T002', 'in-progress')]
  const fleet = [truck('T002', 'on-route'), truck('T001', 'on-route')]
  expect(preselectedTruckId(fleet, out)).toBe('T001')
  expect(preselectedTruckId(fleet, [schedule('T002', 'in-progress')])).toBe('T002')
  expect(preselectedTruckId(fleet, [schedule('T002', 'completed')])).toBeNull()
  expect(preselectedTruckId([truck('T001', 'on-route', false, true)], out)).toBeNull()
  for (const status of ['available', 'scheduled', 'maintenance', 'in-transit'] as const)
    expect(preselectedTruckId([truck('T001', status)], out)).toBeNull()
  expect(preselectedTruckId([], [])).toBeNull()
})

it('names the reports by zone, the truck, the site and the schedules that end', () => {
  expect(zoneReportCountsText(reports)).toBe('Ablekuma North (2) and Ayawaso West (1)')
  expect(
    dispatchConsequences({
      reports,
      truck: truck('T001', 'scheduled'),
      site,
      schedules: [schedule('T001', 'scheduled')],
    }),
  ).toEqual([
    '3 reports in Ablekuma North (2) and Ayawaso West (1) will be marked collected.',
    'T001 takes the waste to North Dumping Site and is in transit until it arrives.',
    'Its 1 open schedule will be completed.',
  ])
  expect(dispatchConsequences({ reports: [reports[0]], truck: undefined, site: undefined, schedules: [] })).toEqual([
    '1 report in Ayawaso West (1) will be marked collected.',
  ])
})

/** Tests that texts mention automatic dispatch only while it is on. */
it('speaks of automatic dispatch only where it is on', () => {
  expect(
    [reportBurstAdvice(true), burstAcceptedText(true, 'North')].every((text) => text.startsWith('Automatic dispatch')),
  ).toBe(true)
  expect([reportBurstAdvice(false), burstAcceptedText(false, 'North')]).toEqual([
    'Check them before you send a truck.',
    'Reports of new accounts in North accepted',
  ])
})
