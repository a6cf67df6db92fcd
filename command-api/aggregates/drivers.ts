/** Drivers and their trucks, in one stream whose revision check keeps both unique. */
import type { EventData } from '#contract/events.ts'
import { type Rejection, reject } from '#contract/http/problems.ts'
import { msg } from '#contract/languages/message.ts'
import type { EventInStream } from '#contract/streams.ts'
import type { Envelope } from '#platform/event-store/event-store.ts'
import { defineSingleStreamAggregate } from '../kernel/category.ts'
import { createEvent, type Decider } from '../kernel/decider.ts'
import { type CommandResult, handleCommand } from '../kernel/handle.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { loadState } from '../kernel/load.ts'

export interface DriverAssignments {
  /** Id of the current driver, by truck id. */
  current: ReadonlyMap<string, string>
  /** Former assignments, newest last. */
  ended: readonly Pick<EventData<'DriverReleased'>, 'userId' | 'vehicleId' | 'releasedAt'>[]
}

/** Refusal of a driver without a truck. */
export const NO_TRUCK_REJECTION = reject('forbidden', msg`You have no truck. Take one, or ask a dispatcher.`)

/**
 * Maximum of former assignments.
 * Older ones are not needed: phones send late outcomes within days.
 */
const MAX_ENDED = 1_000

export const driversAggregate = defineSingleStreamAggregate<DriverAssignments, 'drivers'>(
  'drivers',
  { current: new Map(), ended: [] },
  {
    DriverAssigned: ({ current, ...state }, { userId, vehicleId }) => ({
      ...state,
      current: new Map(current).set(vehicleId, userId),
    }),
    DriverReleased: ({ current, ended }, { userId, vehicleId, releasedAt }) => ({
      current: new Map([...current].filter(([id]) => id !== vehicleId)),
      ended: [...ended, { userId, vehicleId, releasedAt }].slice(-MAX_ENDED),
    }),
  },
)

/** Returns the truck of a driver. */
export const vehicleIdOfDriver = ({ current }: DriverAssignments, userId: string): string | undefined =>
  [...current].find(([, driver]) => driver === userId)?.[0]

/**
 * Returns the driver's present truck, and those left at or after `since` (epoch ms).
 * Former trucks count because an offline phone sends its outcomes late.
 * Values are the times of leaving (epoch ms), Infinity for the present truck.
 */
export function vehicleIdsOfDriverSince(state: DriverAssignments, userId: string, since: number): Map<string, number> {
  const present = vehicleIdOfDriver(state, userId)
  const former = state.ended
    .filter((one) => one.userId === userId && one.vehicleId !== present)
    .map(({ vehicleId, releasedAt }) => [vehicleId, Date.parse(releasedAt)] as const)
    .filter(([, leftAt]) => leftAt >= since)
  return new Map([...(present ? [[present, Number.POSITIVE_INFINITY] as const] : []), ...former])
}

export const loadVehicleOfDriver = async ({ store }: Pick<Kernel, 'store'>, userId: string) =>
  vehicleIdOfDriver(await loadState(store, driversAggregate.stream(), driversAggregate), userId)

interface AssignDriver {
  userId: string
  vehicleId: string
  by: string
}

/**
 * AssignDriver: assigns a truck to a driver.
 * Refuses if either has another.
 */
export const assignDriver: Decider<AssignDriver, DriverAssignments, 'drivers'> = (
  { userId, vehicleId, by },
  state,
  now,
) => {
  const [driver, truck] = [state.current.get(vehicleId), vehicleIdOfDriver(state, userId)]
  if (driver === userId) return []
  if (driver !== undefined)
    return reject('conflict', msg`Truck ${{ vehicleId }} has a driver. Release that driver first.`)
  if (truck !== undefined)
    return reject(
      'conflict',
      by === userId
        ? msg`You drive truck ${{ truck }}. Leave it first.`
        : msg`This driver drives truck ${{ truck }}. Release the driver first.`,
    )
  return [createEvent('DriverAssigned', { userId, vehicleId, assignedBy: by, assignedAt: now.toISOString() })]
}

/** Command with the truck, the driver, or both, whose assignment ends. */
type ReleaseDriver = { by: string } & ({ vehicleId: string; userId?: string } | { userId: string })

/** ReleaseDriver: ends an assignment; a repetition changes nothing. */
export const releaseDriver: Decider<ReleaseDriver, DriverAssignments, 'drivers'> = (command, state, now) => {
  const vehicleId = 'vehicleId' in command ? command.vehicleId : vehicleIdOfDriver(state, command.userId)
  const userId = vehicleId === undefined ? undefined : state.current.get(vehicleId)
  if (vehicleId === undefined || userId === undefined) return []
  if (command.userId !== undefined && command.userId !== userId) return []
  return [createEvent('DriverReleased', { userId, vehicleId, releasedBy: command.by, releasedAt: now.toISOString() })]
}

/** Runs a decision on the stream of assignments. */
export const handleAssignmentCommand = <Command>(
  { store, clock }: Kernel,
  decide: Decider<Command, DriverAssignments, 'drivers'>,
  command: Command,
  envelope: Envelope,
): Promise<CommandResult<DriverAssignments, EventInStream<'drivers'>> | Rejection> =>
  handleCommand(
    store,
    driversAggregate.stream(),
    driversAggregate,
    (state) => decide(command, state, clock()),
    envelope,
  )
