/** Drivers and their trucks in one stream, so that its revision check keeps both sides unique. */
import { type Rejection, reject } from '#contract/http/problems.ts'
import type { EventIn } from '#contract/streams.ts'
import type { Envelope } from '#platform/event-store/event-store.ts'
import { singleStream } from '../kernel/category.ts'
import { type Decide, event } from '../kernel/decider.ts'
import { type CommandResult, handle } from '../kernel/handle.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { loadState } from '../kernel/load.ts'

/** The driver of each truck, by its id. */
export type Drivers = ReadonlyMap<string, string>

export const drivers = singleStream<Drivers, 'drivers'>('drivers', new Map(), {
  DriverAssigned: (state, { userId, vehicleId }) => new Map(state).set(vehicleId, userId),
  DriverReleased: (state, { vehicleId }) => new Map([...state].filter(([id]) => id !== vehicleId)),
})

/** Returns the truck of a driver. */
export const vehicleOfDriver = (state: Drivers, userId: string): string | undefined =>
  [...state].find(([, driver]) => driver === userId)?.[0]

export const loadVehicleOfDriver = async ({ store }: Pick<Kernel, 'store'>, userId: string) =>
  vehicleOfDriver(await loadState(store, drivers.stream(), drivers), userId)

interface AssignDriver {
  userId: string
  vehicleId: string
  by: string
}

/** AssignDriver: refuses a truck with another driver, and a driver with another truck. */
export const assignDriver: Decide<AssignDriver, Drivers, 'drivers'> = ({ userId, vehicleId, by }, state, now) => {
  const [driver, truck] = [state.get(vehicleId), vehicleOfDriver(state, userId)]
  if (driver === userId) return []
  if (driver !== undefined) return reject('conflict', `Truck ${vehicleId} has a driver. Release that driver first.`)
  if (truck !== undefined)
    return reject(
      'conflict',
      by === userId
        ? `You drive truck ${truck}. Leave it first.`
        : `This driver drives truck ${truck}. Release the driver first.`,
    )
  return [event('DriverAssigned', { userId, vehicleId, assignedBy: by, assignedAt: now.toISOString() })]
}

/** The truck or the driver of the assignment that ends. */
type ReleaseDriver = { by: string } & ({ vehicleId: string } | { userId: string })

/** ReleaseDriver: ends an assignment; a repetition changes nothing. */
export const releaseDriver: Decide<ReleaseDriver, Drivers, 'drivers'> = (command, state, now) => {
  const vehicleId = 'vehicleId' in command ? command.vehicleId : vehicleOfDriver(state, command.userId)
  const userId = vehicleId === undefined ? undefined : state.get(vehicleId)
  if (vehicleId === undefined || userId === undefined) return []
  return [event('DriverReleased', { userId, vehicleId, releasedBy: command.by, releasedAt: now.toISOString() })]
}

/** Runs a decision on the assignments. */
export const handleDrivers = <Command>(
  { store, clock }: Kernel,
  decide: Decide<Command, Drivers, 'drivers'>,
  command: Command,
  envelope: Envelope,
): Promise<CommandResult<Drivers, EventIn<'drivers'>> | Rejection> =>
  handle(store, drivers.stream(), drivers, (state) => decide(command, state, clock()), envelope)
