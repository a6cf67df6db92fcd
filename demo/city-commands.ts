/** Executes simulated commands through the same deciders as people's commands. */

import { siteAggregate, siteContentsFold } from '#command-api/aggregates/site.ts'
import { type Vehicle, vehicleAggregate } from '#command-api/aggregates/vehicle.ts'
import { logTrip } from '#command-api/fleet/log-trip.ts'
import { refuelVehicle } from '#command-api/fleet/refuel-vehicle.ts'
import { handleCommand, handleWithFacts } from '#command-api/kernel/handle.ts'
import type { Kernel } from '#command-api/kernel/kernel.ts'
import { readConfiguration } from '#command-api/lookups/configuration.ts'
import { changeSchedule } from '#command-api/schedules/change-schedule.ts'
import { changeScheduleStatus } from '#command-api/schedules/move-schedule.ts'
import { scheduleCollection } from '#command-api/schedules/schedule-collection.ts'
import * as shapes from '#contract/commands.ts'
import type { SimulatedCommand } from '#contract/demo/simulated-command.ts'
import type { Event } from '#contract/events.ts'
import { isRejection, type Rejection, reject } from '#contract/http/problems.ts'
import { msg } from '#contract/languages/message.ts'
import type { Envelope } from '#platform/event-store/event-store.ts'
import { refuseTruckWithoutRound, type SimulatedRound, sendTruckWithReports } from './city-rounds.ts'
import { createTruckLoadUpdate, createYearlySiteUpdate, departPendingLoads } from './city-sites.ts'
import {
  recordCollectedStops,
  recordSomeStopExceptions,
  stopsOfDispatchedLoads,
  stopsOfStartedRounds,
} from './city-stops.ts'

type OfType<T extends SimulatedCommand['type']> = Extract<SimulatedCommand, { type: T }>

/** Executes one simulated command; returns its events or the refusal. */
export type SimulatedCommandExecutor<T extends SimulatedCommand['type']> = (
  kernel: Kernel,
  happening: OfType<T>,
  envelope: Envelope,
) => Promise<readonly Event[] | Rejection>

/** Executes a simulated command with the function for its type. */
export const executeSimulatedCommand = <T extends SimulatedCommand['type']>(
  acts: { [K in T]: SimulatedCommandExecutor<K> },
  kernel: Kernel,
  happening: { type: T } & OfType<T>,
  envelope: Envelope,
) => acts[happening.type](kernel, happening, envelope)

/** Functions that execute the simulated commands, except those of residents. */
export type SimulatedCommandHandlers = {
  [T in Exclude<SimulatedCommand['type'], 'SignUp' | 'ReportBinFull'>]: SimulatedCommandExecutor<T>
}

interface HandlerOptions {
  /** Whether people also use the simulated city and change its data. */
  livesOn?: boolean
  /** Collection rounds that are in progress at the start, by truck id. */
  rounds?: Map<string, SimulatedRound>
}

/**
 * Creates the functions that execute the simulated commands.
 * They follow each truck from scheduling to unloading.
 * They never change a collection that a person planned.
 * The views' rows must be up to date when they run.
 */
