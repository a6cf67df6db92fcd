/** Writes a simulated period to the log through the deciders. */

import { registerAccount, userIdOf } from '#command-api/accounts/register.ts'
import { binAggregate } from '#command-api/aggregates/bin.ts'
import { releaseTruckForPolicy } from '#command-api/aggregates/free-truck.ts'
import { UNMATCHABLE_PASSWORD_HASH } from '#command-api/internal-commands/seed.ts'
import { handleCommand } from '#command-api/kernel/handle.ts'
import { processInOneBatch } from '#command-api/kernel/in-batches.ts'
import type { Kernel } from '#command-api/kernel/kernel.ts'
import { reportBinFull } from '#command-api/reports/report-bin-full.ts'
import { finishDispatch } from '#command-api/schedules/finish-dispatch.ts'
import { recordDeliveryArrival } from '#command-api/schedules/move-delivery.ts'
import type { SimulatedCommand, SimulatedResident } from '#contract/demo/simulated-command.ts'
import type { Event } from '#contract/events.ts'
import { isRejection, type Rejection } from '#contract/http/problems.ts'
import { lookUp } from '#domain/dictionary.ts'
import { recommendationThresholdOf } from '#domain/report-rules.ts'
import type { Envelope } from '#platform/event-store/event-store.ts'
import { findDemoAccount } from './city.ts'
import {
  createSimulatedCommandHandlers,
  executeSimulatedCommand,
  type SimulatedCommandExecutor,
  type SimulatedCommandHandlers,
} from './city-commands.ts'
import { residentUserIdOf } from './city-rounds.ts'
import { createPastNotifications } from './past-notifications.ts'

export interface SeedYearOptions {
  /** Customers by zone, for the progress that residents see. */
  customers: Readonly<Record<string, number>>
  /** Resolves when the rows reflect the whole log. */
  caughtUp: () => Promise<void>
}

/** Number of executed commands by type. */
export type SeedCounts = Partial<Record<SimulatedCommand['type'], number>>

const AT_ONCE = 200
const DISPATCHER = userIdOf('seed/DISP001')
const RECYCLER = userIdOf('seed/REC001')

/**
 * Executes simulated commands in order of time.
 * Fixed ids let interrupted runs resume.
 * Different residents' commands run concurrently; others wait for earlier ones.
 * Throws if a command is refused.
 */
export async function seedYear(
  kernel: Kernel,
  happenings: Iterable<SimulatedCommand>,
  { customers, caughtUp }: SeedYearOptions,
): Promise<SeedCounts> {
  const counts = createYearCounters(customers)
  const acts: Acts = { ...createSimulatedCommandHandlers(), SignUp: signUp, ReportBinFull: reportWith(counts) }
  const finish = createFinishing()
  const news = createPastNotifications(kernel)
  let last = new Date(0)
  const seeded: SeedCounts = {}
  const together = new Map<string, Promise<unknown>>()
  const settle = async () => {
    await Promise.all(together.values())
    together.clear()
  }
  for (const happening of happenings) {
    seeded[happening.type] = (seeded[happening.type] ?? 0) + 1
    last = happening.at
    const then = { ...kernel, clock: () => happening.at }
    if ('resident' in happening) {
      const { id } = happening.resident
      if (together.has(id) || together.size >= AT_ONCE) await settle()
      together.set(id, run(then, happening, acts))
      continue
    }
    await settle()
    if (READS_ROWS.has(happening.type)) await caughtUp()
    await finish(then, await run(then, happening, acts))
    await news.tell(happening.at)
    if (happening.type === 'MarkAllCollected') counts.collected(happening.reporters)
  }
  await settle()
  await news.tell(last)
  return seeded
}

/** Types of commands that read rows for their decision. */
const READS_ROWS: ReadonlySet<SimulatedCommand['type']> = new Set([
  'ScheduleCollection',
  'StartCollection',
  'MarkAllCollected',
  'UpdateComposition',
] satisfies (keyof SimulatedCommandHandlers)[])

type Acts = { [T in SimulatedCommand['type']]: SimulatedCommandExecutor<T> }

