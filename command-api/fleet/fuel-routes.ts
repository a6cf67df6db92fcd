/** HTTP handlers of fuel: refuel, log a trip, and calculate consumption. */

import { isRejection, reject } from '#contract/door/problems.ts'
import type { EventOf } from '#contract/events.ts'
import type { Handlers } from '#platform/http/api.ts'
import { fuelPercentage } from '#rules/planning.ts'
import { handle } from '../kernel/handle.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { loadFrom } from '../kernel/load.ts'
import { readFuelPrice } from '../rows/fuel-price.ts'
import { type Vehicle, vehicle } from '../streams/vehicle.ts'
import { consumptionOf } from './consumption.ts'
import { logTrip } from './log-trip.ts'
import { refuelVehicle } from './refuel-vehicle.ts'
import { toFuelLog } from './vehicle-answers.ts'
import { gone } from './vehicle-facts.ts'

export function fuelRoutes({ store, rows, clock }: Kernel): Handlers {
  return {
    async refuel({ body, principal, envelope }) {
      const refuelledBy = principal.userId
      const decide = (state: Vehicle) => refuelVehicle({ ...body, refuelledBy }, state, clock())
      const handled = await handle(store, vehicle.stream(body.vehicle_id), vehicle, decide, envelope)
      if (isRejection(handled)) return handled
      const { fuelLevel = 0, tankCapacity = 1 } = handled.state.registered ?? {}
      return {
        message: 'Refuelling recorded',
        new_fuel_level: fuelLevel,
        fuel_percentage: fuelPercentage(fuelLevel, tankCapacity),
        position: handled.position,
      }
    },

    async logTrip({ body, principal, envelope }) {
      const command = {
        ...body,
        fuelPrice: await readFuelPrice(await rows.upToNow('configuration')),
        loggedBy: principal.userId,
      }
      const decide = (state: Vehicle) => logTrip(command, state, clock())
      const handled = await handle(store, vehicle.stream(body.vehicle_id), vehicle, decide, envelope)
      if (isRejection(handled)) return handled
      const logged = handled.events.find((event): event is EventOf<'TripLogged'> => event.type === 'TripLogged')
      if (!logged) return reject('internal', 'The trip was not recorded.')
      return { fuelLog: toFuelLog(logged.data), position: handled.position }
    },

    async calculateConsumption({ body: { vehicle_id: vehicleId, planned_distance_km: distance } }) {
      const state = await loadFrom(store, vehicle.stream(vehicleId), vehicle)
      const refused = gone(vehicleId, state)
      if (refused || !state.registered) return refused ?? reject('not-found', 'There is no such vehicle.')
      return consumptionOf(state.registered, distance)
    },
  }
}
