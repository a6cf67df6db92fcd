/**
 * Completes a collection: the truck leaves for its site with its load.
 * The load includes reports of the zone that were marked one by one.
 * Without a load the schedule just ends.
 */
import { isRejection, type Rejection, reject } from '#contract/door/problems.ts'
import type { EventData } from '#contract/events.ts'
import type { EventIn } from '#contract/streams.ts'
import { counted, figure } from '#rules/figure.ts'
import type { Decision } from '../kernel/decider.ts'
import { type Envelope, type Handled, handle } from '../kernel/handle.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { readFuelPrice } from '../rows/fuel-price.ts'
import { type TruckAndSchedule, truckWith } from '../streams/schedule.ts'
import { vehicle } from '../streams/vehicle.ts'
import { mostInCollection, workOfPlanned } from './assign-reports.ts'
import { dispatchTruck } from './dispatch-truck.ts'
import { type Loading, loadTruck } from './load-truck.ts'

type Decided = Decision<EventIn<'vehicle'>>
/**
 * Decides on a schedule of a truck.
 * `fuelPrice` is in currency units per litre.
 */
type DecideSchedule = (state: TruckAndSchedule, fuelPrice: number) => Decided | Promise<Decided>

export interface HandleSchedule {
  scheduleId: string
  vehicleId: string
  /** Assigned reports that a completed collection took, besides those marked one by one. */
  collected?: 'all' | readonly string[] | undefined
}

/**
 * Runs a command on a truck's schedule.
 * If it completes the schedule, the truck leaves with the marked reports.
 */
export function handleSchedule(
  kernel: Kernel,
  { scheduleId, vehicleId, collected = [] }: HandleSchedule,
  decide: DecideSchedule,
  envelope: Envelope,
): Promise<Handled<TruckAndSchedule> | Rejection> {
  const { store, rows, clock } = kernel
  return loadTruck(kernel, vehicleId, envelope, (loadingOf) => {
    const decideNow = async (state: TruckAndSchedule) => {
      const fuelPrice = await readFuelPrice(await rows.upToNow('configuration'))
      const decision = await decide(state, fuelPrice)
      const loading = loadingOf(state.truck)
      return leaveWithCollected(decision, state, { loading, collected, fuelPrice, by: envelope.actor, now: clock() })
    }
    return handle(store, vehicle.stream(vehicleId), truckWith(scheduleId), decideNow, envelope)
  })
}

interface Leaving {
  loading: Loading
  collected: 'all' | readonly string[]
  /** currency units per litre */
  fuelPrice: number
  by: string
  now: Date
}

/** Refuses more reports than the truck holds in its trips; a dispatcher must choose the collected bins. */
const tooMany = (planned: EventData<'CollectionScheduled'>, reports: number, room: number) =>
  reject(
    'conflict',
    `Truck ${planned.vehicleId} holds ${counted(room, 'bin')} in ${counted(workOfPlanned(planned).trips, 'trip')}, not ${figure(reports)}. Choose those that it collected.`,
  )

/** Returns the decision unchanged, unless it completes a collection with collected or waiting reports. */
async function leaveWithCollected(
  decision: Decided,
  { truck, schedule }: TruckAndSchedule,
  { loading, collected, fuelPrice, by, now }: Leaving,
): Promise<Decided> {
  const isDone = !isRejection(decision) && decision.some(({ type }) => type === 'CollectionCompleted')
  if (!isDone || !schedule) return decision
  const { zone, vehicleId, siteId, estimatedDistance: distance } = schedule.planned
  const setOutFor = new Set(schedule.reportIds)
  const open = (id: string) => setOutFor.has(id) && (collected === 'all' || collected.includes(id))
  const room = mostInCollection(schedule.planned, truck.registered?.type)
  const load = await loading.take(zone, { open, room, ownOnly: true })
  if (!load) return decision
  if (isRejection(load)) return load
  if (load.reportIds.length > room) return tooMany(schedule.planned, load.reportIds.length, room)
  const { claimId } = loading
  return dispatchTruck({ vehicleId, siteId, claimId, loads: [load], distance, fuelPrice, dispatchedBy: by }, truck, now)
}
