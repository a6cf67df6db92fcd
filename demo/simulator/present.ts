/**
 * State of the demo at its start.
 * One zone nears its threshold, sites are at initial levels.
 * One truck is driving, one is scheduled, one returned this morning.
 */

import type { SimulatedCommand } from '#contract/demo/simulated-command.ts'
import { MATERIALS, type Material } from '#domain/city.ts'
import { percentagesOf } from '#domain/percent-rounding.ts'
import { truckCapacityM3Of, VOLUME_M3_PER_REPORT } from '#domain/planning.ts'
import { recommendationThresholdOf } from '#domain/report-rules.ts'
import { nearestSiteOf } from '#domain/zones.ts'
import { createSimulatedCity } from './city.ts'
import type { SimulatedCityConfig } from './city-plan.ts'
import { DAY_MS, MINUTE_MS } from './rhythm.ts'

/** Pause in ms before the live start, in which trucks return and refuel. */
const REST_MS = 12 * 60 * MINUTE_MS
/**
 * Period in ms before the start of the live simulation.
 * The simulated past may omit its last collections in this period.
 * A zone is then near its threshold when the live simulation starts.
 */
const LOOK_BACK_MS = 14 * DAY_MS
/**
 * Minimum number of open reports in the fullest zone, as a fraction of its threshold.
 * `MAX_THRESHOLD_SHARES` sets the maximum for the two fullest zones, also as fractions.
 */
const MIN_THRESHOLD_SHARE = 0.85
const MAX_THRESHOLD_SHARES = [0.95, 0.7]
/**
 * Time in ms over which simulated sites approach their configured initial levels.
 * No chart then ends in a jump.
 */
const SETTLING_MS = 60 * DAY_MS
/** Minimum number of open reports that every zone has at the start of the demo. */
const MIN_OTHER_REPORTS = 8
/** Number of bins that the smallest truck holds. */
const ONE_LOAD = Math.floor(truckCapacityM3Of('side_loader') / VOLUME_M3_PER_REPORT)

type OfType<T extends SimulatedCommand['type']> = Extract<SimulatedCommand, { type: T }>
/** A simulated command without id and time. */
type CommandWithoutTime = { [T in SimulatedCommand['type']]: Omit<OfType<T>, 'id' | 'at'> }[SimulatedCommand['type']]
/** Open reports by resident id, oldest first. */
type Open = ReadonlyMap<string, OfType<'ReportBinFull'>>

interface Ending {
  happened: SimulatedCommand[]
  open: Open
}

/**
 * Returns all commands of the simulated city from `from` until now.
 * Equal arguments give equal commands.
 */
export function simulateUntilNow(plan: SimulatedCityConfig, from: Date, now: Date): SimulatedCommand[] {
  const all = [...createSimulatedCity(plan).happenings(from, now)]
  const rest = now.getTime() - REST_MS
  const rounds = all.filter(({ type }) => type === 'ScheduleCollection').map(({ at }) => at.getTime())
  const ends = [...rounds.filter((time) => time < rest && time > now.getTime() - LOOK_BACK_MS), rest].reverse()
  const endings = ends.map((end) => endingAt(all, end))
  // Prefers the latest possible end of the simulated past, because it leaves out the fewest collections.
  const ending = endings.find(({ open }) => isPlausible(plan, open)) ?? (endings[0] as Ending)
  const open = thinOutReports(plan, ending.open)
  const left = new Set<SimulatedCommand>([...ending.open.values()].filter(({ resident }) => !open.has(resident.id)))
  const happened = shiftSiteLevels(
    plan,
    ending.happened.filter((happening) => !left.has(happening)),
  )
  const today = todayOf(plan, open, now).filter(({ at }) => at > from)
  return [...happened, ...today].sort((a, b) => a.at.getTime() - b.at.getTime())
}

/**
 * Returns the commands, and the reports that are open at `end`.
 * Omits collections that are scheduled at or after `end`, and the later commands of their trucks.
 * Omits further reports of residents whose report is still open.
 */
function endingAt(all: readonly SimulatedCommand[], end: number): Ending {
  const open = new Map<string, OfType<'ReportBinFull'>>()
  const resting = new Set<string>()
  const happened = all.filter((happening) => {
    if (happening.type === 'ScheduleCollection' && happening.at.getTime() >= end)
      for (const id of happening.body.vehicleIds) resting.add(id)
    if (trucksOf(happening).some((id) => resting.has(id))) return false
    if (happening.type === 'MarkAllCollected') for (const { id } of happening.reporters) open.delete(id)
    if (happening.type !== 'ReportBinFull') return true
    if (open.has(happening.resident.id)) return false
    open.set(happening.resident.id, happening)
    return true
  })
  return { happened, open }
}

function trucksOf(happening: SimulatedCommand): string[] {
  switch (happening.type) {
    case 'ScheduleCollection':
      return happening.body.vehicleIds
    case 'StartCollection':
      return [happening.vehicleId]
    case 'MarkAllCollected':
      return [happening.body.truckId]
    case 'UpdateComposition':
      return happening.vehicleId ? [happening.vehicleId] : []
    case 'Refuel':
    case 'LogTrip':
      return [happening.body.vehicle_id]
    default:
      return []
  }
}