export function createSimulatedCommandHandlers({
  livesOn = false,
  rounds = new Map(),
}: HandlerOptions = {}): SimulatedCommandHandlers {
  return {
    async ScheduleCollection(kernel, { body }, envelope) {
      const scheduled = await scheduleCollection(kernel, shapes.ScheduleCollectionBody.parse(body), envelope)
      if (isRejection(scheduled)) return scheduled
      const own = scheduled.schedules.filter(({ planned }) => planned.scheduledBy === envelope.actor)
      for (const vehicleId of body.vehicleIds) {
        const taken = own.find(({ planned }) => planned.vehicleId === vehicleId)
        if (!taken) return reject('conflict', msg`Someone else has planned ${{ zone: body.zone }}.`)
        rounds.set(vehicleId, { scheduleId: taken.planned.scheduleId, sent: false })
      }
      return []
    },

    async StartCollection(kernel, { vehicleId, body }, envelope) {
      const scheduleId = rounds.get(vehicleId)?.scheduleId
      if (!scheduleId) return refuseTruckWithoutRound(vehicleId)
      const started = eventsOf(await changeSchedule(kernel, { scheduleId, ...body }, changeScheduleStatus, envelope))
      if (livesOn && !isRejection(started))
        for (const stops of stopsOfStartedRounds(started)) await recordSomeStopExceptions(kernel, stops, envelope)
      return started
    },

    async MarkAllCollected(kernel, happening, envelope) {
      const { truckId } = happening.body
      // A truck without a schedule has no collection round yet.
      // It must be free.
      const round = rounds.get(truckId) ?? { sent: false }
      if (round.sent) return refuseTruckWithoutRound(truckId)
      const sent = await sendTruckWithReports(kernel, happening, round, envelope)
      if (isRejection(sent)) return sent
      if (sent.events.length > 0) {
        rounds.set(truckId, { ...round, sent: true })
        if (livesOn)
          for (const stops of stopsOfDispatchedLoads(sent.events)) await recordCollectedStops(kernel, stops, envelope)
        return sent.events
      }
      // Other trucks have collected all reports, so this truck returns empty.
      rounds.delete(truckId)
      if (!round.scheduleId) return []
      const back = { scheduleId: round.scheduleId, status: 'completed' } as const
      return eventsOf(
        await changeSchedule(kernel, back, changeScheduleStatus, {
          ...envelope,
          commandId: `${envelope.commandId}/back`,
        }),
      )
    },

    async UpdateComposition(kernel, happening, envelope) {
      const { siteId, vehicleId } = happening
      if (vehicleId && !rounds.get(vehicleId)?.sent) return refuseTruckWithoutRound(vehicleId)
      if (vehicleId && livesOn) await departPendingLoads(kernel, { siteId, vehicleId }, envelope)
      const update = (livesOn ? createTruckLoadUpdate : createYearlySiteUpdate)(kernel, happening, envelope.actor)
      return eventsOf(
        await handleWithFacts(kernel.store, siteAggregate.stream(siteId), siteContentsFold, update, envelope),
      )
    },

    async Refuel({ store, clock }, { body }, envelope) {
      const decide = (truck: Vehicle) => {
        const { fuelLevel = 0, tankCapacity = 0 } = truck.registered ?? {}
        // Adds no more than fits into the tank.
        const liters_added = Math.min(body.liters_added, tankCapacity - fuelLevel)
        if (liters_added <= 0) return reject('conflict', msg`The tank is full.`)
        return refuelVehicle({ ...body, liters_added, refuelledBy: envelope.actor }, truck, clock())
      }
      return eventsOf(
        await handleCommand(store, vehicleAggregate.stream(body.vehicle_id), vehicleAggregate, decide, envelope),
      )
    },

    async LogTrip({ store, rows, clock }, { body }, envelope) {
      const { vehicle_id: vehicleId } = body
      const round = rounds.get(vehicleId)
      if (!round?.sent) return refuseTruckWithoutRound(vehicleId)
      rounds.delete(vehicleId)
      if (round.lent) return []
      const { fuel_prices } = await readConfiguration(await rows.upToNow('configuration'))
      const trip = { ...shapes.LogTripBody.parse(body), fuelPrice: fuel_prices.diesel, loggedBy: envelope.actor }
      const decide = (truck: Vehicle) => logTrip(trip, truck, clock())
      return eventsOf(
        await handleCommand(store, vehicleAggregate.stream(vehicleId), vehicleAggregate, decide, envelope),
      )
    },
  }
}

const eventsOf = (handled: { events: readonly Event[] } | Rejection) =>
  isRejection(handled) ? handled : handled.events
