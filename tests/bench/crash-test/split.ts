/**
 * Crash test of a distributed installation.
 * Kills or suspends each program while clients write.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { hasKnownType, LOG_START, type LoggedEvent } from '#platform/event-store/event-store.ts'
import { openEventStoreDb } from '#platform/event-store/eventstoredb.ts'
import { findProgram } from '#tests/fixtures/programs.ts'
import { createPolicies } from '#workers/app.ts'
import { type SplitProcessesCity, startSplitProcessesCity } from '../../journeys/split-processes-city.ts'
import { PASSWORD } from '../../journeys/split-processes-programs.ts'
import {
  type CheckFaults,
  type CrashTestOptions,
  type CrashTestResult,
  checkLog,
  checkOpenReports,
  checkRows,
} from './check.ts'
import { createClients } from './clients.ts'

/** Range of the random command count between two kills. */
const COMMANDS_BETWEEN_KILLS = 100
/**
 * Time limit without progress, in ms.
 * Only a hanging run reaches it.
 */
const PROGRESS_TIMEOUT_MS = 240_000
/**
 * Duration in ms of the longest ordinary outage that the test causes.
 * One outage in {@link LONG_OUTAGE_IN} is longer and may exceed the callers' timeouts.
 */
const OUTAGE_MS = 1_200
const LONG_OUTAGE_MS = 14_000
const LONG_OUTAGE_IN = 10
/**
 * Time limit in ms for rows and jobs to catch up with the log.
 * It applies at the end of a test run.
 */
const SETTLE_TIMEOUT_MS = 240_000

interface SplitOptions extends CrashTestOptions {
  /**
   * Returns whether the crash test kills a program.
   * By default it kills every program.
   */
  isKilled?(name: string): boolean
  /**
   * Pause before each request during an outage, in ms.
   * Without a pause, repeated requests take most of the processor.
   */
  outagePauseMs?: number
  commandsBetweenKills?: number
}

/**
 * Runs the crash test on an installation with two processes of each kind.
 * Needs redis-server and caddy on the PATH.
 */
export async function crashTestSplit({
  kills,
  residents: residentCount,
  isKilled = () => true,
  outagePauseMs = 0,
  commandsBetweenKills = COMMANDS_BETWEEN_KILLS,
  say = () => {},
}: SplitOptions): Promise<CrashTestResult> {
  const city = await startSplitProcessesCity({ redis: program('redis-server'), caddy: program('caddy') })
  try {
    const { residents, tokens, dispatcher } = await createClients(city.origin, PASSWORD, residentCount)
    let isRunning = true
    let isOutage = false
    const url = async () => {
      if (isOutage) await pause(outagePauseMs)
      return city.origin
    }
    const gate = { url, open: () => true }
    const writing = Promise.all(residents.map((resident) => resident.run(gate, () => isRunning)))
    const count = (of: (resident: (typeof residents)[number]) => number) =>
      residents.reduce((sum, resident) => sum + of(resident), 0)
    const acknowledged = () => count((resident) => resident.acknowledged.length)

    const untilProgress = async () => {
      const deadline = performance.now() + PROGRESS_TIMEOUT_MS
      const enough = acknowledged() + 1 + Math.random() * commandsBetweenKills
      while (isRunning && acknowledged() < enough && performance.now() < deadline) await pause(5)
    }

    const killing = (async () => {
      for (let kill = 0; kill < kills && isRunning; kill++) {
        await untilProgress()
        isOutage = true
        const [how, program] = await interrupt(city, city.names.filter(isKilled), kill)
        isOutage = false
        say(`${kill + 1}: ${how} ${program}, ${acknowledged()} acknowledged`)
      }
    })()
    try {
      await Promise.race([killing, writing])
    } finally {
      isRunning = false
      await Promise.allSettled([killing])
    }
    await writing

    const readers = city.names.filter((name) => name.startsWith('projections')).map(city.address)
    const found: CheckFaults = { lost: [], doubled: [] }
    const log = await eventsOf(city)
    const checks = [
      async () => checkLog(log, residents),
      ...readers.flatMap((url) => [
        () => checkOpenReports(url, dispatcher, residents),
        () => checkRows(url, tokens, residents),
      ]),
      async () => checkJobs(await eventsOf(city)),
    ]
    for (const check of checks) {
      const { lost, doubled } = await settled(check)
      found.lost.push(...lost)
      found.doubled.push(...doubled)
    }
    for (const report of found.lost) say(`lost: ${report}`)
    for (const report of found.doubled) say(`stored twice: ${report}`)
    say(
      `${count((resident) => resident.repeated)} requests repeated, ${count((resident) => resident.givenUp)} commands given up as not saved`,
    )
    return { kills, acked: acknowledged(), lost: found.lost.length, doubled: found.doubled.length }
  } finally {
    await city.clear()
  }
}

