/**
 * Computes a truck's collection rounds from its events.
 * A round has a start, stops, and loads that the truck brings to the site.
 */
import type { EventData } from '#contract/events.ts'
import { defineFold, ignoreEvents, keepStateUnchanged } from '../kernel/category.ts'

export interface CollectionRound {
  scheduleId: string
  zone: string
  scheduledStart: string
  startedAt: string
  /** Ids of the reports that are assigned to the collection round. */
  reportIds: readonly string[]
  endedAt?: string
  /** Ids of the deliveries that contain the round's collected reports. */
  deliveryIds?: readonly string[]
  /** Set while the truck brings the collected waste to the site. */
  onTheWay?: true | undefined
}

export interface TruckRounds {
  /**
   * Schedules of the truck that have neither started nor ended.
   * A truck has one at most, so changing the list is cheap.
   */
  planned: readonly Pick<EventData<'CollectionScheduled'>, 'scheduleId' | 'zone' | 'scheduledStart'>[]
  /** Collection rounds of the truck, the newest last. */
  rounds: readonly CollectionRound[]
}

/**
 * Maximum number of collection rounds in a truck's state.
 * Older rounds are removed, because no outcomes of their stops arrive any more.
 */
const MAX_ROUNDS = 50

const change = (state: TruckRounds, ids: readonly string[], changed: Partial<CollectionRound>): TruckRounds => ({
  ...state,
  rounds: state.rounds.map((round) => (ids.includes(round.scheduleId) ? { ...round, ...changed } : round)),
})

/** Records the end of collections, started or not. */
const ended = (state: TruckRounds, ids: readonly string[], changed: Partial<CollectionRound>): TruckRounds => ({
  ...change(state, ids, changed),
  planned: state.planned.filter((plan) => !ids.includes(plan.scheduleId)),
})

const plan = (
  state: TruckRounds,
  { scheduleId, zone, scheduledStart }: EventData<'CollectionScheduled' | 'CancellationUndone'>,
): TruckRounds => ({ ...state, planned: [...state.planned, { scheduleId, zone, scheduledStart }] })

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
    CollectionScheduled: plan,
    CancellationUndone: plan,
    CollectionRescheduled: keepStateUnchanged,
    CollectionStarted: started,
    CollectionCompleted: (state, { scheduleId, completedAt: endedAt }) => ended(state, [scheduleId], { endedAt }),
    CollectionCancelled: (state, { scheduleId, cancelledAt: endedAt }) => ended(state, [scheduleId], { endedAt }),
    TruckDispatched: (state, { scheduleIds, loads, dispatchedAt: endedAt }) =>
      ended(state, scheduleIds, { endedAt, deliveryIds: loads.map(({ deliveryId }) => deliveryId), onTheWay: true }),
    TruckArrived: (state) => ({
      ...state,
      rounds: state.rounds.map((round) => (round.onTheWay ? { ...round, onTheWay: undefined } : round)),
    }),
    ...ignoreEvents(
      'CollectionOverdue',
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

/** Returns the newest collection whose reports include the stop. */
export const findRoundOfStop = (rounds: readonly CollectionRound[], stopId: string): CollectionRound | undefined =>
  rounds.findLast(({ reportIds }) => reportIds.includes(stopId))
