/** Computes the fuel for a distance and whether the tank holds enough; changes nothing. */
import type { AnswerOf } from '#contract/endpoints.ts'
import { litresForDistance, roundToMillilitres } from '../aggregates/trip.ts'
import type { RegisteredVehicle } from './vehicle-facts.ts'

/**
 * Returns the consumption for a distance.
 * `fuel_needed` is what the tank lacks for it, in litres; the range is in km, to a tenth.
 */
export function fuelConsumptionOf(
  { fuelEfficiency, fuelLevel }: Pick<RegisteredVehicle, 'fuelEfficiency' | 'fuelLevel'>,
  distance: number,
): AnswerOf<'calculateConsumption'> {
  const planned = litresForDistance(distance, fuelEfficiency)
  const missing = Math.max(0, roundToMillilitres(planned - fuelLevel))
  return {
    planned_fuel_consumption: planned,
    sufficient_fuel: missing === 0,
    fuel_needed: missing,
    estimated_range_current: Math.round(fuelLevel * fuelEfficiency * 10) / 10,
  }
}
