/**
 * DispatchTruck: a truck leaves for a site with its loads.
 * The truck's own stream decides, so it is never booked twice.
 */

import type { EventData } from '#contract/events.ts'
import { type Rejection, reject } from '#contract/http/problems.ts'
import { type Message, msg } from '#contract/languages/message.ts'
import { toQuantityValue } from '#contract/languages/values.ts'
import { CLOCK_TOLERANCE_MS, LOAD_TRANSIT_LIMIT_MS, loadLimitKgOf } from '#domain/plausible-limits.ts'
import { deliveryIdOf, dispatchIdOf, estimateLoadWeight } from '../aggregates/delivery.ts'
import { createCollectionTripEvents, createTripEvents } from '../aggregates/trip.ts'
import type { Vehicle } from '../aggregates/vehicle.ts'
import { createEvent, type Decider } from '../kernel/decider.ts'

export type DispatchLoad = EventData<'TruckDispatched'>['loads'][number]

export interface DispatchTruckCommand {
  vehicleId: string
  siteId: string
  /** Id of the claim that reserved the truck's reports. */
  claimId?: string
  /**
   * Loads of the truck, each with its zone's code.
   * Empty if the truck has no reports to collect.
   * The weight of a load without one is estimated.
   */
  loads: readonly (Omit<DispatchLoad, 'deliveryId' | 'weight'> & { weight?: number; code: string })[]
  /** Estimated time of arrival; by default 60 minutes from now. */
  estimatedArrival?: string
  /** Distance in km from zones to site, for a truck without a collection. */
  distance: number
  /** Currency units per litre. */
  fuelPrice: number
  dispatchedBy: string
}

/** Default travel time to the site, in ms. */
const ON_THE_ROAD_MS = 60 * 60_000

/** Returns why a truck can't leave for a site, or undefined. */
export function refuseDispatch(
  { vehicleId, siteId }: Pick<DispatchTruckCommand, 'vehicleId' | 'siteId'>,
  truck: Vehicle,
): Rejection | undefined {
  if (!truck.registered) return reject('bad-request', msg`There is no truck ${{ vehicleId }}.`)
  if (truck.archived) return reject('conflict', msg`Truck ${{ vehicleId }} is archived.`)
  if (truck.inWorkshop) return reject('conflict', msg`Truck ${{ vehicleId }} is in the workshop.`)
  if (truck.boundFor && truck.boundFor !== siteId)
    return reject(
      'conflict',
      msg`Truck ${{ vehicleId }} is on its way to ${{ boundFor: truck.boundFor }}. Choose another truck.`,
    )
  return undefined
}

/** Returns why a truck can't take these loads, or undefined. */
export function refuseLoads(
  {
    loads,
    estimatedArrival,
  }: Pick<DispatchTruckCommand, 'estimatedArrival'> & { loads: readonly { weight?: number | undefined }[] },
  { registered }: Vehicle,
  now: Date,
): Rejection | undefined {
  const refuse = (field: string, why: Message) => reject('bad-request', why, { [field]: why })
  const onTheRoad = estimatedArrival ? Date.parse(estimatedArrival) - now.getTime() : 0
  if (onTheRoad < -CLOCK_TOLERANCE_MS)
    return refuse('estimatedArrival', msg`A load can’t arrive before its truck leaves.`)
  if (onTheRoad > LOAD_TRANSIT_LIMIT_MS)
    return refuse('estimatedArrival', msg`A load can be on the road for a week at most.`)
  const most = loadLimitKgOf(registered?.type ?? 'compressed_truck')
  return loads.some(({ weight = 0 }) => weight > most)
    ? refuse('weight', msg`This truck carries at most ${{ most: toQuantityValue(most, 'kg') }}.`)
    : undefined
}

export const dispatchTruck: Decider<DispatchTruckCommand, Vehicle, 'vehicle'> = (command, truck, now) => {
  const { vehicleId, siteId, claimId, loads, dispatchedBy } = command
  const refused = refuseDispatch(command, truck)
  if (refused) return refused
  const beyond = refuseLoads(command, truck, now)
  if (beyond) return beyond
  if (loads.length === 0) return []
  const number = truck.dispatches + 1
  const aboard = new Set(loads.flatMap(({ reportIds }) => reportIds))
  const leftIds = truck.collection?.reportIds?.filter((id) => !aboard.has(id)) ?? []
  return [
    createEvent('TruckDispatched', {
      dispatchId: dispatchIdOf(vehicleId, number),
      vehicleId,
      siteId,
      claimId,
      loads: loads.map(({ code, ...load }) => ({
        ...load,
        deliveryId: deliveryIdOf(vehicleId, number, code),
        weight: load.weight ?? estimateLoadWeight(countReportsInLoad(load)),
        measured: load.weight === undefined ? undefined : true,
      })),
      scheduleIds: truck.scheduleId ? [truck.scheduleId] : [],
      leftIds,
      estimatedArrival: command.estimatedArrival ?? new Date(now.getTime() + ON_THE_ROAD_MS).toISOString(),
      dispatchedBy,
      dispatchedAt: now.toISOString(),
    }),
    ...tripOf(command, truck, now),
  ]
}

/**
 * Returns the events of the collection trip, if this dispatch completes a collection.
 * Otherwise returns those of the trip to the site.
 */
function tripOf(
  { siteId, distance, fuelPrice, dispatchedBy: loggedBy }: DispatchTruckCommand,
  truck: Vehicle,
  now: Date,
) {
  if (truck.collection) return createCollectionTripEvents(truck, { fuelPrice, loggedBy }, now)
  const way = { tripType: 'delivery', distance, description: `To ${siteId}`, tripStart: now, tripEnd: now } as const
  return createTripEvents(truck, { ...way, fuelPrice, loggedBy }, now)
}

/**
 * Returns the number of reports in a load.
 * Includes reports that were marked collected one by one since the zone's last load.
 */
export const countReportsInLoad = ({
  reportIds,
  alsoCollected = 0,
}: Pick<DispatchLoad, 'reportIds' | 'alsoCollected'>) => reportIds.length + alsoCollected
