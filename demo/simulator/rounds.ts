/**
 * Simulates the dispatcher.
 * A zone with enough reports gets a truck for its whole district.
 */

import { lookUp } from '#domain/dictionary.ts'
import { BASE_KG, REPORT_KG } from '#domain/planning.ts'
import { DEFAULT_DISTANCE_KM, INITIAL_ZONE_DISTANCES_KM } from '#domain/zones.ts'
import { consumeTruckFuel, estimateCollectionKm, type SimulatedRoundProgress, type SimulatedTruck } from './fleet.ts'
import type { Household } from './household.ts'
import { createRandom, type Random } from './random.ts'
import { DAY_MS, epochDayOf, MINUTE_MS, nextWorkingTime } from './rhythm.ts'
import { createUnloadingSimulation, type UnloadingSimulationOptions } from './unloading.ts'
import type { WasteSite } from './waste-site.ts'

/** A zone, and its households with an open report. */
export interface SimulatedZoneState<Z extends string> {
  name: Z
  /** Number of open reports at which a collection is recommended. */
  threshold: number
  open: Household<Z>[]
  district: SimulatedDistrict<Z>
  /**
   * Whether people or policies have scheduled the zone's collection.
   * The simulation then schedules no truck.
   * It still sends one when a report has waited too long.
   */
  taken: boolean
  /**
   * Number of trucks that were on their way at the start, or that people drive.
   * While it is above zero, the simulation sends no other truck to the zone.
   */
  coming: number
}

/** Zones collected together, as with 'mark all collected'. */
export interface SimulatedDistrict<Z extends string> {
  name: string
  zones: SimulatedZoneState<Z>[]
  underway: boolean
  /** Number of collections that have started in the district. */
  rounds: number
  /** Number of collections that had started when the zone began to wait for a collection. */
  waiting?: number
  /** Time of the oldest open report at the live start (ms). */
  waitingSince?: number
}

/** A simulated truck's collection in a zone, and the site for its load. */
interface Round<Z extends string> {
  zone: SimulatedZoneState<Z>
  truck: SimulatedTruck
  site: WasteSite
  /** Distance of the whole collection, in km. */
  km: number
  random: Random
  /** Called after the collection has ended. */
  ended: () => void
}

/** Distances in km by zone, then site. */
export type Distances = Readonly<Record<string, Readonly<Record<string, number>>>>

interface DispatcherSimulationOptions<Z extends string> extends UnloadingSimulationOptions<Z> {
  sites: readonly WasteSite[]
  distances?: Distances
  /** Called for the household of each emptied bin. */
  emptied: (household: Household<Z>) => void
}

/**
 * Minimum and maximum of the days that a district waits for enough reports.
 * The actual wait is random.
 * After the wait, a truck comes even if the reports are below the threshold.
 */
const MAX_WAIT_DAYS = { least: 3, most: 9 }
/** Probability of unloading at the nearest site. */
const NEAREST = 0.8

