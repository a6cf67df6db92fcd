/**
 * ChangeScheduleStatus: a collection starts, completes or is cancelled.
 * A repeated command changes nothing.
 */

import { reject } from '#contract/http/problems.ts'
import { type Message, msg } from '#contract/languages/message.ts'
import type { ScheduleStatus } from '#domain/city.ts'
import type { ScheduleState, TruckAndSchedule } from '../aggregates/schedule.ts'
import { createCollectionTripEvents, type TripInput } from '../aggregates/trip.ts'
import type { Vehicle } from '../aggregates/vehicle.ts'
import { createEvent, type Decider } from '../kernel/decider.ts'

export interface ChangeScheduleStatusCommand {
  status: Exclude<ScheduleStatus, 'scheduled'>
  by: string
  reason?: string
  /**
   * Ids of reports.
   * If the collection starts, these are the reports assigned to its truck.
   * Otherwise these are the zone's open reports.
   */
  reportIds: readonly string[]
  /** Currency units per litre, for the cost of the trip. */
  fuelPrice: number
  /**
   * Start time for which the timer was set.
   * If the schedule has another start time by now, the command does nothing.
   */
  scheduledStart?: string
}

const NEXT_STATUSES: Record<ScheduleStatus, readonly ScheduleStatus[]> = {
  scheduled: ['in-progress', 'cancelled'],
  'in-progress': ['completed', 'cancelled'],
  completed: [],
  cancelled: [],
}

export const WRONG_STATUS_MESSAGES: Record<ScheduleStatus, Message> = {
  scheduled: msg`This collection has not started yet.`,
  'in-progress': msg`This collection is already under way.`,
  completed: msg`This collection is already completed.`,
  cancelled: msg`This collection was cancelled.`,
}

export const changeScheduleStatus: Decider<ChangeScheduleStatusCommand, TruckAndSchedule, 'vehicle'> = (
  command,
  { truck, schedule },
  now,
) => {
  const { status, by, reason, reportIds, fuelPrice } = command
  if (!schedule) return reject('not-found', msg`There is no such schedule.`)
  if (schedule.status === status) return []
  if (!NEXT_STATUSES[schedule.status].includes(status))
    return reject('conflict', WRONG_STATUS_MESSAGES[schedule.status])
  const { scheduleId, vehicleId, zone } = schedule.planned
  const about = { scheduleId, vehicleId, zone }
  const at = now.toISOString()
  switch (status) {
    case 'in-progress':
      return [createEvent('CollectionStarted', { ...about, reportIds: [...reportIds], startedAt: at })]
    case 'completed':
      return completionEventsOf(truck, schedule, { fuelPrice, loggedBy: by }, now)
    case 'cancelled': {
      const left = [...schedule.reportIds]
      return [
        createEvent('CollectionCancelled', { ...about, reportIds: left, cancelledBy: by, cancelledAt: at, reason }),
      ]
    }
  }
}

/**
 * Returns the events that end a collection and record its trip.
 * Reports that were assigned but not collected are free for the next plan.
 */
export function completionEventsOf(
  truck: Vehicle,
  schedule: ScheduleState,
  costs: Pick<TripInput, 'fuelPrice' | 'loggedBy'>,
  now: Date,
) {
  const { scheduleId, vehicleId, zone } = schedule.planned
  const about = { scheduleId, vehicleId, zone, reportIds: [...schedule.reportIds] }
  return [
    createEvent('CollectionCompleted', { ...about, completedAt: now.toISOString() }),
    ...createCollectionTripEvents(truck, costs, now),
  ]
}

/**
 * Starts, completes or cancels a schedule automatically: at its time, or if nothing is left to collect.
 * Does nothing if a person changed the schedule.
 * Never cancels a schedule with open reports.
 * A schedule that ends with open assigned reports becomes overdue instead of completed.
 */
export const advanceSchedule: Decider<ChangeScheduleStatusCommand, TruckAndSchedule, 'vehicle'> = (
  command,
  state,
  now,
) => {
  if (command.status === 'cancelled' && command.reportIds.length > 0) return []
  const from = command.status === 'completed' ? 'in-progress' : 'scheduled'
  const { scheduledStart = state.schedule?.planned.scheduledStart } = command
  const inTime = scheduledStart === state.schedule?.planned.scheduledStart
  if (!inTime || state.schedule?.status !== from) return []
  return command.status === 'completed' && isUnfinished(command, state.schedule)
    ? overdue(state.schedule, now)
    : changeScheduleStatus(command, state, now)
}

/** Returns whether assigned bins are still open. */
const isUnfinished = ({ reportIds }: ChangeScheduleStatusCommand, schedule: ScheduleState) =>
  schedule.reportIds.some((id) => reportIds.includes(id))

function overdue({ planned, overdueAt }: ScheduleState, now: Date) {
  const { scheduleId, vehicleId, zone } = planned
  return overdueAt
    ? []
    : [createEvent('CollectionOverdue', { scheduleId, vehicleId, zone, overdueAt: now.toISOString() })]
}
