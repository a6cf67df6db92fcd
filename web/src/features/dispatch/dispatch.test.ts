/**
 * Tests texts about loads, consequences of a dispatch, and plans.
 * Also tests the schedule form.
 */

import { describe, expect, it } from 'vitest'
import { ScheduleCollectionBody } from '#contract/commands.ts'
import type { CollectionOption, CollectionRecommendation, Schedule, Site, Vehicle } from '#contract/views.ts'
import {
  choosePreselectedTruckId,
  describeAcceptedReportBurst,
  describeDeparture,
  describeDifferenceFromRecommended,
  describeDispatchConsequences,
  describePlanSaving,
  describeTruckLoad,
  describeTruckWork,
  describeZoneReportCounts,
  getReportBurstAdvice,
  optionFiguresOf,
  optionTitleOf,
  scheduleCommandOf,
  selectDispatchableTrucks,
  zoneLoadsOf,
} from './dispatch.ts'
import { chooseZoneToScheduleFirst, toScheduleBody } from './schedule-dialog.tsx'

it('counts the reports of each zone, the largest load first', () => {
  const of = (zone: string, count: number) => Array.from({ length: count }, () => ({ zone }))
  expect(
    zoneLoadsOf([...of('B', 2), ...of('A', 2), ...of('C', 3)]).map(({ zone, reports }) => [zone, reports]),
  ).toEqual([
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
  // The volume allows 50 reports, the weight limit of 3.6 t only 42.
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
  expect(describeTruckLoad(reports, { id, type })).toBe(says),
)

it('says in how many trips a truck takes its load', () => {
  const truck = { id: 'T001', type: 'compressed_truck' } as const
  expect(describeTruckLoad(168, truck, 2)).toBe('40.3 of 50\u00a0m³ on T001 in 2 trips')
  expect(describeTruckLoad(209, truck, 2)).toMatch(
    /^50.2 of 50\u00a0m³ on T001\. 2 trips take 208 reports\. 1 report needs /,
  )
})

it('says the load alone while no truck is chosen', () => expect(describeTruckLoad(10, undefined)).toBe('2.4\u00a0m³'))

/** Tests the listed consequences and offered trucks of 'Mark All Collected'. */
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
  expect(choosePreselectedTruckId(fleet, out)).toBe('T001')
  expect(choosePreselectedTruckId(fleet, [schedule('T002', 'in-progress')])).toBe('T002')
  expect(choosePreselectedTruckId(fleet, [schedule('T002', 'completed')])).toBeNull()
  expect(choosePreselectedTruckId([truck('T001', 'on-route', false, true)], out)).toBeNull()
  for (const status of ['available', 'scheduled', 'maintenance', 'in-transit'] as const)
    expect(choosePreselectedTruckId([truck('T001', status)], out)).toBeNull()
  expect(choosePreselectedTruckId([], [])).toBeNull()
})

it('names the reports by zone, the truck, the site and the schedules that end', () => {
  expect(describeZoneReportCounts(reports)).toBe('Ablekuma North (2) and Ayawaso West (1)')
  expect(
    describeDispatchConsequences({
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
  expect(
    describeDispatchConsequences({ reports: [reports[0]], truck: undefined, site: undefined, schedules: [] }),
  ).toEqual(['1 report in Ayawaso West (1) will be marked collected.'])
})

/** Tests that texts mention automatic dispatch only while it is on. */
it('speaks of automatic dispatch only where it is on', () => {
  expect(
    [getReportBurstAdvice(true), describeAcceptedReportBurst(true, 'North')].every((text) =>
      text.startsWith('Automatic dispatch'),
    ),
  ).toBe(true)
  expect([getReportBurstAdvice(false), describeAcceptedReportBurst(false, 'North')]).toEqual([
    'Check them before you send a truck.',
    'Reports of new accounts in North accepted',
  ])
})

const planned = (
  change: Partial<CollectionRecommendation['schedules'][number]>,
): CollectionRecommendation['schedules'][number] => ({
  zone: 'Ablekuma North',
  vehicleId: 'T001',
  siteId: 'WS001',
  vehicleInfo: 'Ford F-450',
  fuelLevel: 80,
  estimatedDistance: 25,
  estimatedFuel: 2.941,
  dumpTrips: 1,
  scheduledStart: '2026-01-05T14:15:00.000Z',
  estimatedCompletion: '2026-01-05T17:15:00.000Z',
  reportsCount: 102,
  of: 116,
  status: 'recommended',
  ...change,
})

it('schedules a zone as it is drawn: its trucks with what each of them does, to the site of the plan', () => {
  const trucks = [planned({}), planned({ vehicleId: 'T003', reportsCount: 14, estimatedFuel: 2 })]
  expect(scheduleCommandOf({ zone: 'Ablekuma North', trucks })).toEqual({
    zone: 'Ablekuma North',
    accepted: {
      siteId: 'WS001',
      of: 116,
      trucks: [
        { vehicleId: 'T001', reports: 102, trips: 1, km: 25, litres: 2.941 },
        { vehicleId: 'T003', reports: 14, trips: 1, km: 25, litres: 2 },
      ],
    },
  })
})

/**
 * Tests the texts of a collection option.
 * They name its differences from other options and omit equal figures.
 */
const choice = (change: Partial<CollectionOption> = {}): CollectionOption => ({
  kind: 'recommended',
  siteId: 'WS001',
  of: 102,
  reports: 102,
  load: 24.48,
  capacity: 25,
  trips: 1,
  km: 25,
  litres: 2.941,
  cost: 29.41,
  scheduledStart: '2026-01-05T14:15:00.000Z',
  trucks: [{ vehicleId: 'T001', reports: 102, trips: 1, km: 25, litres: 2.941 }],
  ...change,
})

it('are named by what they are', () => {
  expect(optionTitleOf(choice())).toBe('Recommended')
  expect(optionTitleOf(choice({ kind: 'wait', of: 1_450 }))).toBe('Wait until all 1,450 have reported')
  expect(optionTitleOf(choice({ kind: 'other-trucks' }))).toBe('Another truck')
})

it('say who leaves when, and nothing of a time where nobody is sent', () => {
  const [truck] = choice().trucks
  expect(describeDeparture(choice())).toBe('T001 leaves at 14:15')
  expect(describeDeparture(choice({ trucks: [truck!, { ...truck!, vehicleId: 'T003' }] }))).toBe(
    'T001 and T003 leave at 14:15',
  )
  expect(describeDeparture(choice({ scheduledStart: undefined }))).toBe('T001, not sent yet')
  expect(describeTruckWork(truck!)).toBe('T001: 102 reports, 1 trip, 25\u00a0km, 2.9\u00a0L')
})

it('have the same figures, load against capacity first', () => {
  expect(optionFiguresOf(choice())).toEqual([
    ['Load', '24.5 of 25\u00a0m³'],
    ['Reports', '102'],
    ['Trips', '1'],
    ['Distance', '25\u00a0km'],
    ['Fuel', '2.9\u00a0L'],
    ['Cost', 'GH₵\u00a029.41'],
  ])
  expect(optionFiguresOf(choice({ reports: 90 }))[1]).toEqual(['Reports', '90 of 102'])
})

describe('another way', () => {
  it.each([
    [
      { km: 37.4, litres: 4.4, cost: 44 },
      'Compared with the recommended plan: 12.4\u00a0km, 1.5\u00a0L and GH₵\u00a014.59 more.',
    ],
    [
      { reports: 60, km: 12.5, litres: 1.4, cost: 14 },
      'Compared with the recommended plan: 42 fewer reports, 12.5\u00a0km, 1.5\u00a0L and GH₵\u00a015.41 less.',
    ],
    [
      { km: 20, litres: 3.2, cost: 32 },
      'Compared with the recommended plan: 0.3\u00a0L and GH₵\u00a02.59 more, 5\u00a0km less.',
    ],
    [{ km: 25.01 }, 'Same distance, fuel and cost as the recommended plan.'],
  ])('is compared with the recommended one: %j', (change, says) =>
    expect(describeDifferenceFromRecommended(choice(change), choice())).toBe(says),
  )
})

it.each([
  [
    { km: 7.2, litres: 0.718, cost: 7.18 },
    /^Saves 7.2\u00a0km, 0.7\u00a0L and GH₵\u00a07.18 compared with planning each zone alone\.$/,
  ],
  [{ km: 0, litres: 0, cost: 0 }, /^Same distance, fuel and cost as planning /],
  [
    { km: -5, litres: 0.4, cost: 4 },
    /^Compared with planning .*: 5\u00a0km more, 0.4\u00a0L and GH₵\u00a04.00 less\. Planning all zones .* the least overall\.$/,
  ],
  [undefined, / would collect other reports\.$/],
])('the recommended one says what it saves, and against what: %j', (zoneSaves, says) =>
  expect(describePlanSaving({ zoneSaves })).toMatch(says),
)

/** Tests which zone the schedule form shows first, and which request the form sends. */
const zones = [
  { id: 'A', currentReports: 3 },
  { id: 'B', currentReports: 1 },
  { id: 'C', currentReports: 2 },
]

it('begins with the zone that has the most reports and no truck', () => {
  expect(chooseZoneToScheduleFirst(zones, [])).toBe('A')
  expect(chooseZoneToScheduleFirst(zones, [{ zone: 'A', status: 'scheduled' }])).toBe('C')
  expect(chooseZoneToScheduleFirst(zones, [{ zone: 'A', status: 'cancelled' }])).toBe('A')
})

it('begins with the first where all have one', () =>
  expect(
    chooseZoneToScheduleFirst(
      zones,
      zones.map(({ id: zone }) => ({ zone, status: 'in-progress' })),
    ),
  ).toBe('A'))

const form = { zone: 'Ablekuma North' as const, vehicleIds: ['T001'], siteId: '', start: '' }

it('leaves out what was left empty', () => {
  expect(toScheduleBody(form)).toEqual({ zone: 'Ablekuma North', vehicleIds: ['T001'] })
})

it('sends the time as Accra’s clocks show it, in a shape that the contract takes', () => {
  const body = toScheduleBody({ ...form, siteId: 'WS002', start: '2026-01-05T14:15' })
  expect(body).toMatchObject({ siteId: 'WS002', scheduledStart: '2026-01-05T14:15:00.000Z' })
  expect(ScheduleCollectionBody.safeParse(body).success).toBe(true)
})
