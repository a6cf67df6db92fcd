/**
 * Recommends dispatches from current rows.
 * The result names due zones, current collections and the best plan.
 */
import { type Message, msg, plural, type Translator } from '#contract/languages/message.ts'
import { translateToEnglish } from '#contract/languages/translate.ts'
import {
  joinMessages,
  toListMessageValue,
  toOneDecimalQuantityValue,
  toQuantityValue,
} from '#contract/languages/values.ts'
import type { CollectionRecommendation, Schedule, Site, Vehicle } from '#contract/views.ts'
import type { Zone } from '#domain/city.ts'
import {
  type PlannerCityWithZones as Planned,
  planDueZones,
  selectFreeTrucks,
  type ZoneScheduleState,
  type ZoneWithDueState,
} from '#domain/planner/due.ts'
import { type CollectionPlan, type TruckLeg, toTruckPlan } from '#domain/planner/plan.ts'
import type { SolvedPlan } from '#domain/planner/solve.ts'
import { COLLECTION_DURATION_MS, DRIVER_LEAD_TIME_MS, fuelPercentageOf, truckPlanOf } from '#domain/planning.ts'
import { roundToHundredth, roundToTenth } from '../queries/rounding.ts'
import type { ScheduleRow } from '../schedules/schedules-view.ts'
import { toZoneAlternatives } from './zone-alternatives.ts'

interface ExplanationInput {
  zones: readonly ZoneWithDueState[]
  plan: SolvedPlan
  naive: CollectionPlan
  saves: CollectionRecommendation['saves']
  sites: readonly Site[]
  /** Maximum number of trucks in the plan, if the request sets one. */
  most?: number
  /** Currency symbol of the city. */
  symbol: string
}

/** Explains a plan and its savings in whole sentences. */
function explain(explained: ExplanationInput): Message {
  const { zones, plan, most } = explained
  const open = zones.filter(({ due, under }) => due && under.length === 0)
  if (open.length === 0) return noPlanReason(zones)
  const zoneNames = toListMessageValue(open.map(({ id }) => id))
  if (most === 0) return msg`${{ zones: zoneNames }} must wait: no truck is free.`
  if (plan.legs.length === 0)
    return msg`No free truck has enough fuel and capacity to collect ${{ zones: zoneNames }} in one shift.`
  const left = open.reduce((sum, { openReports }) => sum + openReports, 0) - plan.reports
  return joinMessages([
    ...legSentences(explained),
    msg`The plan uses ${{ litres: toOneDecimalQuantityValue(plan.litres, 'L') }} over ${{ km: toOneDecimalQuantityValue(plan.km, 'km') }}.`,
    comparison(explained),
    ...(left > 0
      ? [msg`${plural({ left }, { one: '# report must', other: '# reports must' })} wait for another truck.`]
      : []),
  ])
}

/** Describes each truck's route in a sentence. */
function legSentences({ plan, sites }: ExplanationInput): Message[] {
  const nameOf = (id: string) => sites.find((site) => site.id === id)?.name ?? id
  return plan.legs.map(({ vehicleId: vehicle, zone, siteId, trips, reports }) => {
    const site = nameOf(siteId)
    return trips > 1
      ? msg`${{ vehicle }} collects ${plural({ reports }, { one: '# report', other: '# reports' })} in ${{ zone }} and unloads at ${{ site }} in ${{ trips }} trips.`
      : msg`${{ vehicle }} collects ${plural({ reports }, { one: '# report', other: '# reports' })} in ${{ zone }} and unloads at ${{ site }}.`
  })
}

function comparison({ plan, naive, saves, symbol }: ExplanationInput): Message {
  if (plan.reports > naive.reports)
    return msg`It collects ${plural({ more: plan.reports - naive.reports }, { one: '# report', other: '# reports' })} more than using the most economical trucks first.`
  if (saves.litres > 0 || saves.km > 0)
    return msg`It saves ${{ litres: toQuantityValue(saves.litres, 'L') }}, ${{ km: toQuantityValue(saves.km, 'km') }} and ${{ money: `${symbol}\u00a0${saves.cedi.toFixed(2)}` }} compared with using the most economical trucks first.`
  return plan.proven ? msg`No other plan costs less overall.` : msg`No better plan was found.`
}

