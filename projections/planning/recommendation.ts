/** The dispatch recommendation, from what the rows say: which zones are due, what is under way, and the best plan for the rest. */
import type { Zone } from '#contract/city.ts'
import type { Configuration } from '#contract/configuration.ts'
import { naivePlan } from '#contract/planner/naive-plan.ts'
import { freeTrucks, needsOf } from '#contract/planner/needs.ts'
import type { Plan } from '#contract/planner/plan.ts'
import { type Solved, solve } from '#contract/planner/solve.ts'
import { recommendAt, type ZoneRow } from '#contract/tables.ts'
import type { Recommendation, Schedule, Site, Vehicle } from '#contract/views.ts'
import { hundredth, tenth } from '../rounding.ts'
import { explain } from './explanation.ts'
import { planned, standing } from './planned-collections.ts'

export type ZoneFacts = Omit<ZoneRow, 'position'>
export type StandingSchedule = Schedule & { open: boolean; cycle: number }

export interface CityFacts {
  /** In the order of the zones. */
  zones: readonly ZoneFacts[]
  fleet: readonly Vehicle[]
  sites: readonly Site[]
  /** Open ones. */
  schedules: readonly StandingSchedule[]
  configuration: Configuration
}

/** What is due: reports to collect, as many as recommend it. */
export interface DueZone extends ZoneFacts {
  /** Reports at which its collection is recommended. */
  at: number
  due: boolean
  /** The trucks that are sent already, in its present cycle. */
  under: readonly StandingSchedule[]
}

/** `most` limits the trucks of the plan. Pure: it plans and schedules nothing. */
export function recommend(city: CityFacts, now: Date, most?: number): Recommendation {
  const zones = city.zones.map((zone) => look(zone, city.schedules))
  const open = zones.filter(({ due, under }) => due && under.length === 0)
  const { fleet, sites, configuration } = city
  const wanted = open.map(({ id, openReports }) => ({ zone: id, reports: openReports }))
  const needs = needsOf(wanted, { fleet, sites, distances: configuration.zone_distances }, most)
  const plan = solve(needs)
  const naive = naivePlan(needs)
  const saves = savingsOf(plan, naive, configuration.fuel_prices.diesel)
  const schedules = [...zones.flatMap(({ under, due }) => (due ? under.map((one) => standing(one, fleet)) : []))]
  schedules.push(...plan.legs.map((leg) => planned(leg, fleet, now)))
  const trucks = (zone?: Zone) => new Set(schedules.filter((one) => one.zone === zone).map((one) => one.vehicleId)).size
  const by = (figure: (zone: DueZone) => number) => northAndSouth(zones, figure)
  return {
    availableVehicles: freeTrucks(fleet).length,
    reason: reasonOf(zones),
    recommendation: textOf(zones, plan),
    explanation: explain({ zones, plan, naive, saves, sites, most }),
    reportCounts: by(({ openReports }) => openReports),
    allocation: by(({ id }) => trucks(id)),
    thresholds: by(({ at }) => at),
    schedules,
    saves,
  }
}

function look(zone: ZoneFacts, schedules: readonly StandingSchedule[]): DueZone {
  const at = recommendAt(zone.totalCustomers, zone.thresholds)
  const under = schedules.filter((one) => one.open && one.zone === zone.id && one.cycle === zone.cycle)
  return { ...zone, at, due: zone.openReports > 0 && zone.openReports >= at, under }
}

const reasonOf = (zones: readonly DueZone[]) =>
  `${zones.some(({ due }) => due) ? 'Threshold reached' : 'Current reports'} - ${zones
    .map(({ id, openReports, at }) => `${id}: ${openReports}/${at}`)
    .join(', ')}`

/**
 * The texts of decisions, section 3, each only while it is true. A zone that is due and not scheduled is what they have no
 * words for, as nothing is scheduled by reading: it is said to be ready. Due zones that somebody scheduled by hand need no
 * more, so that they count as if they were not due.
 */
function textOf(zones: readonly DueZone[], { legs }: Plan): string {
  const itself = zones.filter(
    ({ due, under, plannedItself, cycle }) => due && under.length > 0 && plannedItself === cycle,
  )
  if (zones.some(({ due, under }) => due && under.length === 0)) {
    const trucks = legs.length === 0 ? 'No truck' : legs.length === 1 ? '1 truck' : `${legs.length} trucks`
    return `Ready: ${trucks} can be dispatched to zones that reached threshold`
  }
  if (itself.length > 0) {
    const trucks = itself.reduce((sum, { under }) => sum + under.length, 0)
    return `✅ AUTO-SCHEDULED: ${trucks} trucks dispatched to zones that reached threshold`
  }
  return zones.some(({ openReports, under }) => openReports > 0 && under.length === 0)
    ? 'Monitoring: Waiting for more reports to reach threshold'
    : 'No collection needed at this time'
}

/** What the plan burns less than the naive one; nothing is compared where they don't collect the same. */
function savingsOf(plan: Solved, naive: Plan, price: number): Recommendation['saves'] {
  if (plan.reports !== naive.reports) return { km: 0, litres: 0, cedi: 0 }
  const litres = naive.litres - plan.litres
  return { km: tenth(naive.km - plan.km), litres: hundredth(litres), cedi: hundredth(litres * price) }
}

/** Of the two zones the first is the north's, the second the south's (specification, Recommendation). */
function northAndSouth(zones: readonly DueZone[], figure: (zone: DueZone) => number) {
  const [north, south] = zones
  return { North: north ? figure(north) : 0, South: south ? figure(south) : 0 }
}
