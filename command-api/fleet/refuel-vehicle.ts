/** RefuelVehicle: adds litres up to the tank's capacity, without changing consumption. */

import type { z } from 'zod'
import type { RefuelBody } from '#contract/commands.ts'
import { reject } from '#contract/http/problems.ts'
import { msg } from '#contract/languages/message.ts'
import { toLitresValue } from '#contract/languages/values.ts'
import { roundToMillilitres } from '../aggregates/trip.ts'
import type { Vehicle } from '../aggregates/vehicle.ts'
import { createEvent, type Decider } from '../kernel/decider.ts'
import { refuseUnusableVehicle } from './vehicle-facts.ts'

type RefuelVehicle = z.output<typeof RefuelBody> & { refuelledBy: string }

/**
 * Litres by which refuelling may exceed the tank's capacity: half a millilitre.
 * Amounts are rounded to millilitres.
 */
const TOLERANCE = 0.0005

export const refuelVehicle: Decider<RefuelVehicle, Vehicle, 'vehicle'> = (command, state, now) => {
  const { vehicle_id: vehicleId, liters_added: litres, cost_per_liter: costPerLitre, refuelledBy } = command
  const { registered } = state
  const refused = refuseUnusableVehicle(vehicleId, state)
  if (refused || !registered) return refused ?? []
  const { fuelLevel: before, tankCapacity } = registered
  const after = before + litres
  if (after > tankCapacity + TOLERANCE) {
    const why = msg`The tank has room for only ${{ room: toLitresValue(roundToMillilitres(tankCapacity - before)) }}.`
    return reject('bad-request', why, { liters_added: why })
  }
  const fuelLevel = Math.min(tankCapacity, Math.max(before, roundToMillilitres(after)))
  const refuelledAt = now.toISOString()
  return [createEvent('VehicleRefuelled', { vehicleId, litres, costPerLitre, fuelLevel, refuelledBy, refuelledAt })]
}
