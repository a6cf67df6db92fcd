/** A manual collection starts with a zone without a truck. */
import { expect, it } from 'vitest'
import { firstToSchedule } from './first-to-schedule.ts'

const zones = [
  { id: 'A', currentReports: 3 },
  { id: 'B', currentReports: 1 },
  { id: 'C', currentReports: 2 },
]

it('begins with the zone that has the most reports and no truck', () => {
  expect(firstToSchedule(zones, [])).toBe('A')
  expect(firstToSchedule(zones, [{ zone: 'A', status: 'scheduled' }])).toBe('C')
  expect(firstToSchedule(zones, [{ zone: 'A', status: 'cancelled' }])).toBe('A')
})

it('begins with the first where all have one', () =>
  expect(
    firstToSchedule(
      zones,
      zones.map(({ id: zone }) => ({ zone, status: 'in-progress' })),
    ),
  ).toBe('A'))
