/** Schedule policy: a schedule sets out and ends when its time has come, and ends early once its zone is empty. */
import type { Zone } from '#contract/city.ts'
import type { Event } from '#contract/events.ts'
import type { Outstanding, Policy } from '../policy.ts'

interface OpenSchedule {
  scheduleId: string
  zone: Zone
  scheduledStart: string
  estimatedCompletion: string
  started: boolean
  /** The last open report of its zone was collected while it was out. */
  emptied: boolean
}

export function createSchedulePolicy(): Policy {
  const open = new Map<string, OpenSchedule>()
  const openReports = new Map<Zone, number>()

  function count(zone: Zone, change: 1 | -1): number {
    const now = (openReports.get(zone) ?? 0) + change
    openReports.set(zone, now)
    return now
  }

  return {
    evolve({ type, data }: Event) {
      switch (type) {
        case 'BinReportedFull':
          count(data.zone, 1)
          return
        case 'ReportCollected':
          if (count(data.zone, -1) > 0) return
          for (const one of open.values()) if (one.zone === data.zone) one.emptied = one.started
          return
        case 'CollectionScheduled': {
          const { scheduleId, zone, scheduledStart, estimatedCompletion } = data
          open.set(scheduleId, {
            scheduleId,
            zone,
            scheduledStart,
            estimatedCompletion,
            started: false,
            emptied: false,
          })
          return
        }
        case 'CollectionStarted': {
          const one = open.get(data.scheduleId)
          if (one) one.started = true
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
    outstanding: () => [...open.values()].flatMap(steps),
  }
}

/** What is to happen to a schedule next. Its end is asked for once it has set out, so that the two never race. */
function steps({ scheduleId, started, emptied, scheduledStart, estimatedCompletion }: OpenSchedule): Outstanding[] {
  const type = 'MoveScheduleOn'
  if (!started) {
    const command = { type, scheduleId, status: 'in-progress' } as const
    return [{ id: `start-${scheduleId}`, command, notBefore: scheduledStart }]
  }
  const command = { type, scheduleId, status: 'completed' } as const
  const byTime = { id: `complete-${scheduleId}`, command, notBefore: estimatedCompletion }
  return emptied ? [byTime, { id: `emptied-${scheduleId}`, command }] : [byTime]
}
