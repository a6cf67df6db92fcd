/**
 * Schedule policy: a schedule sets out and ends when its time has come. Once its own reports are collected, or its zone is empty,
 * a truck that is out is done, and one that has not left is called off when another truck took everything; after single marks the dispatcher completes it.
 */

import type { Event } from '#contract/events.ts'
import type { Zone } from '#rules/city.ts'
import { createOpenReports } from '../folds/open-reports.ts'
import { type Keep, unkept, within } from '../runner/keep.ts'
import { commandJob, type Outstanding, type Policy } from '../runner/policy.ts'

interface OpenSchedule {
  scheduleId: string
  /** When it was taken up again, after it had been called off: what was asked for before that is over. */
  again?: string
  zone: Zone
  scheduledStart: string
  estimatedCompletion: string
  /** How often its start was moved. */
  moves: number
  started: boolean
  /** Reports that it set out for and that are open. */
  left: Set<string>
  /** Its time ran out while bins were open that it set out for: somebody has to end it. */
  overdue: boolean
  /** Nothing is left to collect, so that the truck that is out is done, or the one that has not left need not. */
  emptied: boolean
}

const NOTHING_LEFT = 'Nothing is left to collect in this zone.'

export function createSchedulePolicy(keep: Keep = unkept): Policy {
  const open = keep('open', new Map<string, OpenSchedule>())
  const reports = createOpenReports(within(keep, 'reports'))
  /** A truck may have taken its collection on as its zone was closed. */
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

/** What jobs about it are called. */
const nameOf = ({ scheduleId, again }: OpenSchedule) => (again ? `${scheduleId}-${again}` : scheduleId)

const callOff = (schedule: OpenSchedule): Outstanding =>
  commandJob(`closed-${nameOf(schedule)}`, {
    type: 'MoveScheduleOn',
    scheduleId: schedule.scheduleId,
    status: 'cancelled',
    reason: `${schedule.zone} was closed.`,
  })

/** What is to happen to a schedule next. Its end is asked for once it has set out, so that the two never race. */
function steps(schedule: OpenSchedule): Outstanding[] {
  const { scheduleId, started, overdue, emptied, moves, scheduledStart, estimatedCompletion } = schedule
  const name = nameOf(schedule)
  const type = 'MoveScheduleOn'
  if (!started && emptied) {
    const command = { type, scheduleId, status: 'cancelled', reason: NOTHING_LEFT } as const
    return [commandJob(`unneeded-${name}`, command)]
  }
  if (!started) {
    const command = { type, scheduleId, status: 'in-progress', scheduledStart } as const
    const id = moves > 0 ? `start-${name}-${moves}` : `start-${name}`
    return [commandJob(id, command, scheduledStart)]
  }
  const command = { type, scheduleId, status: 'completed' } as const
  const byTime = commandJob(`complete-${name}`, command, estimatedCompletion)
  return [...(overdue ? [] : [byTime]), ...(emptied ? [commandJob(`emptied-${name}`, command)] : [])]
}
