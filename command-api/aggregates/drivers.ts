/**
 * Drivers and their trucks, in one list whose revision check keeps both unique.
 * A full stream is closed, and the next part of the list begins with its state.
 * Otherwise each start of a process would read the assignments of all years.
 */
import type { EventData } from '#contract/events.ts'
import { type Rejection, reject } from '#contract/http/problems.ts'
import { msg } from '#contract/languages/message.ts'
import type { EventInStream, StreamName } from '#contract/streams.ts'
import type { Envelope, EventStore } from '#platform/event-store/event-store.ts'
import { defineFold } from '../kernel/category.ts'
import { createEvent, type Decider } from '../kernel/decider.ts'
import { type CommandResult, handleCommand } from '../kernel/handle.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { hasCommand, loadState } from '../kernel/load.ts'

export interface DriverAssignments {
  /** Id of the current driver, by truck id. */
  current: ReadonlyMap<string, string>
  /** Ended assignments of drivers to trucks, newest last. */
  ended: readonly Pick<EventData<'DriverReleased'>, 'userId' | 'vehicleId' | 'releasedAt'>[]
  /** Number of assignments and releases in this part. */
  changes: number
  /** Whether this part continues an earlier one. */
  opened: boolean
  /** Whether the next part continues this one. */
  closed: boolean
}

/** Refusal of a driver without a truck. */
export const NO_TRUCK_REJECTION = reject('forbidden', msg`You have no truck. Take one, or ask a dispatcher.`)

/**
 * Maximum of former assignments.
 * Older ones are not needed: phones send late outcomes within days.
 */
const MAX_ENDED = 1_000

export const driversFold = defineFold<DriverAssignments, 'drivers'>(
  'drivers',
  { current: new Map(), ended: [], changes: 0, opened: false, closed: false },
  {
    DriverAssigned: ({ current, changes, ...state }, { userId, vehicleId }) => ({
      ...state,
      current: new Map(current).set(vehicleId, userId),
      changes: changes + 1,
    }),
    DriverReleased: ({ current, ended, changes, ...state }, { userId, vehicleId, releasedAt }) => ({
      ...state,
      current: new Map([...current].filter(([id]) => id !== vehicleId)),
      ended: [...ended, { userId, vehicleId, releasedAt }].slice(-MAX_ENDED),
      changes: changes + 1,
    }),
    DriverListClosed: (state) => ({ ...state, closed: true }),
    DriverListOpened: (state, { current, ended }) => ({
      ...state,
      current: new Map(current.map(({ vehicleId, userId }) => [vehicleId, userId])),
      ended,
      opened: true,
    }),
  },
)

const FIRST_PART = 1

/**
 * Returns the stream of a part.
 * The first is named `drivers`, as before there were parts.
 */
export const driversStreamOf = (part: number) =>
  (part === FIRST_PART ? 'drivers' : `drivers-${part}`) as StreamName<'drivers'>

/** Returns the truck of a driver. */
export const vehicleIdOfDriver = ({ current }: DriverAssignments, userId: string): string | undefined =>
  [...current].find(([, driver]) => driver === userId)?.[0]

/**
 * Returns the driver's present truck, and the trucks that the driver left at or after `since` (epoch ms).
 * Former trucks count, because an offline phone sends its outcomes late.
 * Maps each truck id to the time of leaving (epoch ms), Infinity for the present truck.
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
  vehicleIdOfDriver(await loadDriverAssignments({ store }), userId)

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

/**
 * Command that ends the assignment of a driver to a truck.
 * It contains the truck, the driver, or both.
 */
type ReleaseDriver = { by: string } & ({ vehicleId: string; userId?: string } | { userId: string })

/** ReleaseDriver: ends an assignment; a repetition changes nothing. */
export const releaseDriver: Decider<ReleaseDriver, DriverAssignments, 'drivers'> = (command, state, now) => {
  const vehicleId = 'vehicleId' in command ? command.vehicleId : vehicleIdOfDriver(state, command.userId)
  const userId = vehicleId === undefined ? undefined : state.current.get(vehicleId)
  if (vehicleId === undefined || userId === undefined) return []
  if (command.userId !== undefined && command.userId !== userId) return []
  return [createEvent('DriverReleased', { userId, vehicleId, releasedBy: command.by, releasedAt: now.toISOString() })]
}

/**
 * Number of changes that close a part.
 * Reading a part takes some 25 ms.
 */
const MAX_CHANGES = 4_000
/**
 * Maximum number of drivers in an opening event.
 * EventStoreDB accepts 1 MB; a list with more drivers stays in its part.
 */
const MAX_CARRIED_DRIVERS = 8_000

