/**
 * HTTP handlers of the fleet: register, change, delete and archive trucks.
 * Fuel and trips have their own file.
 */

import type { EventOf } from '#contract/events.ts'
import { isRejection, type Rejection, reject } from '#contract/http/problems.ts'
import { type Message, msg } from '#contract/languages/message.ts'
import { toNumberValue } from '#contract/languages/values.ts'
import type { EventInStream } from '#contract/streams.ts'
import { driverEncryptionKeyIdOf, fuelPercentageOf } from '#domain/planning.ts'
import type { Envelope } from '#platform/event-store/event-store.ts'
import type { Handlers } from '#platform/http/api.ts'
import { releaseArrivedTruck } from '../aggregates/free-truck.ts'
import { type Vehicle, vehicleAggregate } from '../aggregates/vehicle.ts'
import type { Decision } from '../kernel/decider.ts'
import { type CommandResult, handleCommand, handleWithFacts } from '../kernel/handle.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { loadState } from '../kernel/load.ts'
import { readFuelPrice } from '../lookups/configuration.ts'
import { archiveVehicle } from './archive-vehicle.ts'
import { changeVehicle } from './change-vehicle.ts'
import { logTrip } from './log-trip.ts'
import { refuelVehicle } from './refuel-vehicle.ts'
import { registerVehicle } from './register-vehicle.ts'
import { removeVehicle } from './remove-vehicle.ts'
import { setMaintenance } from './set-maintenance.ts'
import { fuelConsumptionOf, toFuelLog, toVehicle } from './vehicle-answers.ts'
import { refuseUnusableVehicle, sealDriver } from './vehicle-facts.ts'

/**
 * Maximum number of trucks, with archived ones; above any real fleet.
 * Boards and plans read all trucks.
 */
const MAX_VEHICLES = 3_000
const TOO_MANY_VEHICLES = reject(
  'conflict',
  msg`There are ${{ amount: toNumberValue(MAX_VEHICLES) }} vehicles, which is the limit.`,
)