function noPlanReason(zones: readonly ZoneWithDueState[]): Message {
  const served = zones.filter(({ under }) => under.length > 0)
  if (served.length > 0)
    return msg`Trucks are scheduled for ${{ zones: toListMessageValue(served.map(({ id }) => id)) }}. No other zone needs a collection.`
  const missing = zones.map(
    ({ id: zone, at, openReports }) =>
      msg`${{ zone }} needs ${plural({ missing: at - openReports }, { one: '# more report', other: '# more reports' })}.`,
  )
  return joinMessages([msg`No zone has enough reports for a collection yet.`, ...missing])
}

type ListedCollection = CollectionRecommendation['schedules'][number]

const infoOf = ({ make, model, id }: Pick<Vehicle, 'make' | 'model' | 'id'>) => `${make} ${model} (${id})`

/**
 * Returns the part of a plan that one truck takes, as if the plan were scheduled now.
 * `of` is the number of the zone's open reports.
 */
function toPlannedCollection(leg: TruckLeg, of: number, fleet: readonly Vehicle[], now: Date): ListedCollection {
  const truck = fleet.find(({ id }) => id === leg.vehicleId) as Vehicle
  const start = now.getTime() + DRIVER_LEAD_TIME_MS
  const { reports: reportsCount, trips: dumpTrips, km, litres } = toTruckPlan(leg)
  return {
    zone: leg.zone as Zone,
    vehicleId: leg.vehicleId,
    siteId: leg.siteId,
    vehicleInfo: infoOf(truck),
    driverName: truck.driver_name,
    driverContact: truck.driver_contact,
    fuelLevel: truck.fuel_percentage,
    estimatedDistance: km,
    estimatedFuel: litres,
    dumpTrips,
    scheduledStart: new Date(start).toISOString(),
    estimatedCompletion: new Date(start + COLLECTION_DURATION_MS).toISOString(),
    reportsCount,
    of,
    status: 'recommended',
  }
}

/** Returns an existing schedule in the form of a planned collection. */
function toScheduledCollection(schedule: Schedule, fleet: readonly Vehicle[]): ListedCollection {
  const { zone, siteId, vehicle, driverName, driverContact, status } = schedule
  const { reports: reportsCount, trips: dumpTrips, km, litres } = truckPlanOf(schedule)
  const truck = fleet.find(({ id }) => id === vehicle.id)
  return {
    zone,
    vehicleId: vehicle.id,
    siteId,
    vehicleInfo: infoOf(vehicle),
    driverName,
    driverContact,
    fuelLevel: truck ? fuelPercentageOf(truck.current_fuel_level, truck.tank_capacity_liters) : 0,
    estimatedDistance: km,
    estimatedFuel: litres,
    dumpTrips,
    scheduledStart: schedule.scheduledStart,
    estimatedCompletion: schedule.estimatedCompletion,
    reportsCount,
    of: schedule.reportsCount,
    status,
  }
}

export type PlannableSchedule = Schedule & ZoneScheduleState & Pick<ScheduleRow, 'automatic'>

/** State of the city from which a plan is recommended, with the configured `distances`. */
export interface RecommendationInput extends Planned<PlannableSchedule> {
  fleet: readonly Vehicle[]
  sites: readonly Site[]
  /** Price of fuel per litre, in the city's currency. */
  fuelPrice: number
  /** Currency symbol of the city. */
  symbol: string
}

interface RecommendOptions {
  /** Maximum number of trucks in the recommended plan. */
  most?: number | undefined
  /** Zone for which the recommendation also lists alternative plans. */
  zone?: Zone | undefined
  /**
   * Translates the texts.
   * The default is English.
   */
  translate?: Translator
}

