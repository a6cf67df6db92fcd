/**
 * Tests each open schedule's next step and its time.
 * Ended schedules leave the policy's state.
 */
import { describe, expect, it } from 'vitest'
import type { Event } from '#contract/events.ts'
import type { Zone } from '#domain/city.ts'
import { createSchedulePolicy } from './schedule-policy.ts'

const at = '2026-03-01T08:00:00.000Z'
const scheduledStart = '2026-03-01T08:15:00.000Z'
const estimatedCompletion = '2026-03-01T11:15:00.000Z'
const NORTH = 'Ablekuma North'
const ID = 'SCH-AN1-T1'
const about = (scheduleId = ID, zone: Zone = NORTH) => ({ scheduleId, vehicleId: 'T1', zone })
const scheduled = (scheduleId = ID, zone: Zone = NORTH): Event => ({
  type: 'CollectionScheduled',
  data: {
    ...about(scheduleId, zone),
    cycle: 1,
    vehicle: { make: 'Ford', model: 'Transit', type: 'side_loader', registrationNumber: 'GW-1' },
    siteId: 'WS001',
    reportsCount: 1,
    scheduledStart,
    estimatedCompletion,
    estimatedDistance: 12.5,
    estimatedFuel: 1,
    scheduledBy: 'd1',
    scheduledAt: at,
  },
})
const started = (scheduleId = ID, zone: Zone = NORTH, reportIds: string[] = []): Event => ({
  type: 'CollectionStarted',
  data: { ...about(scheduleId, zone), reportIds, startedAt: at },
})
const completed: Event = { type: 'CollectionCompleted', data: { ...about(), reportIds: [], completedAt: at } }
const cancelled: Event = {
  type: 'CollectionCancelled',
  data: { ...about(), reportIds: [], cancelledBy: 'd1', cancelledAt: at },
}
const told = { reportedCount: 1, total: 2, threshold: 2 }
const reported = (userId: string): Event => ({
  type: 'BinReportedFull',
  data: { reportId: `${userId}.1`, userId, zone: NORTH, sealed: 's', reportedAt: at, told },
})
const collected = (userId: string): Event => ({
  type: 'ReportCollected',
  data: { reportId: `${userId}.1`, userId, zone: NORTH, reportedAt: at, collectedBy: 'd1', collectedAt: at },
})

const dispatched = {
  type: 'TruckDispatched',
  data: { scheduleIds: [], loads: [{ zone: NORTH, reportIds: ['u1.1', 'u2.1'] }] },
} as unknown as Event

function outstandingAfter(...events: Event[]) {
  const policy = createSchedulePolicy()
  for (const event of events) policy.evolve(event)
  return policy.outstanding()
}
const idsAfter = (...events: Event[]) => outstandingAfter(...events).map((job) => job.id)

const undone: Event = {
  type: 'CancellationUndone',
  data: { ...about(), scheduledStart, estimatedCompletion, undoneBy: 'd1', undoneAt: at },
}

describe('a collection that takes place after all', () => {
  it('sets out when it was to, though its start was asked for before', () => {
    const [start] = outstandingAfter(scheduled(), cancelled, undone)
    expect(start).toMatchObject({ id: `start-${ID}-${at}`, notBefore: scheduledStart })
    expect(idsAfter(scheduled(), cancelled, undone, started())).toEqual([`complete-${ID}-${at}`])
  })
  it('is over when it is cancelled again', () =>
    expect(idsAfter(scheduled(), cancelled, undone, cancelled)).toEqual([]))
})

