/** The dispatcher's work: a zone has enough reports, a truck is sent, and what is reported in its district is collected. */
import { lookUp } from '#rules/dictionary.ts'
import { FIRST_DISTANCES, OTHER_DISTANCE } from '#rules/distances.ts'
import { BASE_KG, REPORT_KG } from '#rules/planning.ts'
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
  /** Somebody else has planned its collection: no truck is scheduled for it, only sent when a report has waited too long. */
  taken: boolean
  /** Trucks of rounds that were under way as the city began: they collect it, and nobody else is sent. */
  coming: number
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
  /** Since when the oldest report of a city that begins has waited (ms). */
  waitingSince?: number
}

/** A truck sent to a zone. */
interface Round<Z extends string> {
  zone: ZoneState<Z>
  truck: Truck
  site: WasteSite
  /** All that its collection drives. */
  km: number
  random: Random
  /** It has collected. */
  ended: () => void
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
/** How often the nearest site is chosen. */
const NEAREST = 0.8

export function createRounds<Z extends string>(needs: RoundsNeeds<Z>) {
  const { seed, agenda, emit, fleet, sites, emptied } = needs
  const distances: Distances = needs.distances ?? FIRST_DISTANCES
  const unloading = createUnloading(needs)
  const distance = (zone: string, site: WasteSite) => lookUp(lookUp(distances, zone), site.id) ?? OTHER_DISTANCE
  const began = agenda.now()
  const siteWay = ({ name }: ZoneState<Z>, site: WasteSite) => ({ id: site.id, km: distance(name, site) })
  const share = (zone: ZoneState<Z>) => zone.open.length / zone.threshold

  function begin(zone: ZoneState<Z>): void {
    zone.district.underway = true
    const random = randomOf(`${seed}/round/${zone.district.name}/${dayOf(agenda.now())}`)
    // Who looks at a city that has been there for long finds it decided, however often somebody looks anew.
    const minutes = agenda.now() === began ? random.between(1, 5) : random.exponential(35)
    const send = zone.taken ? sendUnplanned : schedule
    const decided = workingTime(agenda.now() + minutes * MINUTE_MS, random)
    agenda.plan(decided, () => fleet.take(random, (truck) => send(zone, truck, random)))
  }

  function roundOf(
    zone: ZoneState<Z>,
    truck: Truck,
    site: WasteSite,
    of: Pick<Round<Z>, 'random' | 'ended'>,
  ): Round<Z> {
    return { zone, truck, site, km: collectionKm(truck, zone.name, zone.open.length, siteWay(zone, site)), ...of }
  }

  /** What ends a round of the district's own. */
  const over =
    ({ district }: ZoneState<Z>) =>
    () => {
      district.underway = false
    }
  /** What ends a round that was under way as the city began. */
  const arrived = (zone: ZoneState<Z>) => () => {
    zone.coming--
  }

  /** Somebody else's plan stands, and its truck does not come: another one collects what has waited too long. */
  function sendUnplanned(zone: ZoneState<Z>, truck: Truck, random: Random): void {
    const round = roundOf(zone, truck, siteFor(zone, random), { random, ended: over(zone) })
    agenda.plan(agenda.now() + random.between(70, 105) * MINUTE_MS, () => collect(round))
  }

  function schedule(zone: ZoneState<Z>, truck: Truck, random: Random): void {
    const site = siteFor(zone, random)
    const body = { zone: zone.name, vehicleIds: [truck.id], siteId: site.id }
    emit('ScheduleCollection', `${zone.name}/${truck.id}`, { body })
    const round = roundOf(zone, truck, site, { random, ended: over(zone) })
    agenda.plan(agenda.now() + random.between(15, 25) * MINUTE_MS, () => start(round))
  }

  function siteFor(zone: ZoneState<Z>, random: Random): WasteSite {
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
    const isFree = ({ taken, coming }: ZoneState<Z>) => !taken && coming === 0
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
    // The trip that is logged with the dispatch itself.
    drive(truck, km)
    // Somebody else has collected it: the truck comes back empty.
    if (households.length === 0) return unloading.release(truck, random)
    const tonnes = (served.length * BASE_KG + households.length * REPORT_KG) / 1000
    unloading.send({ zone: name, truck, site, distance: distance(name, site), tonnes, random })
  }

  /** Whatever the threshold, the first report is not to wait for ever. */
  function wait(district: District<Z>): void {
    const { rounds } = district
    district.waiting = rounds
    const since = district.waitingSince ?? agenda.now()
    const random = randomOf(`${seed}/patience/${district.name}/${dayOf(since)}`)
    giveUpAt(district, since + random.between(PATIENCE.least, PATIENCE.most) * DAY_MS)
  }

  function giveUpAt(district: District<Z>, time: number): void {
    const { rounds } = district
    agenda.plan(time, () => {
      if (district.rounds !== rounds || district.underway) return
      const waits = district.zones.filter(({ open, coming }) => open.length > 0 && coming === 0)
      if (waits.length === 0) giveUpAt(district, agenda.now() + DAY_MS / 2)
      else begin(waits.reduce((most, zone) => (share(zone) > share(most) ? zone : most)))
    })
  }

  return {
    /** A report of the zone was opened: a collection follows once there are enough, or it has waited too long. */
    reported(zone: ZoneState<Z>): void {
      const { district, taken, coming } = zone
      if (district.underway) return
      if (zone.open.length >= zone.threshold && !taken && coming === 0) begin(zone)
      else if (district.waiting !== district.rounds) wait(district)
    },
    /** Goes on with the round that a truck is on as a living city begins. */
    takeUp(zone: ZoneState<Z>, truck: Truck, { siteId, stage, since, tonnes = 0 }: UnderWay): void {
      // From when it began, so that it ends however often the city is taken up anew.
      const random = randomOf(`${seed}/take-up/${truck.id}/${since.getTime()}`)
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
    /** Lets a truck go round, from the city's beginning on. */
    release: unloading.release,
  }
}