export function createFleetHandlers(kernel: Kernel): Handlers {
  const { store, vault, sealer, rows, clock } = kernel

  /**
   * Handles a command on a truck.
   * If the truck's loads have arrived at the site, frees the truck first.
   */
  async function onTruck(
    vehicleId: string,
    decide: (state: Vehicle) => Decision<EventInStream<'vehicle'>>,
    envelope: Envelope,
  ) {
    await releaseArrivedTruck(kernel, vehicleId)
    return handleCommand(store, vehicleAggregate.stream(vehicleId), vehicleAggregate, decide, envelope)
  }

  return {
    async registerVehicle({ body, principal, envelope }) {
      const registeredBy = principal.userId
      const decide = (state: Vehicle, { driver }: { driver?: string | undefined }) =>
        registerVehicle({ ...body, driver, registeredBy }, state, clock())
      const gather = async (state: Vehicle) => {
        // Decides before encrypting the driver's name.
        // Encryption would create a key even if the truck is refused.
        if (isRejection(decide(state, {}))) return {}
        if ((await (await rows.standing('vehicles')).count('vehicles')) >= MAX_VEHICLES) return TOO_MANY_VEHICLES
        return { driver: await sealDriver(sealer, body.id, body, state) }
      }
      const handled = await handleWithFacts(
        store,
        vehicleAggregate.stream(body.id),
        vehicleAggregate,
        { gather, decide },
        envelope,
      )
      return isRejection(handled) ? handled : answer(msg`Vehicle added successfully`, handled)
    },

    async changeVehicle({ params: { id: vehicleId }, body, principal, envelope }) {
      const changedBy = principal.userId
      const decide = (state: Vehicle, { driver }: { driver?: string | undefined }) =>
        changeVehicle({ ...body, vehicleId, driver, changedBy }, state, clock())
      const gather = async (state: Vehicle) => {
        if (isRejection(decide(state, {}))) return {}
        return { driver: await sealDriver(sealer, vehicleId, body, state) }
      }
      await releaseArrivedTruck(kernel, vehicleId)
      const handled = await handleWithFacts(
        store,
        vehicleAggregate.stream(vehicleId),
        vehicleAggregate,
        { gather, decide },
        envelope,
      )
      return isRejection(handled) ? handled : answer(msg`Vehicle updated successfully`, handled)
    },

    async deleteVehicle({ params: { id: vehicleId }, principal, envelope }) {
      const removedBy = principal.userId
      const decide = (state: Vehicle) => removeVehicle({ vehicleId, removedBy }, state, clock())
      const handled = await onTruck(vehicleId, decide, envelope)
      if (isRejection(handled)) return handled
      // Erases the key even for a deleted truck: the first attempt may have crashed.
      await vault.erase(driverEncryptionKeyIdOf(vehicleId))
      sealer.forget(driverEncryptionKeyIdOf(vehicleId))
      return { message: msg`Vehicle deleted successfully`, position: handled.position }
    },

    async archiveVehicle({ params: { id: vehicleId }, principal, envelope }) {
      const archivedBy = principal.userId
      const decide = (state: Vehicle) => archiveVehicle({ vehicleId, archivedBy }, state, clock())
      const handled = await onTruck(vehicleId, decide, envelope)
      if (isRejection(handled)) return handled
      return { message: msg`Vehicle archived successfully`, position: handled.position }
    },

    async setMaintenance({ params: { id: vehicleId }, body: { maintenance }, principal, envelope }) {
      const by = principal.userId
      const decide = (state: Vehicle) => setMaintenance({ vehicleId, maintenance, by }, state, clock())
      const handled = await onTruck(vehicleId, decide, envelope)
      const message = maintenance ? msg`Vehicle sent to the workshop` : msg`Vehicle back in service`
      return isRejection(handled) ? handled : answer(message, handled)
    },

    ...fuelRoutes(kernel),
  }

  async function answer(message: Message, { state, position }: CommandResult<Vehicle>): Promise<Rejection | Answer> {
    if (!state.registered) return reject('not-found', msg`There is no such vehicle.`)
    const answered = await toVehicle(state.registered, state, sealer)
    return { message, vehicle: answered, position }
  }
}

interface Answer {
  message: Message
  vehicle: Awaited<ReturnType<typeof toVehicle>>
  position: number
}

/** HTTP handlers of fuel: refuel, log a trip, and calculate consumption. */
function fuelRoutes({ store, rows, clock }: Kernel): Handlers {
  return {
    async refuel({ body, principal, envelope }) {
      const refuelledBy = principal.userId
      const decide = (state: Vehicle) => refuelVehicle({ ...body, refuelledBy }, state, clock())
      const handled = await handleCommand(
        store,
        vehicleAggregate.stream(body.vehicle_id),
        vehicleAggregate,
        decide,
        envelope,
      )
      if (isRejection(handled)) return handled
      const { fuelLevel = 0, tankCapacity = 1 } = handled.state.registered ?? {}
      return {
        message: msg`Refuelling recorded`,
        new_fuel_level: fuelLevel,
        fuel_percentage: fuelPercentageOf(fuelLevel, tankCapacity),
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
      const handled = await handleCommand(
        store,
        vehicleAggregate.stream(body.vehicle_id),
        vehicleAggregate,
        decide,
        envelope,
      )
      if (isRejection(handled)) return handled
      const logged = handled.events.find((event): event is EventOf<'TripLogged'> => event.type === 'TripLogged')
      if (!logged) return reject('internal', msg`The trip was not recorded.`)
      return { fuelLog: toFuelLog(logged.data), position: handled.position }
    },

    async calculateConsumption({ body: { vehicle_id: vehicleId, planned_distance_km: distance } }) {
      const state = await loadState(store, vehicleAggregate.stream(vehicleId), vehicleAggregate)
      const refused = refuseUnusableVehicle(vehicleId, state)
      if (refused || !state.registered) return refused ?? reject('not-found', msg`There is no such vehicle.`)
      return fuelConsumptionOf(state.registered, distance)
    },
  }
}