describe('the schedule policy', () => {
  it('asks no more by time for what is overdue, and ends it once its zone is empty', () => {
    const overdue: Event = { type: 'CollectionOverdue', data: { ...about(), overdueAt: at } }
    expect(idsAfter(reported('u1'), scheduled(), started(), overdue)).toEqual([])
    expect(idsAfter(reported('u1'), scheduled(), started(), overdue, collected('u1'))).toEqual([`emptied-${ID}`])
  })

  it('calls off what is planned in a zone that was closed, and leaves a truck that is out to its end', () => {
    const closed: Event = { type: 'ZoneClosed', data: { zoneId: NORTH, closedBy: 'd1', closedAt: at } }
    const command = { type: 'MoveScheduleOn', scheduleId: ID, status: 'cancelled', reason: `${NORTH} was closed.` }
    for (const events of [
      [closed, scheduled()],
      [scheduled(), closed],
    ])
      expect(outstandingAfter(...events)).toMatchObject([{ id: `closed-${ID}`, data: command }])
    expect(idsAfter(scheduled(), started(), closed)).toEqual([`complete-${ID}`])
    expect(idsAfter(closed, scheduled(), cancelled)).toEqual([])
    const opened = { type: 'ZoneOpened', data: { zoneId: NORTH } } as Event
    expect(idsAfter(closed, opened, scheduled())).toEqual([`start-${ID}`])
  })

  it('starts a schedule at its time', () =>
    expect(outstandingAfter(scheduled())).toEqual([
      {
        id: `start-${ID}`,
        job: 'send-command',
        data: { type: 'MoveScheduleOn', scheduleId: ID, status: 'in-progress', scheduledStart },
        notBefore: scheduledStart,
      },
    ]))

  it('starts one that was moved at its new time, which the job of the old time respects', () => {
    const moved = { scheduledStart: '2026-03-01T10:00:00.000Z', estimatedCompletion: '2026-03-01T13:00:00.000Z' }
    const rescheduled: Event = {
      type: 'CollectionRescheduled',
      data: { ...about(), ...moved, rescheduledBy: 'd1', rescheduledAt: at },
    }
    const [start] = outstandingAfter(scheduled(), rescheduled)
    expect(start).toMatchObject({ id: `start-${ID}-1`, notBefore: moved.scheduledStart })
    expect(start?.data).toMatchObject({ scheduledStart: moved.scheduledStart })
  })

  it('ends the others at once when one truck takes all open reports along', () => {
    const out = [reported('u1'), reported('u2'), scheduled(), started(), dispatched]
    expect(idsAfter(...out)).toEqual([`complete-${ID}`, `emptied-${ID}`])
    expect(idsAfter(...out, reported('u3'), collected('u1'), collected('u2'))).toContain(`emptied-${ID}`)
  })

  it('ends one that has set out at its time, also when it set out early by hand', () =>
    expect(outstandingAfter(scheduled(), started())).toEqual([
      {
        id: `complete-${ID}`,
        job: 'send-command',
        data: { type: 'MoveScheduleOn', scheduleId: ID, status: 'completed' },
        notBefore: estimatedCompletion,
      },
    ]))

  it('ends it at once when the last open report of its zone was collected', () => {
    const out = [reported('u1'), reported('u2'), scheduled(), started(), collected('u1')]
    expect(idsAfter(...out)).toEqual([`complete-${ID}`])
    const [, emptied] = outstandingAfter(...out, collected('u2'))
    expect(emptied).toEqual({
      id: `emptied-${ID}`,
      job: 'send-command',
      data: { type: 'MoveScheduleOn', scheduleId: ID, status: 'completed' },
    })
  })

  it('ends it when its own reports are collected, whatever else is open in its zone', () => {
    const out = [reported('u1'), reported('u2'), scheduled(), started(ID, NORTH, ['u1.1'])]
    expect(idsAfter(...out, collected('u2'))).toEqual([`complete-${ID}`])
    expect(idsAfter(...out, collected('u1'))).toEqual([`complete-${ID}`, `emptied-${ID}`])
    expect(idsAfter(...out, reported('u3'), dispatched)).toEqual([`complete-${ID}`, `emptied-${ID}`])
  })

  it('calls off those that have not set out when another truck takes all open reports along', () =>
    expect(outstandingAfter(reported('u1'), reported('u2'), scheduled(), dispatched)).toEqual([
      {
        id: `unneeded-${ID}`,
        job: 'send-command',
        data: {
          type: 'MoveScheduleOn',
          scheduleId: ID,
          status: 'cancelled',
          reason: 'Nothing is left to collect in this zone.',
        },
      },
    ]))

  it('lets those go after all for whose zone somebody reported since', () =>
    expect(idsAfter(reported('u1'), reported('u2'), scheduled(), dispatched, reported('u3'))).toEqual([`start-${ID}`]))

  it('leaves those that have not set out after single marks, and other zones, as they are', () => {
    const empty = [reported('u1'), collected('u1')]
    expect(idsAfter(scheduled(), ...empty)).toEqual([`start-${ID}`])
    const west = 'SCH-AW1-T2'
    expect(idsAfter(scheduled(west, 'Ayawaso West'), started(west, 'Ayawaso West'), ...empty)).toEqual([
      `complete-${west}`,
    ])
  })

  it.each([
    ['completed', [started(), completed]],
    ['cancelled', [cancelled]],
    ['cancelled on the way', [started(), cancelled]],
  ])('asks nothing of one that was %s', (_, events) => expect(idsAfter(scheduled(), ...events)).toEqual([]))
})
