/** Consequences of ‘Mark All Collected’, and the trucks that it offers. */
import { expect, it } from 'vitest'
import type { Schedule, Site, Vehicle } from '#contract/views.ts'
import { consequences, likelyTruck, sendableTrucks, zonesOf } from './dispatch-consequence.ts'

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
  const ids = sendableTrucks(fleet, [schedule('T005', 'in-progress')]).map(({ id }) => id)
  expect(ids).toEqual(['T001', 'T002', 'T003', 'T005'])
})

it('begins with the truck that is collecting, T001 before others, and with none that is parked, busy elsewhere or low', () => {
  const out = [schedule('T001', 'in-progress'), schedule('T002', 'in-progress')]
  const fleet = [truck('T002', 'on-route'), truck('T001', 'on-route')]
  expect(likelyTruck(fleet, out)).toBe('T001')
  expect(likelyTruck(fleet, [schedule('T002', 'in-progress')])).toBe('T002')
  expect(likelyTruck(fleet, [schedule('T002', 'completed')])).toBeNull()
  expect(likelyTruck([truck('T001', 'on-route', false, true)], out)).toBeNull()
  for (const status of ['available', 'scheduled', 'maintenance', 'in-transit'] as const)
    expect(likelyTruck([truck('T001', status)], out)).toBeNull()
  expect(likelyTruck([], [])).toBeNull()
})

it('names the reports by zone, the truck, the site and the schedules that end', () => {
  expect(zonesOf(reports)).toBe('Ablekuma North (2) and Ayawaso West (1)')
  expect(
    consequences({ reports, truck: truck('T001', 'scheduled'), site, schedules: [schedule('T001', 'scheduled')] }),
  ).toEqual([
    '3 reports in Ablekuma North (2) and Ayawaso West (1) will be marked collected.',
    'T001 takes the waste to North Dumping Site and is in transit until it arrives.',
    'Its 1 open schedule will be completed.',
  ])
  expect(consequences({ reports: [reports[0]], truck: undefined, site: undefined, schedules: [] })).toEqual([
    '1 report in Ayawaso West (1) will be marked collected.',
  ])
})
