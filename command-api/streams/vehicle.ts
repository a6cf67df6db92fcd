/** A truck: the stream that fleet and collections both decide on, so that no truck is ever in two places. */
import type { Event, EventData } from '#contract/events.ts'
import { needsRefuel } from '#rules/planning.ts'
import type { Aggregate } from '../kernel/decider.ts'

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
  /** The site that it is taking a load to. */
  boundFor?: string
  /** How often it has left for a site. */
  dispatches: number
  /** Claims of reports that it will never leave with. */
  abandoned: readonly string[]
}

export const vehicle: Aggregate<Vehicle> = {
  initial: { archived: false, trips: 0, dispatches: 0, abandoned: [] },
  evolve(state, { type, data }: Event): Vehicle {
    switch (type) {
      case 'VehicleRegistered':
        return { ...state, registered: data, since: data.registeredAt }
      case 'VehicleChanged':
        return { ...state, registered: data }
      case 'VehicleRefuelled':
        return withFuel(state, data.fuelLevel)
      case 'TripLogged':
        return { ...withFuel(state, data.fuelLevel), trips: state.trips + 1 }
      case 'VehicleSentToWorkshop':
        return { ...state, hasHistory: true, inWorkshop: true }
      case 'VehicleBackInService':
        return { ...state, inWorkshop: false }
      case 'VehicleArchived':
        return { ...state, archived: true }
      case 'VehicleRemoved':
        return { ...vehicle.initial, removed: true }
      case 'CollectionScheduled':
        return { ...state, hasHistory: true, scheduleId: data.scheduleId, collection: { planned: data } }
      case 'CollectionRescheduled': {
        const { collection } = state
        const { scheduledStart } = data
        return collection
          ? { ...state, collection: { ...collection, planned: { ...collection.planned, scheduledStart } } }
          : state
      }
      case 'CollectionStarted':
        return state.collection && state.scheduleId === data.scheduleId
          ? {
              ...state,
              collection: { ...state.collection, startedAt: data.startedAt, reportIds: data.reportIds },
            }
          : state
      case 'CollectionCompleted':
      case 'CollectionCancelled':
        return ended(state, [data.scheduleId])
      case 'TruckDispatched':
        return {
          ...ended(state, data.scheduleIds),
          hasHistory: true,
          boundFor: data.siteId,
          dispatches: state.dispatches + 1,
        }
      case 'TruckArrived':
        return { ...state, boundFor: undefined }
      case 'DispatchAbandoned':
        return { ...state, abandoned: [...state.abandoned, data.claimId] }
      default:
        return state
    }
  },
}

const ended = (state: Vehicle, scheduleIds: readonly string[]): Vehicle =>
  state.scheduleId && scheduleIds.includes(state.scheduleId)
    ? { ...state, scheduleId: undefined, collection: undefined }
    : state

const withFuel = (state: Vehicle, fuelLevel: number): Vehicle => ({
  ...state,
  hasHistory: true,
  registered: state.registered && { ...state.registered, fuelLevel },
})

export const vehicleStream = (id: string) => `vehicle-${id}`

/** Why a truck can't be sent anywhere now, as a sentence; undefined when it can. */
export function whyUnavailable(id: string, { registered, archived, inWorkshop, scheduleId, boundFor }: Vehicle) {
  if (!registered) return `There is no truck ${id}.`
  if (archived) return `Truck ${id} is archived.`
  if (inWorkshop) return `Truck ${id} is in the workshop.`
  if (scheduleId) return `Truck ${id} is on another collection.`
  if (boundFor) return `Truck ${id} is on its way to ${boundFor}.`
  const { fuelLevel, tankCapacity } = registered
  return needsRefuel(fuelLevel, tankCapacity) ? `Truck ${id} needs refuelling first.` : undefined
}