const isFull = ({ changes, current }: DriverAssignments) =>
  changes >= MAX_CHANGES && current.size <= MAX_CARRIED_DRIVERS

/** CloseDriverList: closes a full part; once. */
const closeDriverList: Decider<{ nextPart: number }, DriverAssignments, 'drivers'> = ({ nextPart }, state, now) =>
  state.closed || !isFull(state) ? [] : [createEvent('DriverListClosed', { nextPart, closedAt: now.toISOString() })]

/** OpenDriverList: begins a part with the drivers at the end of the part before; once. */
const openDriverList: Decider<{ part: number; before: DriverAssignments }, DriverAssignments, 'drivers'> = (
  { part, before },
  state,
  now,
) => {
  if (state.opened) return []
  const current = [...before.current].map(([vehicleId, userId]) => ({ vehicleId, userId }))
  return [createEvent('DriverListOpened', { part, current, ended: [...before.ended], openedAt: now.toISOString() })]
}

/** The part to which each store's assignments were written last. */
const lastParts = new WeakMap<EventStore, number>()

const loadPart = (store: EventStore, part: number) => loadState(store, driversStreamOf(part), driversFold)

const isOpen = (part: number, { opened, closed }: DriverAssignments) => (part === FIRST_PART || opened) && !closed

/**
 * Finds the last part by halving, because years have hundreds.
 * Each part except the last one is closed.
 */
async function findLastPart(store: EventStore): Promise<number> {
  let closed = FIRST_PART - 1
  let end = FIRST_PART
  while ((await loadPart(store, end)).closed) {
    closed = end
    end *= 2
  }
  while (end - closed > 1) {
    const middle = Math.floor((closed + end) / 2)
    if ((await loadPart(store, middle)).closed) closed = middle
    else end = middle
  }
  lastParts.set(store, end)
  return end
}

/** Returns the present drivers and trucks, and the latest former assignments. */
export async function loadDriverAssignments({ store }: Pick<Kernel, 'store'>): Promise<DriverAssignments> {
  const known = lastParts.get(store) ?? FIRST_PART
  const state = await loadPart(store, known)
  if (isOpen(known, state)) return state
  const part = await findLastPart(store)
  const last = await loadPart(store, part)
  // A process can stop after closing a part and before opening the next one.
  return isOpen(part, last) ? last : loadPart(store, part - 1)
}

/**
 * Closes the part if it is full, and opens the next one.
 * Finds the last part if it is closed.
 */
async function continueList({ store, clock }: Pick<Kernel, 'store' | 'clock'>, full: number): Promise<number> {
  const envelopeOf = (step: string) => ({ commandId: `drivers/${step}`, fingerprint: '', actor: 'system' })
  const decideClosing = (state: DriverAssignments) => closeDriverList({ nextPart: full + 1 }, state, clock())
  if (isOpen(full, await loadPart(store, full)))
    await handleCommand(store, driversStreamOf(full), driversFold, decideClosing, envelopeOf(`close/${full}`))
  const part = await findLastPart(store)
  if (part === FIRST_PART) return part
  const before = await loadPart(store, part - 1)
  const decideOpening = (state: DriverAssignments) => openDriverList({ part, before }, state, clock())
  await handleCommand(store, driversStreamOf(part), driversFold, decideOpening, envelopeOf(`open/${part}`))
  return part
}

/** Internal result: another part of the list decides. */
const OTHER_PART_REJECTION = reject('conflict', msg`Someone else is changing this. Please try again.`)
/** Maximum number of parts to try, if others fill them at the same time. */
const MAX_PARTS_TRIED = 4

/** Runs a decision on the last part of the list of drivers. */
export async function handleAssignmentCommand<Command>(
  { store, clock }: Pick<Kernel, 'store' | 'clock'>,
  decide: Decider<Command, DriverAssignments, 'drivers'>,
  command: Command,
  envelope: Envelope,
): Promise<CommandResult<DriverAssignments, EventInStream<'drivers'>> | Rejection> {
  const handleIn = (part: number) =>
    handleCommand(
      store,
      driversStreamOf(part),
      driversFold,
      (state) => (isOpen(part, state) && !isFull(state) ? decide(command, state, clock()) : OTHER_PART_REJECTION),
      envelope,
    )
  let part = lastParts.get(store) ?? FIRST_PART
  for (let attempt = 1; ; attempt++) {
    // A repeated command finds its event in the part before, if that was closed in between.
    const isRepeated = part > FIRST_PART && (await hasCommand(store, driversStreamOf(part - 1), envelope.commandId))
    const handled = await handleIn(isRepeated ? part - 1 : part)
    if (handled !== OTHER_PART_REJECTION || attempt === MAX_PARTS_TRIED) return handled
    part = await continueList({ store, clock }, part)
  }
}
