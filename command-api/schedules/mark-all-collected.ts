/**
 * MarkAllCollected: one truck takes every open report to a site.
 * Each zone's reports are claimed before the truck leaves.
 */

import type { Event, EventData, EventOf } from '#contract/events.ts'
import { isRejection, type Rejection } from '#contract/http/problems.ts'
import type { Zone } from '#domain/city.ts'
import { distanceKmOf } from '#domain/zones.ts'
import type { Envelope } from '#platform/event-store/event-store.ts'
import { releaseArrivedTruck } from '../aggregates/free-truck.ts'
import { type Vehicle, vehicleAggregate } from '../aggregates/vehicle.ts'
import { handleWithFacts } from '../kernel/handle.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { MAX_REPORTS_PER_EVENT, readZonesToCollect, refuseClosedSite } from '../lookups/city.ts'
import { readConfiguration } from '../lookups/configuration.ts'
import { type DispatchTruckCommand, dispatchTruck, refuseDispatch } from './dispatch-truck.ts'
import { runWithReportClaims, type TruckLoadClaimer } from './load-truck.ts'

export interface DispatchResult {
  /** Data of the dispatch; absent if the truck had no load to take. */
  dispatch?: EventData<'TruckDispatched'>
  /** All events that the command caused, including the event of the trip. */
  events: readonly Event[]
  position: number
}

interface DispatchTruckOptions extends Pick<DispatchTruckCommand, 'vehicleId' | 'siteId' | 'estimatedArrival'> {
  /** Claims the reports of the truck's loads before the truck leaves. */
  load: (loading: TruckLoadClaimer) => Promise<DispatchTruckCommand['loads'] | Rejection>
  /**
   * Additional check by the caller.
   * Returns a refusal if the truck must not leave.
   */
  refuse?: (truck: Vehicle) => Rejection | undefined
}

/**
 * Sends a truck with its load to a site.
 * A repeated command returns the result of its first attempt.
 */
export async function handleDispatchTruck(
  kernel: Kernel,
  { load, refuse, ...command }: DispatchTruckOptions,
  envelope: Envelope,
): Promise<DispatchResult | Rejection> {
  const { store, rows, clock } = kernel
  const { vehicleId, siteId } = command
  await releaseArrivedTruck(kernel, vehicleId)
  const handled = await runWithReportClaims(kernel, vehicleId, envelope, (loadingOf) => {
    /** Claims the reports for this truck before it leaves, so that no other truck can take them. */
    const gather = async (truck: Vehicle) => {
      // Refuses an impossible dispatch before the truck claims any reports.
      const refused = refuseDispatch(command, truck) ?? refuse?.(truck) ?? (await refuseClosedSite(kernel, siteId))
      if (refused) return refused
      const loading = loadingOf(truck)
      const loads = await load(loading)
      if (isRejection(loads)) return loads
      const { zone_distances, fuel_prices } = await readConfiguration(await rows.upToNow('configuration'))
      const distance = loads.reduce((km, { zone }) => km + distanceKmOf(zone, siteId, zone_distances), 0)
      return { claimId: loading.claimId, loads, distance, fuelPrice: fuel_prices.diesel }
    }
    const decide = (truck: Vehicle, load: Pick<DispatchTruckCommand, 'claimId' | 'loads' | 'distance' | 'fuelPrice'>) =>
      dispatchTruck({ ...command, ...load, dispatchedBy: envelope.actor }, truck, clock())
    return handleWithFacts(store, vehicleAggregate.stream(vehicleId), vehicleAggregate, { gather, decide }, envelope)
  })
  if (isRejection(handled)) return handled
  const sent = handled.events.find((event): event is EventOf<'TruckDispatched'> => event.type === 'TruckDispatched')
  return { dispatch: sent?.data, events: handled.events, position: handled.position }
}

/**
 * Claims all open reports of the given zones.
 * Without `zones`, those of all zones.
 * Also claims reports that were marked as collected one by one since each zone's last load.
 */
export const createOpenReportsClaimer =
  (kernel: Kernel, zones?: readonly Zone[]) =>
  async (loading: TruckLoadClaimer): Promise<DispatchTruckCommand['loads'] | Rejection> => {
    const waiting = await readZonesToCollect(await kernel.rows.upToNow('zones'))
    return claimZoneLoads(loading, zones ? waiting.filter((zone) => zones.includes(zone)) : waiting, () => true)
  }

/**
 * Claims reports for a truck, one load per zone.
 * A load contains the open reports that `open` selects.
 * It also contains reports that were marked as collected one by one.
 */
export async function claimZoneLoads(
  loading: TruckLoadClaimer,
  zones: readonly Zone[],
  open: (reportId: string) => boolean,
): Promise<DispatchTruckCommand['loads'] | Rejection> {
  const loads: DispatchTruckCommand['loads'][number][] = []
  let most = MAX_REPORTS_PER_EVENT
  for (const zone of zones) {
    const load = await loading.take(zone, { open, most })
    if (load && isRejection(load)) return load
    if (!load) continue
    most -= load.reportIds.length + (load.alsoCollected ?? 0)
    loads.push(load)
  }
  return loads
}
