/** The dispatcher's work: a zone has enough reports, a truck is sent, and what is reported in its district is collected. */
import { DEFAULT_DISTANCES, OTHER_DISTANCE } from '#contract/configuration.ts'
import { collectionKm, drive, type Truck, type UnderWay } from './fleet.ts'
import type { Household } from './household.ts'
import { type Random, randomOf } from './random.ts'
import { DAY_MS, dayOf } from './rhythm.ts'
import { createUnloading, type UnloadingNeeds } from './unloading.ts'
import type { WasteSite } from './waste-site.ts'
import { MINUTE_MS, workingTime } from './working-hours.ts'

/** A zone and those of its households whose report is open. */
export interface ZoneState<Z extends string> {
  name: Z
  /** Open reports at which a collection is recommended. */
  threshold: number
  open: Household<Z>[]
  district: District<Z>
  /** A truck is planned for it that is no round of this city's dispatcher: nobody else is sent, and no other truck takes its waste. */
  planned: boolean
}

/** Zones whose open reports are collected by one round, as 'mark all collected' does. */
export interface District<Z extends string> {
  name: string
  zones: ZoneState<Z>[]
  underway: boolean
  /** How many there have been. */
  rounds: number
  /** The number of rounds at which somebody last began to wait for more reports. */
  waiting?: number
}

/** A truck sent to a zone. */
interface Round<Z extends string> {
  zone: ZoneState<Z>
  truck: Truck
  site: WasteSite
  /** All that its collection drives. */
  km: number
  random: Random
}

/** Zone to site to km. */
export type Distances = Readonly<Record<string, Readonly<Record<string, number>>>>

interface RoundsNeeds<Z extends string> extends UnloadingNeeds<Z> {
  sites: readonly WasteSite[]
  distances?: Distances
  /** A bin was emptied. */
  emptied: (household: Household<Z>) => void
}

/** Days that a dispatcher lets the first report wait, whatever the threshold: between these, as other work allows. */
const PATIENCE = { least: 3, most: 9 }
/** kg of a delivery, and of each report in it (decisions, section 3). */
const [DELIVERY_KG, REPORT_KG] = [450, 75]
/** How often the nearest site is chosen. */
const NEAREST = 0.8

export function createRounds<Z extends string>(needs: RoundsNeeds<Z>) {
  const { seed, agenda, emit, fleet, sites, emptied } = needs
  const distances: Distances = needs.distances ?? DEFAULT_DISTANCES
  const unloading = createUnloading(needs)
  const distance = (zone: string, site: WasteSite) => distances[zone]?.[site.id] ?? OTHER_DISTANCE
  const siteWay = ({ name }: ZoneState<Z>, site: WasteSite) => ({ id: site.id, km: distance(name, site) })
  const share = (zone: ZoneState<Z>) => zone.open.length / zone.threshold

  function begin(zone: ZoneState<Z>): void {
    zone.district.underway = true
    const random = randomOf(`${seed}/round/${zone.district.name}/${dayOf(agenda.now())}`)
    const decided = agenda.now() + random.exponential(35) * MINUTE_MS
    agenda.plan(workingTime(decided, random), () => fleet.take(random, (truck) => schedule(zone, truck, random)))
  }

  function schedule(zone: ZoneState<Z>, truck: Truck, random: Random): void {
    const site = siteFor(zone, random)
    const body = { zone: zone.name, vehicleIds: [truck.id], siteId: site.id }
    emit('ScheduleCollection', `${zone.name}/${truck.id}`, { body })
    const round = {
      zone,
      truck,
      site,
      km: collectionKm(truck, zone.name, zone.open.length, siteWay(zone, site)),
      random,
    }
    agenda.plan(agenda.now() + random.between(15, 25) * MINUTE_MS, () => start(round))
  }

  function siteFor(zone: ZoneState<Z>, random: Random): WasteSite {
    const least = Math.min(...sites.map((site) => distance(zone.name, site)))
    const nearest = sites.filter((site) => distance(zone.name, site) === least)
    return random.pick(random.uniform() < NEAREST ? nearest : sites)
  }

  function start(round: Round<Z>): void {
    const { zone, truck, random } = round
    const began = agenda.now()
    emit('StartCollection', truck.id, { zone: zone.name, vehicleId: truck.id, body: { status: 'in-progress' } })
    const minutes = random.between(55, 80) + 0.4 * zone.open.length
    agenda.plan(began + minutes * MINUTE_MS, () => collect(round))
  }

  function collect({ zone, truck, site, km, random }: Round<Z>) {
    const { name, district } = zone
    const served = district.zones.filter((one) => one.open.length > 0 && (one === zone || !one.planned))
    const households = served.flatMap(({ open }) => open)
    emit('MarkAllCollected', truck.id, {
      body: { dumpingSiteId: site.id, truckId: truck.id },
      zones: served.map((zone) => zone.name),
      reporters: households.map(({ resident }) => resident),
    })
    for (const one of served) one.open = []
    // Whoever was planned for a zone has collected it with this; the district's own round may be another.
    if (zone.planned) zone.planned = false
    else district.underway = false
    district.rounds++
    for (const household of households) emptied(household)
    const tonnes = (served.length * DELIVERY_KG + households.length * REPORT_KG) / 1000
    // The trip that is logged with the dispatch itself.
    drive(truck, km)
    unloading.send({ zone: name, truck, site, distance: distance(name, site), tonnes, random })
  }

  /** Whatever the threshold, the first report is not to wait for ever. */
  function wait(district: District<Z>): void {
    const { rounds } = district
    district.waiting = rounds
    const random = randomOf(`${seed}/patience/${district.name}/${dayOf(agenda.now())}`)
    agenda.plan(agenda.now() + random.between(PATIENCE.least, PATIENCE.most) * DAY_MS, () => {
      if (district.rounds !== rounds || district.underway) return
      const free = district.zones.filter(({ planned }) => !planned)
      if (free.length === 0) district.waiting = undefined
      else begin(free.reduce((most, one) => (share(one) > share(most) ? one : most)))
    })
  }

  return {
    /** A report of the zone was opened: a collection follows once there are enough, or it has waited too long. */
    reported(zone: ZoneState<Z>): void {
      const { district } = zone
      if (district.underway || zone.planned) return
      if (zone.open.length >= zone.threshold) begin(zone)
      else if (district.waiting !== district.rounds) wait(district)
    },
    /** Goes on with the round that a truck is on as a living city begins. */
    takeUp(zone: ZoneState<Z>, truck: Truck, { siteId, stage, since, tonnes = 0 }: UnderWay): void {
      const site = sites.find(({ id }) => id === siteId)
      if (!site) return
      const random = randomOf(`${seed}/take-up/${truck.id}/${agenda.now()}`)
      const soon = agenda.now() + random.between(45, 100) * MINUTE_MS
      if (stage === 'loaded') {
        unloading.send({ zone: zone.name, truck, site, distance: distance(zone.name, site), tonnes, random })
        return
      }
      zone.planned = true
      const round = {
        zone,
        truck,
        site,
        km: collectionKm(truck, zone.name, zone.open.length, siteWay(zone, site)),
        random,
      }
      if (stage === 'collecting') agenda.plan(soon, () => collect(round))
      else agenda.plan(Math.max(soon, since.getTime()), () => start(round))
    },
    look: unloading.look,
    /** Lets a truck go round, from the city's beginning on. */
    release: unloading.release,
  }
}