/** Computes a recommendation without scheduling anything. */
export function recommendCollections(
  city: RecommendationInput,
  now: Date,
  { most, zone: asked, translate = translateToEnglish }: RecommendOptions = {},
): CollectionRecommendation {
  const found = planDueZones(city, most)
  const { zones, plan, naive } = found
  const { fleet, sites, fuelPrice, symbol } = city
  const saves = savingsOf(plan, naive, fuelPrice)
  const schedules = [
    ...zones.flatMap(({ under, due }) => (due ? under.map((schedule) => toScheduledCollection(schedule, fleet)) : [])),
  ]
  const open = new Map(zones.map(({ id, openReports }) => [id, openReports]))
  schedules.push(...plan.legs.map((leg) => toPlannedCollection(leg, open.get(leg.zone) ?? leg.reports, fleet, now)))
  const trucks = (zone?: Zone) =>
    new Set(schedules.filter((schedule) => schedule.zone === zone).map((schedule) => schedule.vehicleId)).size
  const by = (figure: (zone: ZoneWithDueState) => number) => northAndSouth(zones, figure)
  return {
    availableVehicles: selectFreeTrucks(fleet).length,
    reason: translate(reasonOf(zones)),
    recommendation: translate(summaryOf(zones, plan)),
    explanation: translate(explain({ zones, plan, naive, saves, sites, most, symbol })),
    reportCounts: by(({ openReports }) => openReports),
    allocation: by(({ id }) => trucks(id)),
    thresholds: by(({ at }) => at),
    schedules,
    saves,
    ...(asked !== undefined && toZoneAlternatives(city, asked, found, now)),
  }
}

function reasonOf(zones: readonly ZoneWithDueState[]): Message {
  const counts = zones.map(({ id, openReports, at }) => `${id}: ${openReports}/${at}`).join(', ')
  return zones.some(({ due }) => due) ? msg`Threshold reached - ${{ counts }}` : msg`Current reports - ${{ counts }}`
}

/**
 * Summarises the city in one sentence.
 * Due zones without a truck come first.
 */
function summaryOf(zones: readonly ZoneWithDueState<PlannableSchedule>[], { legs }: CollectionPlan): Message {
  const due = zones.filter((zone) => zone.due)
  if (due.some(({ under }) => under.length === 0))
    return legs.length > 0
      ? msg`Recommended: ${{ trucks: legs.length }} trucks for zones that reached threshold`
      : msg`No truck is free for zones that reached threshold`
  const trucks = due.flatMap(({ under }) => under)
  const automatic = trucks.filter((truck) => truck.automatic)
  if (automatic.length > 0)
    return msg`✅ AUTO-SCHEDULED: ${{ trucks: automatic.length }} trucks dispatched to zones that reached threshold`
  if (trucks.length > 0) return msg`Scheduled: ${{ trucks: trucks.length }} trucks for zones that reached threshold`
  return zones.some(({ openReports, under }) => openReports > 0 && under.length === 0)
    ? msg`Monitoring: Waiting for more reports to reach threshold`
    : msg`No collection needed at this time`
}

/**
 * Returns what the plan saves compared with the naive plan.
 * Returns zeros if the plans collect different numbers of reports.
 */
function savingsOf(plan: SolvedPlan, naive: CollectionPlan, price: number): CollectionRecommendation['saves'] {
  if (plan.reports !== naive.reports) return { km: 0, litres: 0, cedi: 0 }
  const litres = naive.litres - plan.litres
  return {
    km: roundToTenth(naive.km - plan.km),
    litres: roundToHundredth(litres),
    cedi: roundToHundredth(litres * price),
  }
}

/**
 * Returns a figure for the first two zones, whatever their names are.
 * The API always calls these two fields `North` and `South`.
 */
function northAndSouth(zones: readonly ZoneWithDueState[], figure: (zone: ZoneWithDueState) => number) {
  const [north, south] = zones
  return { North: north ? figure(north) : 0, South: south ? figure(south) : 0 }
}
