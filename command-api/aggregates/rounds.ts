/** Rounds of a truck: its started collections with their stops, and whether each load has reached the site. */
import type { EventData } from '#contract/events.ts'
import { defineFold, ignoreEvents, keepState } from '../kernel/category.ts'

export interface Round {
  scheduleId: string
  zone: string
  scheduledStart: string
  startedAt: string
  /** Assigned reports. */
  reportIds: readonly string[]
  endedAt?: string
  /** Deliveries of the loads collected in the round. */
  deliveryIds?: readonly string[]
  /** Set while the truck is on its way to the site with these deliveries. */
  onTheWay?: true | undefined
}

export interface Rounds {
  /** Schedules of the truck that have not started. */
  planned: readonly Pick<EventData<'CollectionScheduled'>, 'scheduleId' | 'zone' | 'scheduledStart'>[]
  /** Newest last. */
  rounds: readonly Round[]
}

/** Maximum of rounds in the state. Older ones are dropped, because no outcome arrives that late. */
const MAX_ROUNDS = 50

const change = (state: Rounds, ids: readonly string[], changed: Partial<Round>): Rounds => ({
  ...state,
  rounds: state.rounds.map((round) => (ids.includes(round.scheduleId) ? { ...round, ...changed } : round)),
})

const started = (
  { planned, rounds }: Rounds,
  { scheduleId, zone, startedAt, reportIds }: EventData<'CollectionStarted'>,
) => {
  const scheduledStart = planned.find((plan) => plan.scheduleId === scheduleId)?.scheduledStart ?? startedAt
  return {
    planned: planned.filter((plan) => plan.scheduleId !== scheduleId),
    rounds: [...rounds, { scheduleId, zone, scheduledStart, startedAt, reportIds }].slice(-MAX_ROUNDS),
  }
}

export const roundsOfTruck = defineFold<Rounds, 'vehicle'>(
  'vehicle',
  { planned: [], rounds: [] },
  {
    CollectionScheduled: (state, { scheduleId, zone, scheduledStart }) => ({
      ...state,
      planned: [...state.planned, { scheduleId, zone, scheduledStart }],
    }),
    CollectionRescheduled: keepState,
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

/** Returns the newest round with this stop. */
export const findRoundOfStop = (rounds: readonly Round[], stopId: string): Round | undefined =>
  rounds.findLast(({ reportIds }) => reportIds.includes(stopId))
