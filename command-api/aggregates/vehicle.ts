/**
 * A truck and its dispatches.
 * Fleet and collection commands use the same stream, so no truck is booked twice.
 */

import type { EventData } from '#contract/events.ts'
import { type Message, msg } from '#contract/languages/message.ts'
import type { VehicleStatus } from '#domain/city.ts'
import { isRefuelNeeded } from '#domain/planning.ts'
import { deriveVehicleStatus, findTruckUnavailability, type TruckUnavailability } from '#domain/trucks.ts'
import { type EventStore, hasType } from '#platform/event-store/event-store.ts'
import { type Chain, defineAggregate, keepStateUnchanged } from '../kernel/category.ts'

export interface Vehicle {
  /** Current registration; undefined before registration and after removal. */
  registered?: Omit<EventData<'VehicleRegistered'>, 'registeredBy' | 'registeredAt'>
  /** Time at which the vehicle was last registered. */
  since?: string
  archived: boolean
  /** True if the truck was deleted; its id stays reserved. */
  removed?: boolean
  /**
   * True once the truck was scheduled, dispatched, driven or refuelled.
   * It can then only be archived.
   */
  hasHistory?: boolean
  /** Number of logged trips. */
  trips: number
  /** True while the truck is in the workshop and unavailable. */
  inWorkshop?: boolean
  /** Id of the truck's current schedule, from scheduling until the collection ends. */
  scheduleId?: string
  /** Current collection: its plan, its start and the assigned reports. */
  collection?: { planned: EventData<'CollectionScheduled'>; startedAt?: string; reportIds?: readonly string[] }
  /** Plan of the truck's last collection, if that collection was cancelled. */
  calledOff?: EventData<'CollectionScheduled'>
  /** Id of the site to which the current load is going. */
  boundFor?: string
  /** Last reading of the odometer, in km. */
  odometer?: number
  /** Number of times that the truck was dispatched. */
  dispatches: number
  /** Ids of claims that were abandoned because the truck did not depart. */
  abandoned?: Chain<string>
}

const INITIAL_VEHICLE: Vehicle = { archived: false, trips: 0, dispatches: 0 }

export const vehicleAggregate = defineAggregate<Vehicle, 'vehicle'>('vehicle', INITIAL_VEHICLE, {
  VehicleRegistered: (state, registered) => ({ ...state, registered, since: registered.registeredAt }),
  VehicleChanged: (state, registered) => ({ ...state, registered }),
  VehicleRefuelled: (state, { fuelLevel }) => withFuel(state, fuelLevel),
  TripLogged: (state, { fuelLevel = state.registered?.fuelLevel ?? 0 }) => ({
    ...withFuel(state, fuelLevel),
    trips: state.trips + 1,
  }),
  ShiftEnded: (state, { fuelLevel = state.registered?.fuelLevel ?? 0, odometer = state.odometer }) => ({
    ...withFuel(state, fuelLevel),
    ...(odometer !== undefined && { odometer }),
  }),
  VehicleSentToWorkshop: (state) => ({ ...state, hasHistory: true, inWorkshop: true }),
  VehicleBackInService: (state) => ({ ...state, inWorkshop: false }),
  VehicleArchived: (state) => ({ ...state, archived: true }),
  VehicleRemoved: () => ({ ...INITIAL_VEHICLE, removed: true }),
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
  CollectionOverdue: keepStateUnchanged,
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
  DispatchAbandoned: (state, { claimId }) => ({ ...state, abandoned: { item: claimId, before: state.abandoned } }),
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

/** Returns a sentence why a truck is unavailable; undefined if available. */
export function explainVehicleUnavailability(vehicleId: string, state: Vehicle): Message | undefined {
  const { registered, archived } = state
  if (!registered) return msg`There is no truck ${{ vehicleId }}.`
  const { fuelLevel, tankCapacity } = registered
  const why = findTruckUnavailability({
    status: vehicleStatusOf(state),
    archived,
    needs_refuel: isRefuelNeeded(fuelLevel, tankCapacity),
  })
  return why && UNAVAILABILITY_MESSAGES[why](vehicleId, state)
}

const UNAVAILABILITY_MESSAGES: Record<TruckUnavailability, (vehicleId: string, state: Vehicle) => Message> = {
  archived: (vehicleId) => msg`Truck ${{ vehicleId }} is archived.`,
  maintenance: (vehicleId) => msg`Truck ${{ vehicleId }} is in the workshop.`,
  scheduled: (vehicleId) => msg`Truck ${{ vehicleId }} is on another collection.`,
  'on-route': (vehicleId) => msg`Truck ${{ vehicleId }} is on another collection.`,
  'in-transit': (vehicleId, { boundFor = '' }) => msg`Truck ${{ vehicleId }} is on its way to ${{ boundFor }}.`,
  'low fuel': (vehicleId) => msg`Truck ${{ vehicleId }} needs refuelling first.`,
}

/** Returns the status of the truck, as folded from its stream. */
export const vehicleStatusOf = ({ collection, boundFor, inWorkshop }: Vehicle): VehicleStatus =>
  deriveVehicleStatus({
    boundFor,
    inWorkshop,
    collection: collection && (collection.startedAt ? 'on-route' : 'scheduled'),
  })

export type TruckDispatch = EventData<'TruckDispatched'>

/** Returns the truck's first recorded dispatch for which `wanted` returns true. */
export async function findTruckDispatch(
  store: EventStore,
  vehicleId: string,
  wanted: (dispatch: TruckDispatch) => boolean,
): Promise<TruckDispatch | undefined> {
  const recorded = await store.readStream(vehicleAggregate.stream(vehicleId))
  return recorded.filter((logged) => hasType(logged, 'TruckDispatched')).find(({ data }) => wanted(data))?.data
}
