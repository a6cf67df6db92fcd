/**
 * Simulates the end of a collection: the truck arrives at its site.
 * The recycler then records the contents, and the trip and its fuel are logged.
 */

import type { SimulatedCommandEmitter } from '#contract/demo/simulated-command.ts'
import type { EventQueue } from './agenda.ts'
import {
  consumeTruckFuel,
  isLowOnFuel,
  refuelTruck,
  type SimulatedFleet,
  type SimulatedTruck,
  simulatedDieselPriceAt,
} from './fleet.ts'
import type { Random } from './random.ts'
import { DAY_MS, MINUTE_MS, nextWorkingTime } from './rhythm.ts'
import type { WasteSite } from './waste-site.ts'

/** A truck on its way from a zone to a site. */
interface Load {
  zone: string
  truck: SimulatedTruck
  site: WasteSite
  /** Distance from the zone to the site, in km. */
  distance: number
  tonnes: number
  random: Random
}

export interface UnloadingSimulationOptions<Z extends string> {
  seed: string
  agenda: EventQueue
  emit: SimulatedCommandEmitter<Z>
  fleet: SimulatedFleet
}

/** Minimum and maximum number of days until the waste of a full site is processed. */
const PROCESSED_IN = { least: 1, most: 4 }

export function createUnloadingSimulation<Z extends string>({
  seed,
  agenda,
  emit,
  fleet,
}: UnloadingSimulationOptions<Z>) {
  /** Number of trucks on their way to each site. */
  const bound = new Map<WasteSite, number>()
  const toProcess = new Set<WasteSite>()

  /**
   * Sends a load to its site.
   * `left` is the departure time, given if the load left before the simulation started.
   */
  function send(load: Load, left = agenda.now()): void {
    const { site, random } = load
    bound.set(site, (bound.get(site) ?? 0) + 1)
    agenda.plan(Math.max(left + random.between(52, 74) * MINUTE_MS, agenda.now()), () => arrive(load, left))
  }

  function arrive({ zone, truck, site, distance, tonnes, random }: Load, left: number): void {
    const now = agenda.now()
    bound.set(site, (bound.get(site) ?? 1) - 1)
    const update = site.receive(tonnes, now)
    emit('UpdateComposition', `${site.id}/${truck.id}`, { siteId: site.id, vehicleId: truck.id, ...update })
    // Logs the trip from the site to the depot.
    // The way to the site is already part of the collection's trip.
    logTrip(truck, distance * random.between(0.97, 1.1), left, now, `${site.id} to the depot, from ${zone}`)
    planProcessing(site, random)
    release(truck, random)
  }

  function logTrip(truck: SimulatedTruck, km: number, from: number, to: number, route: string) {
    const distance_km = Math.max(0.1, Math.round(km * 10) / 10)
    consumeTruckFuel(truck, distance_km)
    const [trip_start, trip_end] = [new Date(from).toISOString(), new Date(to).toISOString()]
    const body = {
      vehicle_id: truck.id,
      trip_type: 'delivery' as const,
      distance_km,
      trip_start,
      trip_end,
      route_description: route,
    }
    emit('LogTrip', truck.id, { body })
  }

  /** Frees a truck, after refuelling if necessary. */
  function release(truck: SimulatedTruck, random: Random): void {
    if (!isLowOnFuel(truck)) {
      fleet.release(truck)
      return
    }
    truck.free = false
    agenda.plan(agenda.now() + random.between(20, 50) * MINUTE_MS, () => {
      const cost_per_liter = simulatedDieselPriceAt(seed, agenda.now())
      emit('Refuel', truck.id, { body: { vehicle_id: truck.id, liters_added: refuelTruck(truck), cost_per_liter } })
      fleet.release(truck)
    })
  }

  function planProcessing(site: WasteSite, random: Random, days = PROCESSED_IN): void {
    if (!site.due() || toProcess.has(site)) return
    toProcess.add(site)
    agenda.plan(nextWorkingTime(agenda.now() + random.between(days.least, days.most) * DAY_MS, random), () =>
      process(site),
    )
  }

  /**
   * Waits for trucks that are still driving to the site.
   * The site update would otherwise mark their deliveries as arrived too early.
   */
  function process(site: WasteSite): void {
    if ((bound.get(site) ?? 0) > 0) {
      agenda.plan(agenda.now() + 90 * MINUTE_MS, () => process(site))
      return
    }
    toProcess.delete(site)
    emit('UpdateComposition', site.id, { siteId: site.id, ...site.process(agenda.now()) })
  }

  return { send, release, planProcessing }
}
