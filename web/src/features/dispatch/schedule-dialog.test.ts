/** Tests the zone that the form shows first, and the request that it sends. */
import { expect, it } from 'vitest'
import { ScheduleCollection } from '#contract/commands.ts'
import { scheduleBody, zoneToScheduleFirst } from './schedule-dialog.tsx'

const zones = [
  { id: 'A', currentReports: 3 },
  { id: 'B', currentReports: 1 },
  { id: 'C', currentReports: 2 },
]

it('begins with the zone that has the most reports and no truck', () => {
  expect(zoneToScheduleFirst(zones, [])).toBe('A')
  expect(zoneToScheduleFirst(zones, [{ zone: 'A', status: 'scheduled' }])).toBe('C')
  expect(zoneToScheduleFirst(zones, [{ zone: 'A', status: 'cancelled' }])).toBe('A')
})

it('begins with the first where all have one', () =>
  expect(
    zoneToScheduleFirst(
      zones,
      zones.map(({ id: zone }) => ({ zone, status: 'in-progress' })),
    ),
  ).toBe('A'))

const form = { zone: 'Ablekuma North' as const, vehicleIds: ['T001'], siteId: '', start: '' }

it('leaves out what was left empty', () => {
  expect(scheduleBody(form)).toEqual({ zone: 'Ablekuma North', vehicleIds: ['T001'] })
})

it('sends the time as Accra’s clocks show it, in a shape that the contract takes', () => {
  const body = scheduleBody({ ...form, siteId: 'WS002', start: '2026-01-05T14:15' })
  expect(body).toMatchObject({ siteId: 'WS002', scheduledStart: '2026-01-05T14:15:00.000Z' })
  expect(ScheduleCollection.safeParse(body).success).toBe(true)
})
