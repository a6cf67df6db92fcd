/** Lists the alternatives for one zone with loads, costs and savings. */
import type { CollectionOption, Recommendation } from '#contract/views.ts'
import type { VehicleType, Zone } from '#domain/city.ts'
import { type CollectionChoice, collectionChoicesOf } from '#domain/planner/choices.ts'
import type { CityFacts, DuePlan } from '#domain/planner/due.ts'
import { type Plan, planOf, toTruckPlan } from '#domain/planner/plan.ts'
import { DRIVER_LEAD_MS, truckCapacityM3, VOLUME_PER_REPORT } from '#domain/planning.ts'
import { roundToHundredth, roundToThousandth } from '../queries/rounding.ts'

type Answer = Pick<Recommendation, 'choices' | 'zoneSaves'>

interface PricedCity extends CityFacts {
  /** Per litre. */
  fuelPrice: number
}

export function toZoneChoices(city: PricedCity, zone: Zone, due: DuePlan, now: Date): Answer {
  const choices = collectionChoicesOf(city, zone, due)
  const [recommended] = choices
  const naive = planOf(due.naive.legs.filter((leg) => leg.zone === zone))
  const saves = recommended?.reports === naive.reports ? savesOf(recommended, naive, city.fuelPrice) : undefined
  return { choices: choices.map((choice) => toChoice(choice, city, now)), ...(saves && { zoneSaves: saves }) }
}

/**
 * Returns what a zone's plan saves compared with the naive plan.
 * The savings are negative if the zone's plan costs more. The planner chooses such a plan if the whole city's plan
 * costs less.
 */
const savesOf = (plan: Plan, naive: Plan, fuelPrice: number) => ({
  km: roundToThousandth(naive.km - plan.km),
  litres: roundToThousandth(naive.litres - plan.litres),
  cost: roundToHundredth((naive.litres - plan.litres) * fuelPrice),
})

function toChoice(
  { kind, siteId, of, legs }: CollectionChoice,
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
    load: sum(({ reports }) => reports * VOLUME_PER_REPORT),
    capacity: sum(({ vehicleId, trips }) => trips * truckCapacityM3(types.get(vehicleId) as VehicleType)),
    trips: sum(({ trips }) => trips),
    km: sum(({ km }) => km),
    litres,
    cost: roundToHundredth(litres * fuelPrice),
    ...(kind !== 'wait' && { scheduledStart: new Date(now.getTime() + DRIVER_LEAD_MS).toISOString() }),
    trucks,
  }
}
