/**
 * Applies the log to every policy and queues each requested job once.
 * Policy state is stored, so the next start reads only newer events.
 * If the log or queue is unavailable, retries forever.
 */

import { setTimeout as pause } from 'node:timers/promises'
import { POLICIES_TARGET } from '#contract/tables.ts'
import { checkLogTime } from '#platform/clock-watch.ts'
import {
  type EventStore,
  LOG_START,
  type LoggedEvent,
  type Position,
  StoreDamaged,
} from '#platform/event-store/event-store.ts'
import { logMarkOf } from '#platform/event-store/log-mark.ts'
import { formatLargestUnit, type HealthProblem } from '#platform/health-checks.ts'
import type { Log } from '#platform/logging.ts'
import { createPolicyFold, type PolicyFold } from './fold.ts'
import { openPolicyStateParts, type Policy, type PolicyStatePartOpener, prefixPolicyStateParts } from './policy.ts'
import { openReadPosition, type PolicyStateStore } from './policy-state-parts.ts'
import type { OutstandingJobQueue } from './queue-outstanding.ts'

const RETRY_MS = 1_000
/**
 * Delay in ms before the policies process new events.
 * If the views run in the same process, they process the events first.
 * The delay also collects events into batches.
 */
const AFTER_BOARDS_MS = 5
/** Time in ms before an unavailable log or queue is reported. */
const UNAVAILABLE_REPORT_MS = 30_000
/**
 * Number of events after which the policies' state is stored.
 * After a crash, no more events must be read again, which takes a quarter of a second.
 */
const MAX_UNSTORED_EVENTS = 20_000

interface Options {
  store: EventStore
  queue: OutstandingJobQueue
  log: Log
  clock: () => Date
  kept: PolicyStateStore
  /**
   * Creates the policies with their stored state.
   * Called whenever reading of the log starts at the position of the stored state.
   */
  policies: (keep: PolicyStatePartOpener) => Readonly<Record<string, Policy>>
}

export function followLog({ store, queue, log, clock, kept, policies }: Options) {
  const stopping = new AbortController()
  const ready = Promise.withResolvers<Position>()
  let fold: PolicyFold | undefined
  /** Time at which the last event was recorded, in epoch ms. */
  let lastAt = 0
  let silentSince: number | undefined

  let reading = true
  /** True to discard the stored state and reread the whole log. */
  let anew = false
  let isReady = false
  // Callers that await `ready` still receive its error.
  // Without this line, an error that no caller awaits would end the process.
  ready.promise.catch(() => {})

  /**
   * Follows the log until a rebuild is requested, then reads the whole log again.
   * Reading twice is safe: the state derives from the log, and the jobs keep their ids.
   * A further request during this reading has no effect.
   */
  async function follow(): Promise<void> {
    const { keep, parts } = openPolicyStateParts(anew ? undefined : await kept.load())
    const all = createPolicyFold(
      policies(prefixPolicyStateParts(keep, 'policies')),
      log,
      prefixPolicyStateParts(keep, 'fold'),
    )
    const read = openReadPosition(keep)
    const from = read.position
    let unkept = 0
    reading = true

    async function keepAll(): Promise<void> {
      if (unkept === 0) return
      try {
        await kept.keep(parts, read.position)
        unkept = 0
      } catch (error) {
        log.error({ err: error }, 'the policy state could not be saved; trying again later')
      }
    }

    // Until the new policy state has caught up, reports the failures of the previous state.
    fold ??= all
    for await (const { events, caughtUp } of store.follow(from, stopping.signal)) {
      if (!reading) await pause(AFTER_BOARDS_MS)
      for (const event of events) all.take(event)
      const last = events.at(-1)
      if (last) Object.assign(read, logMarkOf(last))
      anew = (!reading || from !== LOG_START) && events.some(asksToReadAnew)
      if (anew) return
      lastAt = read.at
      unkept += events.length
      if (unkept >= MAX_UNSTORED_EVENTS) await keepAll()
      if (!caughtUp) continue
      await queue.take(all.outstanding(queue.isQueued))
      fold = all
      if (reading) await keepAll()
      reading = false
      silentSince = undefined
      isReady = true
      ready.resolve(from)
    }
    await keepAll()
  }

  const running = (async () => {
    while (!stopping.signal.aborted) {
      try {
        await follow()
      } catch (error) {
        // A damaged log makes the start fail.
        // A process that was ready continues with its present state.
        if (error instanceof StoreDamaged && !isReady) return ready.reject(error)
        silentSince ??= performance.now()
        log.error({ err: error }, 'the log or the queue did not answer; trying again')
      }
      // Also pauses if the log closed without error, to avoid a busy loop.
      if (!stopping.signal.aborted) await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
    }
  })()

  function unanswered(): HealthProblem[] {
    const silent = silentSince === undefined ? 0 : performance.now() - silentSince
    if (silent <= UNAVAILABLE_REPORT_MS) return []
    return [{ reason: `The workers have not reached the log or the queue for ${formatLargestUnit(silent)}.` }]
  }

  return {
    /**
     * Resolves once the log is read and its jobs are queued.
     * The result is the log position at which reading started.
     * Rejects if the log is damaged.
     */
    ready: ready.promise,
    /** Returns the policies' failures, and whether they are still catching up. */
    policies: () => ({ reading, setAside: fold?.setAside() ?? [] }),
    troubles: () => [...(fold?.troubles() ?? []), ...unanswered(), ...checkLogTime(lastAt, clock().getTime())],
    async stop() {
      stopping.abort()
      await running
    },
  }
}

const asksToReadAnew = (event: LoggedEvent) =>
  event.type === 'RebuildRequested' && (event.data as { target?: string }).target === POLICIES_TARGET
