/**
 * Schedule policy: starts and ends schedules on time.
 * A truck on its way finishes when its reports are collected or its zone is empty.
 * A schedule that has not started is cancelled if another truck collected everything.
 * If reports were marked as collected by hand, a dispatcher completes the schedule.
 */

import type { Event } from '#contract/events.ts'
import type { Zone } from '#domain/city.ts'
import { createOpenReportsState } from '../policy-state/open-reports.ts'
import {
  createCommandJob,
  type OutstandingJob,
  openUnstoredState,
  type Policy,
  type PolicyStatePartOpener,
  prefixPolicyStateParts,
} from '../runner/policy.ts'

interface OpenSchedule {
  scheduleId: string
  /**
   * Time when the schedule's cancellation was undone.
   * Earlier jobs have other ids and no longer count.
   */
  again?: string
  zone: Zone
  scheduledStart: string
  estimatedCompletion: string
  /** Number of times that the schedule's start was changed. */
  moves: number
  started: boolean
  /** Ids of assigned reports that are still open. */
  left: Set<string>
  /**
   * True if the schedule's time passed with open reports.
   * A dispatcher must end it.
   */
  overdue: boolean
  /**
   * True if nothing is left to collect.
   * A truck on the way has then finished.
   * An unstarted one is not needed.
   */
  emptied: boolean
}

const NOTHING_LEFT = 'Nothing is left to collect in this zone.'

export function createSchedulePolicy(keep: PolicyStatePartOpener = openUnstoredState): Policy {
  const open = keep('open', new Map<string, OpenSchedule>())
  const reports = createOpenReportsState(prefixPolicyStateParts(keep, 'reports'))
  /**
   * Names of closed zones.
   * A truck may still be scheduled for a zone at the moment when the zone closes.
   */
  const closed = keep('closed', new Set<Zone>())

  function emptied(zone: Zone, byTruck: boolean): void {
    for (const schedule of open.values()) if (schedule.zone === zone) schedule.emptied = byTruck || schedule.started
  }

  function collected(reportIds: readonly string[]): void {
    for (const schedule of open.values()) {
      const ticked = reportIds.filter((id) => schedule.left.delete(id)).length
      if (ticked > 0 && schedule.left.size === 0) schedule.emptied = true
    }
  }

  return {
    evolve(event: Event) {
      for (const zone of reports.evolve(event)) emptied(zone, event.type === 'TruckDispatched')
      const { type, data } = event
      switch (type) {
        case 'BinReportedFull':
        case 'ReportReopened':
          for (const schedule of open.values())
            if (schedule.zone === data.zone && !schedule.started) schedule.emptied = false
          return
        case 'ZoneClosed':
          closed.add(data.zoneId)
          return
        case 'ZoneOpened':
          closed.delete(data.zoneId)
          return
        case 'CollectionScheduled': {
          const { scheduleId, zone, scheduledStart, estimatedCompletion } = data
          const fresh = { moves: 0, started: false, left: new Set<string>(), overdue: false, emptied: false }
          open.set(scheduleId, { scheduleId, zone, scheduledStart, estimatedCompletion, ...fresh })
          return
        }
        case 'CancellationUndone': {
          const { scheduleId, zone, scheduledStart, estimatedCompletion, undoneAt: again } = data
          const fresh = { moves: 0, started: false, left: new Set<string>(), overdue: false, emptied: false }
          open.set(scheduleId, { scheduleId, again, zone, scheduledStart, estimatedCompletion, ...fresh })
          return
        }
        case 'CollectionRescheduled': {
          const { scheduledStart, estimatedCompletion } = data
          const schedule = open.get(data.scheduleId)
          if (schedule)
            open.set(data.scheduleId, { ...schedule, scheduledStart, estimatedCompletion, moves: schedule.moves + 1 })
          return
        }
        case 'CollectionStarted': {
          const schedule = open.get(data.scheduleId)
          if (schedule) Object.assign(schedule, { started: true, left: new Set(data.reportIds) })
          return
        }
        case 'CollectionOverdue': {
          const schedule = open.get(data.scheduleId)
          if (schedule) schedule.overdue = true
          return
        }
        case 'CollectionCompleted':
        case 'CollectionCancelled':
          open.delete(data.scheduleId)
          return
        case 'ReportCollected':
          return collected([data.reportId])
        case 'TruckDispatched':
          for (const id of data.scheduleIds) open.delete(id)
          return collected(data.loads.flatMap(({ reportIds }) => reportIds))
      }
    },
    outstanding: () =>
      [...open.values()].flatMap((schedule) =>
        closed.has(schedule.zone) && !schedule.started ? [callOff(schedule)] : steps(schedule),
      ),
  }
}

/**
 * Returns the schedule's name for job ids.
 * The name changes when a cancellation is undone, so that new jobs get new ids.
 */
const nameOf = ({ scheduleId, again }: OpenSchedule) => (again ? `${scheduleId}-${again}` : scheduleId)

const callOff = (schedule: OpenSchedule): OutstandingJob =>
  createCommandJob(`closed-${nameOf(schedule)}`, {
    type: 'MoveScheduleOn',
    scheduleId: schedule.scheduleId,
    status: 'cancelled',
    reason: `${schedule.zone} was closed.`,
  })

/**
 * Returns the jobs that start, complete or cancel a schedule.
 * The job that completes it is requested only after the start, so they never run at once.
 */
function steps(schedule: OpenSchedule): OutstandingJob[] {
  const { scheduleId, started, overdue, emptied, moves, scheduledStart, estimatedCompletion } = schedule
  const name = nameOf(schedule)
  const type = 'MoveScheduleOn'
  if (!started && emptied) {
    const command = { type, scheduleId, status: 'cancelled', reason: NOTHING_LEFT } as const
    return [createCommandJob(`unneeded-${name}`, command)]
  }
  if (!started) {
    const command = { type, scheduleId, status: 'in-progress', scheduledStart } as const
    const id = moves > 0 ? `start-${name}-${moves}` : `start-${name}`
    return [createCommandJob(id, command, scheduledStart)]
  }
  const command = { type, scheduleId, status: 'completed' } as const
  const byTime = createCommandJob(`complete-${name}`, command, estimatedCompletion)
  return [...(overdue ? [] : [byTime]), ...(emptied ? [createCommandJob(`emptied-${name}`, command)] : [])]
}
