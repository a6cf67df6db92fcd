/**
 * Tests of rescheduling: only before the start, never into the past.
 * A timer for the old time has no effect.
 */
import { describe, expect, it } from 'vitest'
import { createTruckAndScheduleAggregate } from '../aggregates/schedule.ts'
import { createEvent } from '../kernel/decider.ts'
import { givenEvents, NOW } from '../kernel/fixtures.ts'
import { completeSchedule } from './complete-by-reports.ts'
import { advanceSchedule, type ChangeScheduleStatusCommand } from './move-schedule.ts'
import { refuseImplausibleStart, rescheduleCollection } from './reschedule.ts'

const at = NOW.toISOString()
const zone = 'Ablekuma North'
const ID = 'SCH-AN3-T1'
const about = { scheduleId: ID, vehicleId: 'T1', zone } as const
const scheduledStart = '2026-03-01T08:15:00.000Z'
const planned = createEvent('CollectionScheduled', {
  ...about,
  cycle: 3,
  vehicle: { make: 'Ford', model: 'F', type: 'rear_loader', registrationNumber: 'GN-1' },
  siteId: 'WS001',
  reportsCount: 7,
  scheduledStart,
  estimatedCompletion: '2026-03-01T11:15:00.000Z',
  estimatedDistance: 12.5,
  estimatedFuel: 1.25,
  scheduledBy: 'd1',
  scheduledAt: at,
})
const started = createEvent('CollectionStarted', { ...about, reportIds: [], startedAt: at })
const completed = createEvent('CollectionCompleted', { ...about, reportIds: [], completedAt: at })
const noon = new Date('2026-03-01T12:00:00.000Z')
const moved = createEvent('CollectionRescheduled', {
  ...about,
  scheduledStart: noon.toISOString(),
  estimatedCompletion: '2026-03-01T15:00:00.000Z',
  rescheduledBy: 'd2',
  rescheduledAt: at,
})
const truck = createTruckAndScheduleAggregate(ID)

describe('Reschedule', () => {
  it('moves the start, and the end three hours behind it', () =>
    givenEvents(truck, [planned]).when(rescheduleCollection, { start: noon, by: 'd2' }).then([moved]))
  it('changes nothing for the same time', () =>
    givenEvents(truck, [planned, moved]).when(rescheduleCollection, { start: noon, by: 'd2' }).then([]))
  it('does not go back in time', () =>
    givenEvents(truck, [planned])
      .when(rescheduleCollection, { start: new Date('2026-03-01T07:58:00.000Z'), by: 'd2' })
      .then({ rejected: 'bad-request', message: 'Choose a start time in the future.' }))
  it('goes a year ahead at most', () =>
    givenEvents(truck, [planned])
      .when(rescheduleCollection, { start: new Date('2027-03-01T08:00:00.001Z'), by: 'd2' })
      .then({ rejected: 'bad-request', message: 'The start is more than a year ahead.' }))
  it.each([
    ['This collection is already under way.', [planned, started]],
    ['This collection is already completed.', [planned, started, completed]],
  ])('is too late: %s', (message, events) =>
    givenEvents(truck, events)
      .when(rescheduleCollection, { start: noon, by: 'd2' })
      .then({ rejected: 'conflict', message }),
  )
  it('knows its schedule', () =>
    givenEvents(truck, []).when(rescheduleCollection, { start: noon, by: 'd2' }).then({ rejected: 'not-found' }))

  it('cancels jobs that were timed by the old start', () => {
    const byTime = (start: string): ChangeScheduleStatusCommand => ({
      status: 'in-progress',
      by: 'system',
      reportIds: [],
      fuelPrice: 10,
      scheduledStart: start,
    })
    givenEvents(truck, [planned, moved]).when(advanceSchedule, byTime(scheduledStart)).then([])
    givenEvents(truck, [planned, moved]).when(advanceSchedule, byTime(noon.toISOString())).then([started])
  })
})

describe('CompleteByReports', () => {
  const command = { openIds: [], fuelPrice: 10, loggedBy: 'd1' }
  it('ends a schedule, begun or not, when nothing is left for it', () => {
    givenEvents(truck, [planned]).when(completeSchedule, command).then([completed])
    givenEvents(truck, [planned, started]).when(completeSchedule, command).then([completed])
  })
  it('leaves one whose zone, or whose own reports once it has begun, are open', () => {
    const open = { ...command, openIds: ['u9.1'] }
    givenEvents(truck, [planned]).when(completeSchedule, open).then([])
    givenEvents(truck, [planned, started]).when(completeSchedule, open).then([completed])
    const own = { ...started, data: { ...started.data, reportIds: ['u8.1', 'u9.1'] } } as typeof started
    givenEvents(truck, [planned, own]).when(completeSchedule, open).then([])
  })
  it('leaves what has ended', () =>
    expect(givenEvents(truck, [planned, started, completed]).when(completeSchedule, command).decision).toEqual([]))
})

const DAY_MS = 24 * 60 * 60_000
const refusal = (ms: number) => refuseImplausibleStart(new Date(NOW.getTime() + ms), NOW)?.message

it.each([
  [-60_001, 'Choose a start time in the future.'],
  [-60_000, undefined],
  [365 * DAY_MS, undefined],
  [365 * DAY_MS + 1, 'The start is more than a year ahead.'],
])('may start %i ms from now, or why not: %s', (ms, said) => expect(refusal(ms)).toBe(said))