async function run(kernel: Kernel, happening: SimulatedCommand, acts: Acts): Promise<readonly Event[]> {
  // Nothing of demo accounts is marked as simulated, because people use them.
  const own = happening.type === 'SignUp' ? findDemoAccount(happening.resident) : undefined
  const envelope: Envelope = {
    commandId: `seed/${own?.identifier ?? happening.id}`,
    fingerprint: 'seed',
    actor: actorOf(happening),
    ...(!own && { simulated: true }),
  }
  const events = await executeSimulatedCommand(acts, kernel, happening, envelope)
  if (isRejection(events)) throw new Error(`The seed was refused at ${happening.id}: ${events.message}`)
  return events
}

function actorOf(happening: SimulatedCommand): string {
  if ('resident' in happening) return residentUserIdOf(happening.resident)
  return happening.type === 'UpdateComposition' ? RECYCLER : DISPATCHER
}

/** Replaces the sending of notifications, because residents need no news of a past year. */
const tellNobody = async () => {}

/**
 * Creates a function that completes dispatches and site updates while the past year is seeded.
 * Normally jobs of the policies do this.
 */
function createFinishing() {
  const aboard = new Map<string, string>()
  return async (kernel: Kernel, events: readonly Event[]): Promise<void> => {
    for (const { type, data } of events) {
      if (type === 'TruckDispatched') {
        aboard.set(data.vehicleId, data.dispatchId)
        await finishDispatch(kernel, data, tellNobody, processInOneBatch)
      }
      if (type !== 'SiteCompositionUpdated') continue
      const told = { composition: data.composition, arrivedAt: data.updatedAt }
      for (const { deliveryId, weight } of data.arrived)
        await recordDeliveryArrival(kernel, { deliveryId, weight, ...told }, `job/arrive-${deliveryId}`)
      for (const vehicleId of new Set(data.arrived.map((delivery) => delivery.vehicleId))) {
        const dispatchId = aboard.get(vehicleId) ?? ''
        await releaseTruckForPolicy(kernel, { vehicleId, dispatchId }, `job/free-${dispatchId}`)
      }
    }
  }
}

/** Counts the open reports of each zone, which tell residents how near the collection is. */
function createYearCounters(customers: SeedYearOptions['customers']) {
  const open = new Map<string, number>()
  const add = (zone: string, count: number) => {
    const reportedCount = (open.get(zone) ?? 0) + count
    open.set(zone, reportedCount)
    const total = lookUp(customers, zone) ?? 0
    return { reportedCount, total, threshold: recommendationThresholdOf(total) }
  }
  return {
    reported: (zone: string) => add(zone, 1),
    collected(reporters: readonly SimulatedResident[]): void {
      for (const { zone } of reporters) add(zone, -1)
    },
  }
}

const reportWith =
  (counts: ReturnType<typeof createYearCounters>): SimulatedCommandExecutor<'ReportBinFull'> =>
  async ({ store, sealer, clock }, { resident, body }, envelope) => {
    const { zone } = resident
    const { name } = findDemoAccount(resident) ?? resident
    const userId = residentUserIdOf(resident)
    const figures = counts.reported(zone)
    const sealed = await sealer.seal(userId, { name, description: body.description })
    const decide = (state: typeof binAggregate.initial) =>
      reportBinFull({ userId, zone, sealed, told: figures }, state, clock())
    const handled = await handleCommand(store, binAggregate.stream(userId), binAggregate, decide, envelope)
    return isRejection(handled) ? handled : handled.events
  }

async function signUp(
  kernel: Kernel,
  { resident }: Extract<SimulatedCommand, { type: 'SignUp' }>,
  envelope: Envelope,
): Promise<readonly Event[] | Rejection> {
  const userId = residentUserIdOf(resident)
  // Stores a password hash that no password matches before the account is registered.
  // The registration then does not hash a password, which saves minutes in the whole seed.
  if (!(await kernel.vault.credentials(userId))) await kernel.vault.setPassword(userId, UNMATCHABLE_PASSWORD_HASH, 0)
  const own = findDemoAccount(resident)
  const person = own ? { name: own.name, email: own.email, zone: resident.zone } : resident
  const registered = await registerAccount(kernel, { ...person, userId, password: '', role: 'resident' }, envelope)
  return isRejection(registered) ? registered : registered.events
}
