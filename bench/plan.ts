/** plan: a year of demand, collected once by the solver's plans and once by the naive ones; what each burns, and how long it thinks. */

import { VEHICLE_TYPES } from '#rules/city.ts'
import { naivePlan } from '#rules/planner/naive-plan.ts'
import type { FreeTruck, Needs, Plan } from '#rules/planner/plan.ts'
import { solve } from '#rules/planner/solve.ts'
import { recommendAt } from '#rules/thresholds.ts'
import { type Random, randomOf } from '#simulator/random.ts'
import { DAY_MS, wasteOn } from '#simulator/rhythm.ts'
import { percentile, round } from './measure.ts'

const DAYS = 365
const FIRST_DAY = Date.UTC(2025, 0, 1) / DAY_MS
/** Share of a zone's bins that fill up on an average day: once in five days. */
const DAILY_SHARE = 0.2

interface Town {
  zones: { zone: string; customers: number; sites: { id: string; km: number }[] }[]
  trucks: FreeTruck[]
}

/** The demo's zones, sites and trucks, each tank as the seed fills it. */
const DEMO: Town = {
  zones: [
    { zone: 'Ablekuma North', customers: 145, sites: sitesAt(12.5, 18.7) },
    { zone: 'Ayawaso West', customers: 82, sites: sitesAt(22.3, 8.9) },
  ],
  trucks: [
    { id: 'T001', type: 'compressed_truck', kmpl: 8.5, fuel: 120 },
    { id: 'T002', type: 'rear_loader', kmpl: 9.2, fuel: 78 },
    { id: 'T003', type: 'side_loader', kmpl: 12.5, fuel: 36 },
  ],
}

function sitesAt(...distances: number[]) {
  return distances.map((km, n) => ({ id: `S${n + 1}`, km }))
}

function largeTown(zones: number, trucks: number): Town {
  const random = randomOf(`plan/${zones}/${trucks}`)
  const km = () => Math.round(random.between(4, 25) * 10) / 10
  return {
    zones: Array.from({ length: zones }, (_, n) => ({
      zone: `Zone ${n}`,
      customers: Math.round(random.between(50, 160)),
      sites: sitesAt(km(), km(), km()),
    })),
    trucks: Array.from({ length: trucks }, (_, n) => ({
      id: `T${n}`,
      type: random.pick(VEHICLE_TYPES),
      kmpl: random.between(4, 13),
      fuel: random.between(40, 150),
    })),
  }
}

/** Bins reported in a zone on a day; the same for both ways to plan. */
function reportedOn(day: number, customers: number, random: Random): number {
  return Math.max(0, Math.round(customers * DAILY_SHARE * wasteOn(day) * (1 + random.normal(0, 0.2))))
}

/** Collects a year: every morning the zones that are due, with every truck fuelled and free. */
function collectYear({ zones, trucks }: Town, plan: (needs: Needs) => Plan) {
  const open = zones.map(() => 0)
  const total = { reports: 0, litres: 0, km: 0, trucks: 0 }
  const thought: number[] = []
  for (let day = FIRST_DAY; day < FIRST_DAY + DAYS; day++) {
    for (const [n, { zone, customers }] of zones.entries()) {
      const reported = reportedOn(day, customers, randomOf(`plan/${zone}/${day}`))
      open[n] = Math.min(customers, (open[n] ?? 0) + reported)
    }
    const due = zones.flatMap(({ zone, customers, sites }, n) =>
      (open[n] ?? 0) >= recommendAt(customers) ? [{ zone, sites, reports: open[n] ?? 0 }] : [],
    )
    if (due.length === 0) continue
    const began = performance.now()
    const { legs, reports, litres, km } = plan({ zones: due, trucks })
    thought.push(performance.now() - began)
    total.reports += reports
    total.litres += litres
    total.km += km
    total.trucks += legs.length
    for (const leg of legs) {
      const n = zones.findIndex(({ zone }) => zone === leg.zone)
      open[n] = (open[n] ?? 0) - leg.reports
    }
  }
  return { ...total, thought }
}

/** Both ways for one town. They may not collect quite the same, so that litres and km are also told for a thousand reports. */
function compare(name: string, town: Town) {
  const [solved, naive] = [collectYear(town, solve), collectYear(town, naivePlan)]
  const each = (what: { litres: number; reports: number }) => (what.litres / what.reports) * 1_000
  return {
    [`${name}_reports`]: solved.reports,
    [`${name}_naive_reports`]: naive.reports,
    [`${name}_km`]: round(solved.km, 0),
    [`${name}_naive_km`]: round(naive.km, 0),
    [`${name}_litres`]: round(solved.litres, 0),
    [`${name}_naive_litres`]: round(naive.litres, 0),
    [`${name}_litres_per_1000_reports`]: round(each(solved), 1),
    [`${name}_naive_litres_per_1000_reports`]: round(each(naive), 1),
    [`${name}_saved_percent`]: round(100 * (1 - each(solved) / each(naive)), 1),
    [`${name}_p50_ms`]: percentile(solved.thought, 0.5),
    [`${name}_p99_ms`]: percentile(solved.thought, 0.99),
  }
}

/** The time of one plan in which all zones are due on one day. */
function worstDay({ zones, trucks }: Town): number {
  const began = performance.now()
  solve({ trucks, zones: zones.map(({ zone, sites, customers }) => ({ zone, sites, reports: customers })) })
  return round(performance.now() - began)
}

export default async function bench() {
  const large = largeTown(50, 40)
  return {
    ...compare('2_zones', DEMO),
    ...compare('50_zones', large),
    '50_zones_all_due_ms': worstDay(large),
  }
}
