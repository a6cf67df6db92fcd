/** load-city: the simulator as a source of load, from 10 to 10,000 zones, and the planner on each hour's zones that are due. */
import { VEHICLE_TYPES } from '#rules/city.ts'
import { solve } from '#rules/planner/solve.ts'
import { createCity } from '#simulator/city.ts'
import type { City, CityPlan } from '#simulator/city-plan.ts'
import { randomOf } from '#simulator/random.ts'
import { percentile, round } from './measure.ts'

/** The contract names two zones, so that larger cities load the planner, not the server. */
const ZONES = [10, 100, 1_000, 10_000]
const CUSTOMERS = 60
const DAYS = 10
const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
/** The planner is given so many of the trucks: those of one depot. */
const ON_SHIFT = 40
const FROM = Date.UTC(2026, 0, 1)

/** A city of so many zones, ten to a district, with a truck for every two of them and three sites. */
export function cityOf(zones: number): CityPlan<string> {
  const random = randomOf(`load/${zones}`)
  const composition = { plastic: 40, paper: 25, glass: 15, metal: 10, organic: 10 }
  const sites = ['S1', 'S2', 'S3'].map((id) => ({ id, maxCapacity: 1_000 * zones, currentCapacity: 0, composition }))
  const names = Array.from({ length: zones }, (_, n) => `Zone ${n}`)
  const km = () => Object.fromEntries(sites.map(({ id }) => [id, Math.round(random.between(4, 25) * 10) / 10]))
  return {
    seed: `load/${zones}`,
    zones: names.map((name, n) => ({ name, customers: CUSTOMERS, district: `District ${Math.floor(n / 10)}` })),
    sites,
    trucks: Array.from({ length: Math.max(3, Math.ceil(zones / 2)) }, (_, n) => ({
      id: `T${n}`,
      type: random.pick(VEHICLE_TYPES),
      fuel_efficiency_kmpl: random.between(4, 13),
      tank_capacity_liters: 130,
      current_fuel_level: 120,
    })),
    distances: Object.fromEntries(names.map((name) => [name, km()])),
  }
}

/** Lets the city live and plans, each hour in which a collection was wanted, for the zones that wanted it. */
function run(plan: CityPlan<string>, city: City<string>) {
  const open = new Map<string, number>()
  const due = new Set<string>()
  const thought: number[] = []
  let [happened, planned, hour] = [0, 0, FROM]
  const trucks = plan.trucks
    .slice(0, ON_SHIFT)
    .map(({ id, type, fuel_efficiency_kmpl: kmpl, current_fuel_level: fuel }) => ({
      id,
      type,
      kmpl,
      fuel,
    }))
  const decide = () => {
    if (due.size === 0) return
    const zones = [...due].map((zone) => ({
      zone,
      reports: open.get(zone) ?? 0,
      sites: Object.entries(plan.distances?.[zone] ?? {}).map(([id, km]) => ({ id, km })),
    }))
    const began = performance.now()
    planned += solve({ zones, trucks }).legs.length
    thought.push(performance.now() - began)
    due.clear()
  }
  for (const happening of city.happenings(new Date(FROM), new Date(FROM + DAYS * DAY_MS))) {
    happened++
    for (; happening.at.getTime() >= hour + HOUR_MS; hour += HOUR_MS) decide()
    if (happening.type === 'ReportBinFull')
      open.set(happening.resident.zone, (open.get(happening.resident.zone) ?? 0) + 1)
    if (happening.type === 'ScheduleCollection') due.add(happening.body.zone)
    if (happening.type === 'MarkAllCollected') for (const zone of happening.zones) open.delete(zone)
  }
  decide()
  return { happened, planned, thought }
}

export default async function bench() {
  const figures: Record<string, number> = { days: DAYS, customers_per_zone: CUSTOMERS }
  for (const zones of ZONES) {
    const plan = cityOf(zones)
    const began = performance.now()
    const { happened, planned, thought } = run(plan, createCity(plan))
    const ms = performance.now() - began
    const ofPlanner = thought.reduce((sum, ms) => sum + ms, 0)
    figures[`${zones}_zones_happenings`] = happened
    figures[`${zones}_zones_happenings_per_s`] = round((happened / (ms - ofPlanner)) * 1_000, 0)
    figures[`${zones}_zones_trucks_planned`] = planned
    figures[`${zones}_zones_plan_p50_ms`] = percentile(thought, 0.5)
    figures[`${zones}_zones_plan_max_ms`] = percentile(thought, 1)
  }
  return figures
}