/**
 * Interrupts one of the programs in `names`, in turn.
 * Kills it, or in every second pass through `names` suspends it.
 * The two projection processes are always killed together.
 */
async function interrupt(
  city: SplitProcessesCity,
  names: readonly string[],
  kill: number,
): Promise<[how: string, program: string]> {
  const round = Math.floor(kill / names.length)
  const name = names[kill % names.length] ?? ''
  const outageMs = Math.random() * (Math.random() * LONG_OUTAGE_IN < 1 ? LONG_OUTAGE_MS : OUTAGE_MS)
  if (name.startsWith('projections-1')) {
    const both = city.names.filter((name) => name.startsWith('projections'))
    await Promise.all(both.map(city.kill))
    await pause(outageMs)
    await Promise.all(both.map(city.start))
    return ['killed', both.join(' and ')]
  }
  if (round % 2 === 1) {
    city.hang(name)
    await pause(outageMs)
    city.wake(name)
    return [`suspended for ${Math.round(outageMs)} ms`, name]
  }
  await city.kill(name)
  await pause(outageMs / 2)
  await city.start(name)
  return ['killed', name]
}

async function eventsOf(city: SplitProcessesCity): Promise<LoggedEvent[]> {
  const store = await openEventStoreDb(city.address('eventstoredb'))
  try {
    return await store.readAll(LOG_START, Number.MAX_SAFE_INTEGER)
  } finally {
    await store.close()
  }
}

/** Expects that every due policy job was done, and no notification sent twice. */
function checkJobs(events: readonly LoggedEvent[]): CheckFaults {
  const policies = Object.values(createPolicies(() => new Date()))
  const sent = new Set<string>()
  const verdict: CheckFaults = { lost: [], doubled: [] }
  for (const event of events.filter(hasKnownType)) {
    for (const policy of policies) policy.evolve(event, event.at)
    if (event.type !== 'NotificationSent') continue
    const { notificationId } = event.data
    if (sent.has(notificationId)) verdict.doubled.push(`the notification ${notificationId}`)
    sent.add(notificationId)
  }
  const due = policies.flatMap((policy) => policy.outstanding()).filter(({ notBefore }) => notBefore === undefined)
  verdict.lost.push(...due.map(({ id }) => `the job ${id} was never done`))
  if (sent.size === 0) verdict.lost.push('every notification')
  return verdict
}

/**
 * Repeats a check until it finds no fault or time is over.
 * Returns the last faults.
 */
async function settled(check: () => Promise<CheckFaults>): Promise<CheckFaults> {
  const end = performance.now() + SETTLE_TIMEOUT_MS
  for (;;) {
    const verdict = await check()
    if (verdict.lost.length + verdict.doubled.length === 0 || performance.now() > end) return verdict
    await pause(250)
  }
}

function program(name: string): string {
  const found = findProgram(name)
  if (!found) throw new Error(`${name} is not on this machine`)
  return found
}
