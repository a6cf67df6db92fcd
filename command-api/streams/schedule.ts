/** One schedule within its truck's stream: what was planned, and how far it has come. */

import type { Event, EventData } from '#contract/events.ts'
import type { ScheduleStatus } from '#rules/city.ts'
import type { Aggregate } from '../kernel/decider.ts'
import { type Vehicle, vehicle } from './vehicle.ts'

export interface ScheduleState {
  planned: EventData<'CollectionScheduled'>
  status: ScheduleStatus
  /** The reports that it set out for; none before it did. */
  reportIds: readonly string[]
  startedAt?: string
  /** When its time ran out while bins were open that it set out for. */
  overdueAt?: string
  completedAt?: string
  cancelledAt?: string
  reason?: string
}

export interface TruckAndSchedule {
  truck: Vehicle
  schedule?: ScheduleState
}

/** The truck with the one schedule that is of interest; its other schedules matter only to the truck. */
export const truckWith = (scheduleId: string): Aggregate<TruckAndSchedule> => ({
  initial: { truck: vehicle.initial },
  evolve: ({ truck, schedule }, event) => ({
    truck: vehicle.evolve(truck, event),
    schedule: concerns(scheduleId, event) ? evolveSchedule(schedule, event) : schedule,
  }),
})

function concerns(scheduleId: string, { data }: Event): boolean {
  if ('scheduleIds' in data) return data.scheduleIds.includes(scheduleId)
  return 'scheduleId' in data && data.scheduleId === scheduleId
}

function evolveSchedule(schedule: ScheduleState | undefined, { type, data }: Event): ScheduleState | undefined {
  if (type === 'CollectionScheduled') return { planned: data, status: 'scheduled', reportIds: [] }
  if (!schedule) return undefined
  switch (type) {
    case 'CollectionRescheduled': {
      const { scheduledStart, estimatedCompletion } = data
      return { ...schedule, planned: { ...schedule.planned, scheduledStart, estimatedCompletion } }
    }
    case 'CollectionStarted':
      return { ...schedule, status: 'in-progress', reportIds: data.reportIds, startedAt: data.startedAt }
    case 'CollectionOverdue':
      return { ...schedule, overdueAt: data.overdueAt }
    case 'CollectionCompleted':
      return { ...schedule, status: 'completed', completedAt: data.completedAt }
    case 'TruckDispatched':
      return { ...schedule, status: 'completed', completedAt: data.dispatchedAt }
    case 'CollectionCancelled':
      return { ...schedule, status: 'cancelled', cancelledAt: data.cancelledAt, reason: data.reason }
    default:
      return schedule
  }
}
