/**
 * Schedule policy: a schedule sets out and ends when its time has come. Once its zone is empty a truck that is out is done,
 * and one that has not left is called off when another truck took everything; after single marks the dispatcher completes it.
 */

import type { Event } from '#contract/events.ts'
import type { Zone } from '#rules/city.ts'
import { createOpenReports } from '../folds/open-reports.ts'
import { commandJob, type Outstanding, type Policy } from '../runner/policy.ts'

interface OpenSchedule {
  scheduleId: string
  zone: Zone
  scheduledStart: string
  estimatedCompletion: string
  /** How often its start was moved. */
  moves: number
  started: boolean
  /** Its time ran out while bins were open that it set out for: somebody has to end it. */
  overdue: boolean
  /** Nothing is left to collect, so that the truck that is out is done, or the one that has not left need not. */
  emptied: boolean
}

const NOTHING_LEFT = 'Nothing is left to collect in this zone.'

export function createSchedulePolicy(): Policy {
  const open = new Map<string, OpenSchedule>()
  const reports = createOpenReports()
  /** A truck may have taken its collection on as its zone was closed. */
  const closed = new Set<Zone>()

  function emptied(zone: Zone, byTruck: boolean): void {
    for (const schedule of open.values()) if (schedule.zone === zone) schedule.emptied = byTruck || schedule.started
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
          open.set(scheduleId, {
            scheduleId,
            zone,
            scheduledStart,
            estimatedCompletion,
            moves: 0,
            started: false,
            overdue: false,
            emptied: false,
          })
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
          if (schedule) schedule.started = true
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
        case 'TruckDispatched':
          for (const id of data.scheduleIds) open.delete(id)
          return
      }
    },
    outstanding: () =>
      [...open.values()].flatMap((schedule) =>
        closed.has(schedule.zone) && !schedule.started ? [callOff(schedule)] : steps(schedule),
      ),
  }
}

const callOff = ({ scheduleId, zone }: OpenSchedule): Outstanding =>
  commandJob(`closed-${scheduleId}`, {
    type: 'MoveScheduleOn',
    scheduleId,
    status: 'cancelled',
    reason: `${zone} was closed.`,
  })

/** What is to happen to a schedule next. Its end is asked for once it has set out, so that the two never race. */
function steps({
  scheduleId,
  started,
  overdue,
  emptied,
  moves,
  scheduledStart,
  estimatedCompletion,
}: OpenSchedule): Outstanding[] {
  const type = 'MoveScheduleOn'
  if (!started && emptied) {
    const command = { type, scheduleId, status: 'cancelled', reason: NOTHING_LEFT } as const
    return [commandJob(`unneeded-${scheduleId}`, command)]
  }
  if (!started) {
    const command = { type, scheduleId, status: 'in-progress', scheduledStart } as const
    const id = moves > 0 ? `start-${scheduleId}-${moves}` : `start-${scheduleId}`
    return [commandJob(id, command, scheduledStart)]
  }
  const command = { type, scheduleId, status: 'completed' } as const
  const byTime = commandJob(`complete-${scheduleId}`, command, estimatedCompletion)
  return [...(overdue ? [] : [byTime]), ...(emptied ? [commandJob(`emptied-${scheduleId}`, command)] : [])]
}
