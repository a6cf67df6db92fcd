/** Lists the alternatives for one zone with loads, costs and savings. */
import type { CollectionOption, CollectionRecommendation } from '#contract/views.ts'
import type { VehicleType, Zone } from '#domain/city.ts'
import { collectionOptionsOf, type PlannedCollectionOption } from '#domain/planner/choices.ts'
import type { DueZonesPlan, PlannerCityWithZones } from '#domain/planner/due.ts'
import { type CollectionPlan, collectionPlanOf, toTruckPlan } from '#domain/planner/plan.ts'
import { DRIVER_LEAD_TIME_MS, truckCapacityM3Of, VOLUME_M3_PER_REPORT } from '#domain/planning.ts'
import { roundToHundredth, roundToThousandth } from '../queries/rounding.ts'

type Answer = Pick<CollectionRecommendation, 'choices' | 'zoneSaves'>

interface PricedCity extends PlannerCityWithZones {
  /** Price of a litre of fuel. */
  fuelPrice: number
}

export function toZoneAlternatives(city: PricedCity, zone: Zone, due: DueZonesPlan, now: Date): Answer {
  const choices = collectionOptionsOf(city, zone, due)
  const [recommended] = choices
  const naive = collectionPlanOf(due.naive.legs.filter((leg) => leg.zone === zone))
  const saves = recommended?.reports === naive.reports ? savesOf(recommended, naive, city.fuelPrice) : undefined
  return { choices: choices.map((choice) => toChoice(choice, city, now)), ...(saves && { zoneSaves: saves }) }
}

/**
 * Returns a zone plan's savings over the naive plan.
 * They are negative if the zone's plan costs more.
 * The planner accepts this if the city's plan costs less.
 */
const savesOf = (plan: CollectionPlan, naive: CollectionPlan, fuelPrice: number) => ({
  km: roundToThousandth(naive.km - plan.km),
  litres: roundToThousandth(naive.litres - plan.litres),
  cost: roundToHundredth((naive.litres - plan.litres) * fuelPrice),
})

function toChoice(
  { kind, siteId, of, legs }: PlannedCollectionOption,
  { fleet, fuelPrice }: PricedCity,
  now: Date,
): CollectionOption {
  const trucks = legs.map((leg) => ({ vehicleId: leg.vehicleId, ...toTruckPlan(leg) }))
  const sum = (figure: (truck: (typeof trucks)[number]) => number) =>
    roundToThousandth(trucks.reduce((total, truck) => total + figure(truck), 0))
  const types = new Map<string, VehicleType>(fleet.map(({ id, type }) => [id, type]))
  const litres = sum((truck) => truck.litres)
  return {
    kind,
    siteId,
    of,
    reports: sum(({ reports }) => reports),
    load: sum(({ reports }) => reports * VOLUME_M3_PER_REPORT),
    capacity: sum(({ vehicleId, trips }) => trips * truckCapacityM3Of(types.get(vehicleId) as VehicleType)),
    trips: sum(({ trips }) => trips),
    km: sum(({ km }) => km),
    litres,
    cost: roundToHundredth(litres * fuelPrice),
    ...(kind !== 'wait' && { scheduledStart: new Date(now.getTime() + DRIVER_LEAD_TIME_MS).toISOString() }),
    trucks,
  }
}
