/** Rounds of a truck: started collections, stops, and loads at the site. */
import type { EventData } from '#contract/events.ts'
import { defineFold, ignoreEvents, keepStateUnchanged } from '../kernel/category.ts'

export interface CollectionRound {
  scheduleId: string
  zone: string
  scheduledStart: string
  startedAt: string
  /** Assigned reports. */
  reportIds: readonly string[]
  endedAt?: string
  /** Deliveries of the loads collected in the round. */
  deliveryIds?: readonly string[]
  /** Set while the truck brings these deliveries to the site. */
  onTheWay?: true | undefined
}

export interface TruckRounds {
  /** Schedules of the truck that have not started. */
  planned: readonly Pick<EventData<'CollectionScheduled'>, 'scheduleId' | 'zone' | 'scheduledStart'>[]
  /** Newest last. */
  rounds: readonly CollectionRound[]
}

/**
 * Maximum number of rounds in a truck's state.
 * The state drops older rounds, because outcomes for them no longer arrive.
 */
const MAX_ROUNDS = 50

const change = (state: TruckRounds, ids: readonly string[], changed: Partial<CollectionRound>): TruckRounds => ({
  ...state,
  rounds: state.rounds.map((round) => (ids.includes(round.scheduleId) ? { ...round, ...changed } : round)),
})

const started = (
  { planned, rounds }: TruckRounds,
  { scheduleId, zone, startedAt, reportIds }: EventData<'CollectionStarted'>,
) => {
  const scheduledStart = planned.find((plan) => plan.scheduleId === scheduleId)?.scheduledStart ?? startedAt
  return {
    planned: planned.filter((plan) => plan.scheduleId !== scheduleId),
    rounds: [...rounds, { scheduleId, zone, scheduledStart, startedAt, reportIds }].slice(-MAX_ROUNDS),
  }
}

export const truckRoundsFold = defineFold<TruckRounds, 'vehicle'>(
  'vehicle',
  { planned: [], rounds: [] },
  {
    CollectionScheduled: (state, { scheduleId, zone, scheduledStart }) => ({
      ...state,
      planned: [...state.planned, { scheduleId, zone, scheduledStart }],
    }),
    CollectionRescheduled: keepStateUnchanged,
    CollectionStarted: started,
    CollectionCompleted: (state, { scheduleId, completedAt: endedAt }) => change(state, [scheduleId], { endedAt }),
    CollectionCancelled: (state, { scheduleId, cancelledAt: endedAt }) => change(state, [scheduleId], { endedAt }),
    TruckDispatched: (state, { scheduleIds, loads, dispatchedAt: endedAt }) =>
      change(state, scheduleIds, { endedAt, deliveryIds: loads.map(({ deliveryId }) => deliveryId), onTheWay: true }),
    TruckArrived: (state) => ({
      ...state,
      rounds: state.rounds.map((round) => (round.onTheWay ? { ...round, onTheWay: undefined } : round)),
    }),
    ...ignoreEvents(
      'CollectionOverdue',
      'CancellationUndone',
      'DispatchAbandoned',
      'VehicleRegistered',
      'VehicleChanged',
      'VehicleSentToWorkshop',
      'VehicleBackInService',
      'VehicleArchived',
      'VehicleRemoved',
      'VehicleRefuelled',
      'TripLogged',
      'ShiftEnded',
    ),
  },
)

/** Returns the newest collection whose reports include this stop. */
export const findRoundOfStop = (rounds: readonly CollectionRound[], stopId: string): CollectionRound | undefined =>
  rounds.findLast(({ reportIds }) => reportIds.includes(stopId))
