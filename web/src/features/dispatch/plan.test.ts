import { describe, expect, it } from 'vitest'
import type { CollectionOption, CollectionRecommendation } from '#contract/views.ts'
import {
  departureText,
  differenceFromRecommended,
  optionFiguresOf,
  optionTitleOf,
  planSavingText,
  scheduleCommandOf,
  truckLine,
} from './plan.ts'

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

/** Tests that the text of a choice names each difference and leaves out equal figures. */
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
  expect(departureText(choice())).toBe('T001 leaves at 14:15')
  expect(departureText(choice({ trucks: [truck!, { ...truck!, vehicleId: 'T003' }] }))).toBe(
    'T001 and T003 leave at 14:15',
  )
  expect(departureText(choice({ scheduledStart: undefined }))).toBe('T001, not sent yet')
  expect(truckLine(truck!)).toBe('T001: 102 reports, 1 trip, 25\u00a0km, 2.9\u00a0L')
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
    expect(differenceFromRecommended(choice(change), choice())).toBe(says),
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
  expect(planSavingText({ zoneSaves })).toMatch(says),
)