const openIn = (open: Open, zone: string) => [...open.values()].filter(({ resident }) => resident.zone === zone)

const shareOf = (open: Open, { name, customers }: SimulatedCityConfig['zones'][number]) =>
  openIn(open, name).length / recommendationThresholdOf(customers)

const isPlausible = ({ zones }: SimulatedCityConfig, open: Open) =>
  zones.some((zone) => shareOf(open, zone) >= MIN_THRESHOLD_SHARE) &&
  zones.every(({ name }) => openIn(open, name).length >= MIN_OTHER_REPORTS)

const nearestFirst = ({ zones }: SimulatedCityConfig, open: Open) =>
  [...zones].sort((a, b) => shareOf(open, b) - shareOf(open, a))

/**
 * Removes open reports from zones that have too many.
 * The removed reports are spread evenly over time.
 */
function thinOutReports(plan: SimulatedCityConfig, open: Open): Open {
  const kept = nearestFirst(plan, open).flatMap(({ name, customers }, rank) => {
    const reports = openIn(open, name)
    const share = Math.min(
      1,
      ((MAX_THRESHOLD_SHARES[rank] ?? 0) * recommendationThresholdOf(customers)) / reports.length,
    )
    return reports.filter((_, at) => Math.floor((at + 1) * share) > Math.floor(at * share))
  })
  return new Map(kept.map((household) => [household.resident.id, household]))
}

/** Shifts recent composition updates so that each site gradually reaches its configured level. */
function shiftSiteLevels({ sites }: SimulatedCityConfig, happened: readonly SimulatedCommand[]): SimulatedCommand[] {
  const updates = happened.filter((happening) => happening.type === 'UpdateComposition')
  const lasts = new Map(updates.map((update) => [update.siteId, update]))
  return happened.map((happening) => {
    if (happening.type !== 'UpdateComposition') return happening
    const site = sites.find(({ id }) => id === happening.siteId)
    const last = lasts.get(happening.siteId)
    if (!site || !last) return happening
    const share = 1 - (last.at.getTime() - happening.at.getTime()) / SETTLING_MS
    if (share <= 0) return happening
    const drawn = (value = 0, end = 0, target = 0) => Math.max(0, value + share * (target - end))
    const { body } = happening
    const parts = MATERIALS.map((material) => [
      material,
      drawn(body[material], last.body[material], site.composition[material]),
    ])
    const composition = percentagesOf(Object.fromEntries(parts) as Record<Material, number>)
    const level = drawn(body.currentCapacity, last.body.currentCapacity, site.currentCapacity)
    return { ...happening, body: { ...body, ...composition, currentCapacity: Math.round(level * 100) / 100 } }
  })
}

/** Returns the commands for today's collections by three trucks, and for the sites' contents. */
function todayOf(plan: SimulatedCityConfig, open: Open, now: Date): SimulatedCommand[] {
  const [near, far = near] = nearestFirst(plan, open).map(({ name }) => name)
  const [out, planned, back] = plan.trucks.map(({ id }) => id)
  const happened: SimulatedCommand[] = []
  const add = (minutesAgo: number, what: CommandWithoutTime) => {
    const at = new Date(now.getTime() - minutesAgo * MINUTE_MS)
    happened.push({ ...what, id: `${plan.seed}/present/${what.type}/${minutesAgo}`, at })
  }
  const siteIds = plan.sites.map(({ id }) => id)
  const schedule = (minutesAgo: number, zone: typeof near, vehicleId: string, inMinutes: number) => {
    if (!zone) return
    const scheduledStart = new Date(now.getTime() + inMinutes * MINUTE_MS).toISOString()
    const siteId = nearestSiteOf(zone, siteIds, plan.distances)
    add(minutesAgo, { type: 'ScheduleCollection', body: { zone, vehicleIds: [vehicleId], siteId, scheduledStart } })
  }
  const start = (minutesAgo: number, zone: typeof near, vehicleId: string) =>
    zone && add(minutesAgo, { type: 'StartCollection', zone, vehicleId, body: { status: 'in-progress' } })

  const site = far && nearestSiteOf(far, siteIds, plan.distances)
  const waiting = far ? openIn(open, far).filter(({ at }) => at.getTime() < now.getTime() - 75 * MINUTE_MS) : []
  const reporters = waiting.slice(0, Math.min(ONE_LOAD, Math.ceil(waiting.length / 2))).map(({ resident }) => resident)
  const collects = Boolean(far && site && back && reporters.length > 0)
  if (far && site && back && collects) {
    schedule(215, far, back, -200)
    start(200, far, back)
    add(75, { type: 'MarkAllCollected', body: { dumpingSiteId: site, truckId: back }, zones: [far], reporters })
  }
  for (const { id: siteId, composition, currentCapacity } of plan.sites) {
    const vehicleId = collects && siteId === site ? back : undefined
    add(siteId === site ? 15 : 14, {
      type: 'UpdateComposition',
      siteId,
      vehicleId,
      body: { ...composition, currentCapacity },
    })
  }
  if (out) {
    schedule(40, far, out, -20)
    start(20, far, out)
  }
  if (planned) schedule(10, near, planned, 150)
  return happened
}
