/** MoveSchedule: a collection sets out, is done, or will not take place. What the truck is at twice changes nothing. */

import { reject } from '#contract/door/problems.ts'
import type { ScheduleStatus } from '#rules/city.ts'
import { type Decide, event } from '../kernel/decider.ts'
import type { ScheduleState, TruckAndSchedule } from '../streams/schedule.ts'
import { collectionTrip, type Drive } from '../streams/trip.ts'
import type { Vehicle } from '../streams/vehicle.ts'

export interface MoveSchedule {
  status: Exclude<ScheduleStatus, 'scheduled'>
  by: string
  reason?: string
  /** For a start the reports that it sets out for, else the zone's open reports. */
  reportIds: readonly string[]
  /** cedi per litre: what the trip of a completed collection costs. */
  fuelPrice: number
  /** The start that the move was timed by; when it was moved since, nothing is done. */
  scheduledStart?: string
}

const NEXT: Record<ScheduleStatus, readonly ScheduleStatus[]> = {
  scheduled: ['in-progress', 'cancelled'],
  'in-progress': ['completed', 'cancelled'],
  completed: [],
  cancelled: [],
}

export const STANDS: Record<ScheduleStatus, string> = {
  scheduled: 'This collection has not started yet.',
  'in-progress': 'This collection is already under way.',
  completed: 'This collection is already completed.',
  cancelled: 'This collection was cancelled.',
}

export const moveSchedule: Decide<MoveSchedule, TruckAndSchedule, 'vehicle'> = (command, { truck, schedule }, now) => {
  const { status, by, reason, reportIds, fuelPrice } = command
  if (!schedule) return reject('not-found', 'There is no such schedule.')
  if (schedule.status === status) return []
  if (!NEXT[schedule.status].includes(status)) return reject('conflict', STANDS[schedule.status])
  const { scheduleId, vehicleId, zone } = schedule.planned
  const about = { scheduleId, vehicleId, zone }
  const at = now.toISOString()
  switch (status) {
    case 'in-progress':
      return [event('CollectionStarted', { ...about, reportIds: [...reportIds], startedAt: at })]
    case 'completed':
      return completion(truck, schedule, { fuelPrice, loggedBy: by }, now)
    case 'cancelled': {
      const left = [...schedule.reportIds]
      return [event('CollectionCancelled', { ...about, reportIds: left, cancelledBy: by, cancelledAt: at, reason })]
    }
  }
}

/** A collection is done: what it had set out for, so that open bins of it are new again, and the trip that it was. */
export function completion(
  truck: Vehicle,
  schedule: ScheduleState,
  costs: Pick<Drive, 'fuelPrice' | 'loggedBy'>,
  now: Date,
) {
  const { scheduleId, vehicleId, zone } = schedule.planned
  const about = { scheduleId, vehicleId, zone, reportIds: [...schedule.reportIds] }
  return [
    event('CollectionCompleted', { ...about, completedAt: now.toISOString() }),
    ...collectionTrip(truck, costs, now),
  ]
}

/**
 * The same by time, or because nothing is left to collect: whatever was moved on by hand before stays as it is, nothing is
 * called off while somebody waits, and what ran out of time with bins open that it set out for is overdue, not done.
 */
export const moveScheduleOn: Decide<MoveSchedule, TruckAndSchedule, 'vehicle'> = (command, state, now) => {
  if (command.status === 'cancelled' && command.reportIds.length > 0) return []
  const from = command.status === 'completed' ? 'in-progress' : 'scheduled'
  const { scheduledStart = state.schedule?.planned.scheduledStart } = command
  const inTime = scheduledStart === state.schedule?.planned.scheduledStart
  if (!inTime || state.schedule?.status !== from) return []
  return command.status === 'completed' && isUnfinished(command, state.schedule)
    ? overdue(state.schedule, now)
    : moveSchedule(command, state, now)
}

/** Whether bins are open that it set out for. */
const isUnfinished = ({ reportIds }: MoveSchedule, schedule: ScheduleState) =>
  schedule.reportIds.some((id) => reportIds.includes(id))

function overdue({ planned, overdueAt }: ScheduleState, now: Date) {
  const { scheduleId, vehicleId, zone } = planned
  return overdueAt ? [] : [event('CollectionOverdue', { scheduleId, vehicleId, zone, overdueAt: now.toISOString() })]
}
