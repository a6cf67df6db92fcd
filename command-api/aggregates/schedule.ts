/** One schedule, folded from its truck's stream: plan and progress. */

import type { EventData } from '#contract/events.ts'
import type { EventInStream } from '#contract/streams.ts'
import type { Schedule } from '#contract/views.ts'
import type { ScheduleStatus } from '#domain/city.ts'
import { unsealDrivers } from '#platform/persons.ts'
import type { Sealer } from '#platform/sealing.ts'
import { type Aggregate, defineFold } from '../kernel/category.ts'
import { foldEvents } from '../kernel/load.ts'
import { type Vehicle, vehicleAggregate } from './vehicle.ts'

export interface ScheduleState {
  planned: EventData<'CollectionScheduled'>
  status: ScheduleStatus
  /** Ids of the reports assigned to the schedule; empty until the truck starts. */
  reportIds: readonly string[]
  startedAt?: string
  /** Set when the planned end passed while assigned bins were open. */
  overdueAt?: string
  completedAt?: string
  cancelledAt?: string
  reason?: string
}

export interface TruckAndSchedule {
  truck: Vehicle
  schedule?: ScheduleState
}

/** Events of a truck that name one or several schedules. */
type OfSchedule = Extract<
  EventInStream<'vehicle'>,
  { data: { scheduleId: string } | { scheduleIds: readonly string[] } }
>

/** Computes the state of one schedule from a truck's events. */
const progress = defineFold<ScheduleState | undefined, 'vehicle', OfSchedule['type']>('vehicle', undefined, {
  CollectionScheduled: (_, planned) => ({ planned, status: 'scheduled', reportIds: [] }),
  CollectionRescheduled: (state, { scheduledStart, estimatedCompletion }) =>
    state && { ...state, planned: { ...state.planned, scheduledStart, estimatedCompletion } },
  CollectionStarted: (state, { reportIds, startedAt }) =>
    state && { ...state, status: 'in-progress', reportIds, startedAt },
  CollectionOverdue: (state, { overdueAt }) => state && { ...state, overdueAt },
  CollectionCompleted: (state, { completedAt }) => state && { ...state, status: 'completed', completedAt },
  TruckDispatched: (state, { dispatchedAt: completedAt }) => state && { ...state, status: 'completed', completedAt },
  CollectionCancelled: (state, { cancelledAt, reason }) =>
    state && { ...state, status: 'cancelled', cancelledAt, reason },
  CancellationUndone: (state) => state && { ...state, status: 'scheduled', cancelledAt: undefined, reason: undefined },
})

/** Returns an aggregate with the state of a truck and of one of its schedules. */
export const createTruckAndScheduleAggregate = (scheduleId: string): Aggregate<TruckAndSchedule, 'vehicle'> => ({
  category: 'vehicle',
  initial: { truck: vehicleAggregate.initial },
  evolve: ({ truck, schedule }, event) => ({
    truck: vehicleAggregate.evolve(truck, event),
    schedule: concerns(scheduleId, event) ? progress.evolve(schedule, event) : schedule,
  }),
  // An old truck has many events.
  // This uses the truck's cached state, and reads the data of few events.
  fold: (events) => {
    const planned = events.findLastIndex((event) => event.type === 'CollectionScheduled' && concerns(scheduleId, event))
    return {
      truck: foldEvents(vehicleAggregate, events),
      schedule: events
        .slice(planned === -1 ? events.length : planned)
        .filter((event) => concerns(scheduleId, event))
        .reduce(progress.evolve, progress.initial),
    }
  },
})

function concerns(scheduleId: string, event: EventInStream<'vehicle'>): event is OfSchedule {
  const { data }: EventInStream<'vehicle'> = event
  if ('scheduleIds' in data) return data.scheduleIds.includes(scheduleId)
  return 'scheduleId' in data && data.scheduleId === scheduleId
}

/** Returns schedules for responses, with decrypted driver names for dispatchers. */
export async function toSchedules(states: readonly ScheduleState[], sealer: Sealer): Promise<Schedule[]> {
  const drivers = await unsealDrivers(
    sealer,
    states.map(({ planned }) => planned),
  )
  return states.map(({ planned, reportIds: _, ...progress }, index) => {
    const { scheduleId: id, vehicleId, vehicle, estimatedFuel: estimatedFuelConsumption, ...rest } = planned
    const { driver: __, cycle: ___, scheduledBy: ____, scheduledAt: _____, ...figures } = rest
    const { name: driverName, contact: driverContact } = drivers[index] ?? {}
    const truck = { id: vehicleId, ...vehicle }
    return { id, ...figures, ...progress, vehicle: truck, driverName, driverContact, estimatedFuelConsumption }
  })
}
