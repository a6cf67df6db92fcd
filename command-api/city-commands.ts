/** What happens in a simulated city, command by command: each goes through the same decider as if a person had asked. */
import * as shapes from '#contract/commands.ts'
import type { Event } from '#contract/events.ts'
import type { Happening, Resident } from '#contract/happening.ts'
import { distanceTo } from '#contract/planning.ts'
import { type Rejection, reject } from '#contract/problems.ts'
import { userIdOf } from './accounts/register.ts'
import { reporterOf } from './bin.ts'
import { changeSchedule } from './collections/change-schedule.ts'
import { readZone } from './collections/city-rows.ts'
import { type DispatchTruck, dispatchTruck } from './collections/dispatch-truck.ts'
import { moveSchedule } from './collections/move-schedule.ts'
import { scheduleCollection } from './collections/schedule-collection.ts'
import { readConfiguration } from './configured.ts'
import { logTrip } from './fleet/log-trip.ts'
import { refuelVehicle } from './fleet/refuel-vehicle.ts'
import { type Decision, isRejection } from './kernel/decider.ts'
import { type Envelope, handle } from './kernel/handle.ts'
import type { Kernel } from './kernel/kernel.ts'
import { siteStream } from './sites/open-site.ts'
import { readUnderWay } from './sites/routes.ts'
import { type SiteLoad, siteLoad, updateComposition } from './sites/update-composition.ts'
import { type Vehicle, vehicle, vehicleStream } from './vehicle.ts'

type OfType<T extends Happening['type']> = Extract<Happening, { type: T }>

/** Does one happening; the events that it led to, or why it was refused. */
export type Act<T extends Happening['type']> = (
  kernel: Kernel,
  happening: OfType<T>,
  envelope: Envelope,
) => Promise<readonly Event[] | Rejection>

/** Everything but what residents do. */
export type CityCommands = { [T in Exclude<Happening['type'], 'SignUp' | 'ReportBinFull'>]: Act<T> }

/** The account's id of a simulated resident. */
export const residentId = ({ id }: Pick<Resident, 'id'>) => userIdOf(`seed/${id}`)

/**
 * The commands of a city that begins here: its trucks are followed from being scheduled to having unloaded, so that none of
 * them ever touches a round that a person has planned. What is read of rows must be true by now.
 */
export function createCityCommands(): CityCommands {
  const rounds = new Map<string, Round>()

  return {
    async ScheduleCollection(kernel, { body }, envelope) {
      const scheduled = await scheduleCollection(kernel, shapes.ScheduleCollection.parse(body), envelope)
      if (isRejection(scheduled)) return scheduled
      const own = scheduled.schedules.filter(({ planned }) => planned.scheduledBy === envelope.actor)
      for (const vehicleId of body.vehicleIds) {
        const taken = own.find(({ planned }) => planned.vehicleId === vehicleId)
        if (!taken) return reject('conflict', `Somebody else has planned ${body.zone}.`)
        rounds.set(vehicleId, { scheduleId: taken.planned.scheduleId, sent: false })
      }
      return []
    },

    async StartCollection(kernel, { vehicleId, body }, envelope) {
      const scheduleId = rounds.get(vehicleId)?.scheduleId
      if (!scheduleId) return notOnRound(vehicleId)
      return eventsOf(await changeSchedule(kernel, { scheduleId, ...body }, moveSchedule, envelope))
    },

    async MarkAllCollected(kernel, happening, envelope) {
      const { truckId } = happening.body
      const round = rounds.get(truckId)
      if (!round) return notOnRound(truckId)
      const decide = (truck: Vehicle) => sendWith(kernel, happening, { truck, round, dispatchedBy: envelope.actor })
      const events = eventsOf(await handle(kernel.store, vehicleStream(truckId), vehicle, decide, envelope))
      rounds.set(truckId, { ...round, sent: !isRejection(events) })
      return events
    },

    async UpdateComposition(kernel, { siteId, vehicleId, body }, envelope) {
      if (vehicleId && !rounds.get(vehicleId)?.sent) return notOnRound(vehicleId)
      const {
        currentCapacity,
        weight,
        source,
        annotated_image: _,
        updated_by: __,
        ...composition
      } = shapes.UpdateComposition.parse(body)
      const { actor: updatedBy } = envelope
      const decide = async (state: SiteLoad) => {
        const arrived = await readUnderWay(kernel, siteId)
        const command = { siteId, composition, currentCapacity, weight, source, arrived, updatedBy }
        return updateComposition(command, state, kernel.clock())
      }
      return eventsOf(await handle(kernel.store, siteStream(siteId), siteLoad, decide, envelope))
    },

    async Refuel({ store, clock }, { body }, envelope) {
      const decide = (truck: Vehicle) => {
        const { fuelLevel = 0, tankCapacity = 0 } = truck.registered ?? {}
        // The pump stops when the tank is full.
        const liters_added = Math.min(body.liters_added, tankCapacity - fuelLevel)
        if (liters_added <= 0) return reject('conflict', 'The tank is full.')
        return refuelVehicle({ ...body, liters_added, refuelledBy: envelope.actor }, truck, clock())
      }
      return eventsOf(await handle(store, vehicleStream(body.vehicle_id), vehicle, decide, envelope))
    },

    async LogTrip({ store, reads, clock }, { body }, envelope) {
      const { vehicle_id: vehicleId } = body
      if (!rounds.get(vehicleId)?.sent) return notOnRound(vehicleId)
      rounds.delete(vehicleId)
      const { fuel_prices } = await readConfiguration(reads)
      const trip = { ...shapes.LogTrip.parse(body), fuelPrice: fuel_prices.diesel, loggedBy: envelope.actor }
      const decide = (truck: Vehicle) => logTrip(trip, truck, clock())
      return eventsOf(await handle(store, vehicleStream(vehicleId), vehicle, decide, envelope))
    },
  }
}

/** A truck's round: its schedule, and whether it has left for the site. */
interface Round {
  scheduleId: string
  sent: boolean
}

const notOnRound = (vehicleId: string) => reject('conflict', `Truck ${vehicleId} is on no round of the city.`)

const eventsOf = (handled: { events: readonly Event[] } | Rejection) =>
  isRejection(handled) ? handled : handled.events

interface Sending extends Pick<DispatchTruck, 'dispatchedBy'> {
  truck: Vehicle
  round: Round
}

/** The truck leaves with what the city's residents have reported; what other people reported waits for people. */
async function sendWith(
  { reads, clock }: Kernel,
  { body, zones, reporters }: OfType<'MarkAllCollected'>,
  { truck, round, dispatchedBy }: Sending,
): Promise<Decision> {
  const { dumpingSiteId: siteId, truckId: vehicleId } = body
  if (truck.scheduleId !== round.scheduleId) return notOnRound(vehicleId)
  const own = new Set(reporters.map(residentId))
  const loads: DispatchTruck['loads'][number][] = []
  for (const zone of zones) {
    const { openIds, loose: alsoCollected } = await readZone(reads, zone)
    const reportIds = openIds.flat().filter((id) => own.has(reporterOf(id) ?? ''))
    if (reportIds.length > 0) loads.push({ zone, reportIds, alsoCollected })
  }
  const { zone_distances, fuel_prices } = await readConfiguration(reads)
  const distance = zones.reduce((km, zone) => km + distanceTo(zone, siteId, zone_distances), 0)
  const costs = { distance, fuelPrice: fuel_prices.diesel }
  return dispatchTruck({ vehicleId, siteId, loads, ...costs, dispatchedBy }, truck, clock())
}