export function createDispatcherSimulation<Z extends string>(needs: DispatcherSimulationOptions<Z>) {
  const { seed, agenda, emit, fleet, sites, emptied } = needs
  const distances: Distances = needs.distances ?? INITIAL_ZONE_DISTANCES_KM
  const unloading = createUnloadingSimulation(needs)
  const distance = (zone: string, site: WasteSite) => lookUp(lookUp(distances, zone), site.id) ?? DEFAULT_DISTANCE_KM
  const began = agenda.now()
  const siteWay = ({ name }: SimulatedZoneState<Z>, site: WasteSite) => ({ id: site.id, km: distance(name, site) })
  const share = (zone: SimulatedZoneState<Z>) => zone.open.length / zone.threshold

  function begin(zone: SimulatedZoneState<Z>): void {
    zone.district.underway = true
    const random = createRandom(`${seed}/round/${zone.district.name}/${epochDayOf(agenda.now())}`)
    // When the live simulation starts, the simulated dispatcher decides within minutes.
    // Otherwise each restart would add waiting time.
    const minutes = agenda.now() === began ? random.between(1, 5) : random.exponential(35)
    const send = zone.taken ? sendUnplanned : schedule
    const suits = (truck: SimulatedTruck) => !zone.taken || !truck.driven
    const decided = nextWorkingTime(agenda.now() + minutes * MINUTE_MS, random)
    agenda.plan(decided, () => fleet.take(random, (truck) => send(zone, truck, random), suits))
  }

  function roundOf(
    zone: SimulatedZoneState<Z>,
    truck: SimulatedTruck,
    site: WasteSite,
    of: Pick<Round<Z>, 'random' | 'ended'>,
  ): Round<Z> {
    return {
      zone,
      truck,
      site,
      km: estimateCollectionKm(truck, zone.name, zone.open.length, siteWay(zone, site)),
      ...of,
    }
  }

  /** Returns a callback for the end of a collection that the simulation started. */
  const over =
    ({ district }: SimulatedZoneState<Z>) =>
    () => {
      district.underway = false
    }
  /** Returns the callback for the end of a collection that began before the simulation started. */
  const arrived = (zone: SimulatedZoneState<Z>) => () => {
    zone.coming--
  }

  /**
   * Sends an unscheduled truck for reports that waited too long.
   * Called when the truck scheduled by users did not come.
   */
  function sendUnplanned(zone: SimulatedZoneState<Z>, truck: SimulatedTruck, random: Random): void {
    const round = roundOf(zone, truck, siteFor(zone, random), { random, ended: over(zone) })
    agenda.plan(agenda.now() + random.between(70, 105) * MINUTE_MS, () => collect(round))
  }

  function schedule(zone: SimulatedZoneState<Z>, truck: SimulatedTruck, random: Random): void {
    const site = siteFor(zone, random)
    const body = { zone: zone.name, vehicleIds: [truck.id], siteId: site.id }
    emit('ScheduleCollection', `${zone.name}/${truck.id}`, { body })
    const round = roundOf(zone, truck, site, { random, ended: over(zone) })
    agenda.plan(agenda.now() + random.between(15, 25) * MINUTE_MS, () => start(round))
  }

  function siteFor(zone: SimulatedZoneState<Z>, random: Random): WasteSite {
    const least = Math.min(...sites.map((site) => distance(zone.name, site)))
    const nearest = sites.filter((site) => distance(zone.name, site) === least)
    return random.pick(random.uniform() < NEAREST ? nearest : sites)
  }

  function start(round: Round<Z>): void {
    const { zone, truck, random } = round
    emit('StartCollection', truck.id, { zone: zone.name, vehicleId: truck.id, body: { status: 'in-progress' } })
    const minutes = random.between(55, 80) + 0.4 * zone.open.length
    agenda.plan(agenda.now() + minutes * MINUTE_MS, () => collect(round))
  }

  function collect({ zone, truck, site, km, random, ended }: Round<Z>) {
    const { name, district } = zone
    const isFree = ({ taken, coming }: SimulatedZoneState<Z>) => !taken && coming === 0
    const served = district.zones.filter((other) => other.open.length > 0 && (other === zone || isFree(other)))
    const households = served.flatMap(({ open }) => open)
    emit('MarkAllCollected', truck.id, {
      body: { dumpingSiteId: site.id, truckId: truck.id },
      zones: served.map((zone) => zone.name),
      reporters: households.map(({ resident }) => resident),
    })
    for (const other of served) other.open = []
    ended()
    district.rounds++
    district.waitingSince = undefined
    for (const household of households) emptied(household)
    // Consumes the fuel without logging a trip, because the dispatch logs it.
    consumeTruckFuel(truck, km)
    // The truck returns empty, because other trucks have collected all reports.
    if (households.length === 0) return unloading.release(truck, random)
    const tonnes = (served.length * BASE_KG + households.length * REPORT_KG) / 1000
    unloading.send({ zone: name, truck, site, distance: distance(name, site), tonnes, random })
  }

  /**
   * Limits how long a district waits for a truck after its first report.
   * The limit also applies if the reports stay below the threshold.
   */
  function wait(district: SimulatedDistrict<Z>): void {
    const { rounds } = district
    district.waiting = rounds
    const since = district.waitingSince ?? agenda.now()
    const random = createRandom(`${seed}/patience/${district.name}/${epochDayOf(since)}`)
    giveUpAt(district, since + random.between(MAX_WAIT_DAYS.least, MAX_WAIT_DAYS.most) * DAY_MS)
  }

  function giveUpAt(district: SimulatedDistrict<Z>, time: number): void {
    const { rounds } = district
    agenda.plan(time, () => {
      if (district.rounds !== rounds || district.underway) return
      const waits = district.zones.filter(({ open, coming }) => open.length > 0 && coming === 0)
      if (waits.length === 0) giveUpAt(district, agenda.now() + DAY_MS / 2)
      else begin(waits.reduce((most, zone) => (share(zone) > share(most) ? zone : most)))
    })
  }

  return {
    /** Handles a new report: starts a collection or waits for more. */
    reported(zone: SimulatedZoneState<Z>): void {
      const { district, taken, coming } = zone
      if (district.underway) return
      if (zone.open.length >= zone.threshold && !taken && coming === 0) begin(zone)
      else if (district.waiting !== district.rounds) wait(district)
    },
    /** Continues a truck's unfinished collection when the live simulation starts. */
    takeUp(
      zone: SimulatedZoneState<Z>,
      truck: SimulatedTruck,
      { siteId, stage, since, tonnes = 0 }: SimulatedRoundProgress,
    ): void {
      // The random seed contains the start time of the truck's collection.
      // After a restart, the simulation thus computes the same end of the collection.
      const random = createRandom(`${seed}/take-up/${truck.id}/${since.getTime()}`)
      const site = sites.find(({ id }) => id === siteId) ?? siteFor(zone, random)
      const then = Math.max(agenda.now() + MINUTE_MS, since.getTime() + random.between(45, 100) * MINUTE_MS)
      if (stage === 'loaded') {
        const load = { zone: zone.name, truck, site, distance: distance(zone.name, site), tonnes, random }
        unloading.send(load, since.getTime())
        return
      }
      zone.coming++
      const round = roundOf(zone, truck, site, { random, ended: arrived(zone) })
      if (stage === 'collecting') agenda.plan(then, () => collect(round))
      else agenda.plan(then, () => start(round))
    },
    planProcessing: unloading.planProcessing,
    /** Frees a truck for its next collection round. */
    release: unloading.release,
  }
}
