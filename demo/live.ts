/**
 * Runs the simulation: residents report and trucks drive.
 * It runs while 'Simulated activity' is on, as the seed sets.
 * The simulator depends only on the contract.
 * Deciders do not know the simulator; this folder connects them.
 */

import { setTimeout as pause } from 'node:timers/promises'
import { loadAccountState } from '#command-api/aggregates/account.ts'
import { type ConfigurationState, configurationAggregate } from '#command-api/aggregates/configuration.ts'
import { handleCommand } from '#command-api/kernel/handle.ts'
import type { Kernel } from '#command-api/kernel/kernel.ts'
import { readConfiguration } from '#command-api/lookups/configuration.ts'
import type { BinReporter } from '#command-api/reports/routes.ts'
import { saveConfiguration } from '#command-api/settings/save-configuration.ts'
import type { SimulatedCommand } from '#contract/demo/simulated-command.ts'
import { isRejection, reject } from '#contract/http/problems.ts'
import { msg } from '#contract/languages/message.ts'
import { createSimulatedCity } from '#demo/simulator/city.ts'
import { DAY_MS, epochDayOf } from '#demo/simulator/rhythm.ts'
import type { Zone } from '#domain/city.ts'
import type { Position } from '#platform/event-store/event-store.ts'
import {
  createSimulatedCommandHandlers,
  executeSimulatedCommand,
  type SimulatedCommandExecutor,
} from './city-commands.ts'
import { residentUserIdOf } from './city-rounds.ts'
import { SIMULATION_ACTOR } from './current-rounds.ts'
import { readStateForSimulation } from './current-state.ts'
import { continuedTruckIdOf, readTrucksWithActiveDriver } from './driven-trucks.ts'

/** Speed factor: a day takes an hour, with reports every minute or two. */
export const SIMULATION_SPEED_FACTOR = 24
const CHECK_INTERVAL_MS = 500
/**
 * If a command of the simulation is this many ms late, the process must have been suspended.
 * The simulation then skips the missed time.
 */
const SKIP_AFTER_MS = 60_000
/** Number of simulation pauses between two checks for changes by people. */
const CHECKS_PER_STATE_READ = 6
/** Interval in ms of checks for time-based changes, such as overdue trucks. */
const LOOK_AROUND_MS = 60_000
/** Maximum pause of the simulation in ms after several refused commands in a row. */
const LONGEST_REST_MS = 60_000
/** Simulated start time: 5:30, because most residents check bins from six. */
const MORNING_MS = 5.5 * 3_600_000

/** Waits `ms` milliseconds of the installation's clock, or until the signal aborts. */
export type SleepFunction = (ms: number, value: undefined, options: { signal: AbortSignal }) => Promise<unknown>

export interface CitySimulation {
  /** Numbers of executed and refused commands, and of restarts. */
  readonly counts: { done: number; refused: number; begun: number }
  stop(): Promise<void>
}

/**
 * Starts the simulation from the current state when switched on.
 * Restarts after changes by people; stops when switched off.
 * Acts only for simulated residents; people's work stays, including truck drivers'.
 * After refusals, reads the state again, with growing pauses up to a minute.
 */
