/**
 * LogTrip: records a past trip by hand.
 * Its fuel must fit into the tank.
 */

import type { z } from 'zod'
import type { LogTripBody as Shape } from '#contract/commands.ts'
import { reject } from '#contract/http/problems.ts'
import { type Message, msg } from '#contract/languages/message.ts'
import { toLitresValue } from '#contract/languages/values.ts'
import { BACKDATED_TRIP_LIMIT_MS, CLOCK_TOLERANCE_MS } from '#domain/plausible-limits.ts'
import { createTripEvents, fuelLitresOf, roundToMillilitres } from '../aggregates/trip.ts'
import type { Vehicle } from '../aggregates/vehicle.ts'
import type { Decider } from '../kernel/decider.ts'
import { refuseUnusableVehicle } from './vehicle-facts.ts'

type LogTrip = z.output<typeof Shape> & {
  /** Price of fuel, in currency units per litre. */
  fuelPrice: number
  loggedBy: string
}

export const logTrip: Decider<LogTrip, Vehicle, 'vehicle'> = (command, state, now) => {
  const { vehicle_id: vehicleId, distance_km: distance, fuelPrice, loggedBy } = command
  const { registered } = state
  const refused = refuseUnusableVehicle(vehicleId, state)
  if (refused || !registered) return refused ?? []
  const [tripStart, tripEnd] = [new Date(command.trip_start), new Date(command.trip_end)]
  const refuse = (field: string, why: Message) => reject('bad-request', why, { [field]: why })
  if (tripStart.getTime() > now.getTime() + CLOCK_TOLERANCE_MS)
    return refuse('trip_start', msg`The trip has not begun yet`)
  if (tripEnd.getTime() > now.getTime() + CLOCK_TOLERANCE_MS) return refuse('trip_end', msg`The trip has not ended yet`)
  if (state.since && tripStart.getTime() < Date.parse(state.since) - BACKDATED_TRIP_LIMIT_MS)
    return refuse('trip_start', msg`The trip is more than 30 days before this vehicle was registered`)
  const needed = fuelLitresOf(distance, registered.fuelEfficiency)
  const missing = roundToMillilitres(needed - registered.fuelLevel)
  if (missing > 0)
    return reject(
      'conflict',
      msg`The trip needed ${{ needed: toLitresValue(needed) }} of fuel, but vehicle ${{ vehicleId }} had only ${{ fuelLevel: String(roundToMillilitres(registered.fuelLevel)) }}. Record the refuelling of the missing ${{ missing: String(missing) }} first.`,
    )
  const { trip_type: tripType, route_description: description, fuel_cost: fuelCost } = command
  return createTripEvents(
    state,
    { tripType, distance, description, tripStart, tripEnd, fuelCost, fuelPrice, loggedBy },
    now,
  )
}
