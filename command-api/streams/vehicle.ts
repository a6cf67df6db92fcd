/** A truck: the stream that fleet and collections both decide on, so that no truck is ever in two places. */
import type { EventData } from '#contract/events.ts'
import type { VehicleStatus } from '#rules/city.ts'
import { type Hindrance, hindrance } from '#rules/free-truck.ts'
import { needsRefuel } from '#rules/planning.ts'
import { vehicleStatus } from '#rules/vehicle-status.ts'
import { category, unchanged } from '../kernel/category.ts'

export interface Vehicle {
  /** As registered and changed since; undefined before, and once removed. */
  registered?: Omit<EventData<'VehicleRegistered'>, 'registeredBy' | 'registeredAt'>
  /** When it was registered. */
  since?: string
  archived: boolean
  /** It was deleted; its id is not given again. */
  removed?: boolean
  /** Whether it was ever planned, sent, driven or refuelled: then it can be archived, not deleted. */
  hasHistory?: boolean
  /** Trips logged so far. */
  trips: number
  /** It is in the workshop and goes nowhere. */
  inWorkshop?: boolean
  /** The schedule that it is on, from being scheduled to its end. */
  scheduleId?: string
  /** That collection, when it set out on it and for which reports. */
  collection?: { planned: EventData<'CollectionScheduled'>; startedAt?: string; reportIds?: readonly string[] }
  /** Its last collection, where that was called off. */
  calledOff?: EventData<'CollectionScheduled'>
  /** The site that it is taking a load to. */
  boundFor?: string
  /** How often it has left for a site. */
  dispatches: number
  /** Claims of reports that it will never leave with. */
  abandoned: readonly string[]
}

const NEW: Vehicle = { archived: false, trips: 0, dispatches: 0, abandoned: [] }

export const vehicle = category<Vehicle, 'vehicle'>('vehicle', NEW, {
  VehicleRegistered: (state, registered) => ({ ...state, registered, since: registered.registeredAt }),
  VehicleChanged: (state, registered) => ({ ...state, registered }),
  VehicleRefuelled: (state, { fuelLevel }) => withFuel(state, fuelLevel),
  TripLogged: (state, { fuelLevel = state.registered?.fuelLevel ?? 0 }) => ({
    ...withFuel(state, fuelLevel),
    trips: state.trips + 1,
  }),
  VehicleSentToWorkshop: (state) => ({ ...state, hasHistory: true, inWorkshop: true }),
  VehicleBackInService: (state) => ({ ...state, inWorkshop: false }),
  VehicleArchived: (state) => ({ ...state, archived: true }),
  VehicleRemoved: () => ({ ...NEW, removed: true }),
  CollectionScheduled: (state, planned) => ({
    ...state,
    hasHistory: true,
    calledOff: undefined,
    scheduleId: planned.scheduleId,
    collection: { planned },
  }),
  CollectionRescheduled: (state, { scheduledStart }) => {
    const { collection } = state
    return collection
      ? { ...state, collection: { ...collection, planned: { ...collection.planned, scheduledStart } } }
      : state
  },
  CollectionStarted: (state, { scheduleId, startedAt, reportIds }) =>
    state.collection && state.scheduleId === scheduleId
      ? { ...state, collection: { ...state.collection, startedAt, reportIds } }
      : state,
  CollectionOverdue: unchanged,
  CollectionCompleted: (state, { scheduleId }) => ended(state, [scheduleId]),
  CollectionCancelled: (state, { scheduleId }) => ({
    ...ended(state, [scheduleId]),
    calledOff: state.scheduleId === scheduleId ? state.collection?.planned : state.calledOff,
  }),
  CancellationUndone: ({ calledOff, ...state }, { scheduleId }) =>
    calledOff ? { ...state, scheduleId, collection: { planned: calledOff } } : state,
  TruckDispatched: (state, { scheduleIds, siteId }) => ({
    ...ended(state, scheduleIds),
    hasHistory: true,
    boundFor: siteId,
    dispatches: state.dispatches + 1,
  }),
  TruckArrived: (state) => ({ ...state, boundFor: undefined }),
  DispatchAbandoned: (state, { claimId }) => ({ ...state, abandoned: [...state.abandoned, claimId] }),
})

const ended = (state: Vehicle, scheduleIds: readonly string[]): Vehicle =>
  state.scheduleId && scheduleIds.includes(state.scheduleId)
    ? { ...state, scheduleId: undefined, collection: undefined }
    : state

const withFuel = (state: Vehicle, fuelLevel: number): Vehicle => ({
  ...state,
  hasHistory: true,
  registered: state.registered && { ...state.registered, fuelLevel },
})

/** Why a truck can't be sent anywhere now, as a sentence; undefined when it can. */
export function whyUnavailable(id: string, state: Vehicle): string | undefined {
  const { registered, archived } = state
  if (!registered) return `There is no truck ${id}.`
  const { fuelLevel, tankCapacity } = registered
  const why = hindrance({ status: statusOf(state), archived, needs_refuel: needsRefuel(fuelLevel, tankCapacity) })
  return why && `Truck ${id} ${HINDRANCES[why](state)}.`
}

const HINDRANCES: Record<Hindrance, (state: Vehicle) => string> = {
  archived: () => 'is archived',
  maintenance: () => 'is in the workshop',
  scheduled: () => 'is on another collection',
  'on-route': () => 'is on another collection',
  'in-transit': ({ boundFor }) => `is on its way to ${boundFor}`,
  'low fuel': () => 'needs refuelling first',
}

/** What it is doing, by its stream. */
export const statusOf = ({ collection, boundFor, inWorkshop }: Vehicle): VehicleStatus =>
  vehicleStatus({ boundFor, inWorkshop, collection: collection && (collection.startedAt ? 'on-route' : 'scheduled') })