export function startCitySimulation(
  kernel: Kernel,
  reportFor: BinReporter,
  pace = SIMULATION_SPEED_FACTOR,
  sleep: SleepFunction = pause,
): CitySimulation {
  const { clock, log, store } = kernel
  const stopping = new AbortController()
  const { signal } = stopping
  const counts = { done: 0, refused: 0, begun: 0 }
  /** Number of consecutive times that the simulation was refused or interrupted. */
  let inSeries = 0
  /**
   * Zones that could not be scheduled, with the time of the next attempt (ms).
   * Until then, the simulation sends trucks there without a schedule.
   */
  const unplannable = new Map<Zone, number>()
  const cityTime = cityClock(clock(), pace)

  const isOn = async () =>
    !signal.aborted && (await readConfiguration(await kernel.rows.standing('configuration'))).simulatedActivity
  const rest = (ms: number) => sleep(ms, undefined, { signal }).catch(() => {})

  /**
   * Waits until a simulated command is due.
   * Returns false if the simulation was switched off, people changed the state, or the command is long overdue.
   */
  async function comes({ at }: SimulatedCommand, hasChanged: () => Promise<boolean>): Promise<boolean> {
    for (let looks = 0; await isOn(); looks++) {
      if (looks % CHECKS_PER_STATE_READ === 0 && (await hasChanged())) return false
      const left = at.getTime() - clock().getTime()
      if (left <= 0) return left > -SKIP_AFTER_MS
      await rest(Math.min(left, CHECK_INTERVAL_MS))
    }
    return false
  }

  async function live(): Promise<void> {
    const now = clock()
    for (const [zone, until] of unplannable) if (until < now.getTime()) unplannable.delete(zone)
    const head = await store.head()
    const { plan, present, rounds, isOutdated } = await readStateForSimulation(
      kernel,
      pace,
      new Set(unplannable.keys()),
    )
    const hasChanged = whenLogMoves(kernel, head, isOutdated)
    counts.begun++
    const acts = { ...createSimulatedCommandHandlers({ livesOn: true, rounds }), ReportBinFull: reportWith(reportFor) }
    for (const happening of createSimulatedCity(plan).live(now, { ...present, pace, cityTime: cityTime(now) })) {
      if (!(await comes(happening, hasChanged))) return
      if (happening.type === 'SignUp') continue
      // Checks again, because the driver may just have signed in.
      const truck = continuedTruckIdOf(happening)
      if (truck !== undefined && (await readTrucksWithActiveDriver(kernel)).has(truck)) return
      const actor = 'resident' in happening ? residentUserIdOf(happening.resident) : SIMULATION_ACTOR
      // The command id includes the time of the simulation's restart.
      // Otherwise a command that is repeated after a restart would have no effect.
      const envelope = {
        commandId: `live/${now.toISOString()}/${happening.id}`,
        fingerprint: 'live',
        actor,
        simulated: true as const,
      }
      const done = await executeSimulatedCommand(acts, kernel, happening, envelope)
      counts[isRejection(done) ? 'refused' : 'done']++
      if (isRejection(done)) {
        if (inSeries === 0) log.info({ type: happening.type, why: done.message }, 'the simulated city was refused')
        if (happening.type === 'ScheduleCollection') unplannable.set(happening.body.zone, now.getTime() + DAY_MS / pace)
        // Restarts the simulation from the current state, because a command was refused.
        // The next planned commands assume that the refused command succeeded.
        await restOut()
        return
      }
      if (happening.type === 'ReportBinFull') present.open.add(happening.resident.id)
      else inSeries = 0
      if (happening.type === 'MarkAllCollected') for (const { id } of happening.reporters) present.open.delete(id)
    }
  }

  const restOut = () => rest(Math.min(CHECK_INTERVAL_MS * 2 ** Math.min(inSeries++, 10), LONGEST_REST_MS))

  const running = (async () => {
    while (!signal.aborted) {
      try {
        if (await isOn()) await live()
      } catch (error) {
        if (inSeries === 0) log.warn({ err: error }, 'the simulated city was interrupted; it continues from now')
        await restOut()
      }
      await rest(CHECK_INTERVAL_MS)
    }
  })()

  return {
    counts,
    async stop() {
      stopping.abort()
      await running
    },
  }
}

/**
 * Returns a function that calls `ask` only if the log has grown or a minute has passed.
 * Otherwise the function resolves to false.
 */
function whenLogMoves({ store, clock }: Kernel, from: Position, ask: () => Promise<boolean>): () => Promise<boolean> {
  let [head, asked] = [from, clock().getTime()]
  return async () => {
    const now = await store.head()
    const looksAround = clock().getTime() - asked >= LOOK_AROUND_MS
    if (now === head && !looksAround) return false
    head = now
    asked = clock().getTime()
    return ask()
  }
}

/**
 * Returns a function that converts real time to simulated time.
 * Simulated time starts in the morning and never runs back.
 */
function cityClock(start: Date, pace: number): (now: Date) => Date {
  const morning = epochDayOf(start.getTime()) * DAY_MS + MORNING_MS
  return (now) => new Date(morning + (now.getTime() - start.getTime()) * pace)
}

/**
 * Reports a full bin as the simulated resident.
 * Returns a rejection if the resident's account was deleted.
 */
const reportWith =
  (reportFor: BinReporter): SimulatedCommandExecutor<'ReportBinFull'> =>
  async ({ store }, { resident: { id, zone, name }, body }, envelope) => {
    const userId = residentUserIdOf({ id })
    const { status } = await loadAccountState(store, userId)
    if (status !== 'active') return reject('not-found', msg`This resident no longer exists.`)
    const reported = await reportFor({ userId, zone, name }, body.description, envelope)
    return isRejection(reported) ? reported : []
  }

/**
 * Switches simulated activity on when the demo is seeded.
 * Changes nothing if a configuration was saved before.
 */
export async function enableSimulatedActivity(kernel: Kernel): Promise<void> {
  const initially = await readConfiguration(await kernel.rows.upToNow('configuration'))
  const command = { config: { simulatedActivity: true }, initially, needed: {}, changedBy: 'system' }
  const decide = (state: ConfigurationState) =>
    state.version > 0 ? [] : saveConfiguration(command, state, kernel.clock())
  const envelope = { commandId: 'seed/simulated-activity', fingerprint: 'seed', actor: 'system' }
  const handled = await handleCommand(
    kernel.store,
    configurationAggregate.stream(),
    configurationAggregate,
    decide,
    envelope,
  )
  if (isRejection(handled)) throw new Error(`The seed was refused: ${handled.message}`)
}
