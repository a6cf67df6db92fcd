/**
 * Recommends dispatches from current rows.
 * The result names due zones, current collections and the best plan.
 */

import type { Recommendation, Schedule, Site, Vehicle } from '#contract/views.ts'
import type { Zone } from '#rules/city.ts'
import { type DueZone, type CityFacts as Planned, planDue, type Standing } from '#rules/planner/due.ts'
import { freeTrucks } from '#rules/planner/needs.ts'
import type { Plan } from '#rules/planner/plan.ts'
import type { Solved } from '#rules/planner/solve.ts'
import type { ScheduleRow } from '../collections/schedules-view.ts'
import { hundredth, tenth } from '../reading/rounding.ts'
import { explain } from './explanation.ts'
import { planned, standing } from './planned-collections.ts'
import { zoneChoices } from './zone-choices.ts'

export type StandingSchedule = Schedule & Standing & Pick<ScheduleRow, 'automatic'>

/** Input of a recommendation; `distances` are the configured ones. */
export interface CityFacts extends Planned<StandingSchedule> {
  fleet: readonly Vehicle[]
  sites: readonly Site[]
  /** Per litre. */
  fuelPrice: number
  /** Currency symbol of the city. */
  symbol: string
}

export interface Asked {
  /** Limit of trucks in the plan. */
  most?: number | undefined
  /** Zone whose alternatives are requested too. */
  zone?: Zone | undefined
}

/** Computes a recommendation without scheduling anything. */
export function recommend(city: CityFacts, now: Date, { most, zone: asked }: Asked = {}): Recommendation {
  const found = planDue(city, most)
  const { zones, plan, naive } = found
  const { fleet, sites, fuelPrice, symbol } = city
  const saves = savingsOf(plan, naive, fuelPrice)
  const schedules = [
    ...zones.flatMap(({ under, due }) => (due ? under.map((schedule) => standing(schedule, fleet)) : [])),
  ]
  const open = new Map(zones.map(({ id, openReports }) => [id, openReports]))
  schedules.push(...plan.legs.map((leg) => planned(leg, open.get(leg.zone) ?? leg.reports, fleet, now)))
  const trucks = (zone?: Zone) =>
    new Set(schedules.filter((schedule) => schedule.zone === zone).map((schedule) => schedule.vehicleId)).size
  const by = (figure: (zone: DueZone) => number) => northAndSouth(zones, figure)
  return {
    availableVehicles: freeTrucks(fleet).length,
    reason: reasonOf(zones),
    recommendation: textOf(zones, plan),
    explanation: explain({ zones, plan, naive, saves, sites, most, symbol }),
    reportCounts: by(({ openReports }) => openReports),
    allocation: by(({ id }) => trucks(id)),
    thresholds: by(({ at }) => at),
    schedules,
    saves,
    ...(asked !== undefined && zoneChoices(city, asked, found, now)),
  }
}

const reasonOf = (zones: readonly DueZone[]) =>
  `${zones.some(({ due }) => due) ? 'Threshold reached' : 'Current reports'} - ${zones
    .map(({ id, openReports, at }) => `${id}: ${openReports}/${at}`)
    .join(', ')}`

/** Summarises the city in one sentence; due zones without a truck come first. */
function textOf(zones: readonly DueZone<StandingSchedule>[], { legs }: Plan): string {
  const due = zones.filter((zone) => zone.due)
  if (due.some(({ under }) => under.length === 0))
    return legs.length > 0 ? `Recommended: ${legs.length} ${TRUCKS}` : `No truck is free ${FOR_THEM}`
  const trucks = due.flatMap(({ under }) => under)
  const automatic = trucks.filter((truck) => truck.automatic)
  if (automatic.length > 0)
    return `✅ AUTO-SCHEDULED: ${automatic.length} trucks dispatched to zones that reached threshold`
  if (trucks.length > 0) return `Scheduled: ${trucks.length} ${TRUCKS}`
  return zones.some(({ openReports, under }) => openReports > 0 && under.length === 0)
    ? 'Monitoring: Waiting for more reports to reach threshold'
    : 'No collection needed at this time'
}
const FOR_THEM = 'for zones that reached threshold'
const TRUCKS = `trucks ${FOR_THEM}`

/**
 * Returns the savings against the naive plan.
 * Returns zeros if the plans collect different numbers of reports.
 */
function savingsOf(plan: Solved, naive: Plan, price: number): Recommendation['saves'] {
  if (plan.reports !== naive.reports) return { km: 0, litres: 0, cedi: 0 }
  const litres = naive.litres - plan.litres
  return { km: tenth(naive.km - plan.km), litres: hundredth(litres), cedi: hundredth(litres * price) }
}

/** Returns figures of the first two zones, as north and south. */
function northAndSouth(zones: readonly DueZone[], figure: (zone: DueZone) => number) {
  const [north, south] = zones
  return { North: north ? figure(north) : 0, South: south ? figure(south) : 0 }
}
