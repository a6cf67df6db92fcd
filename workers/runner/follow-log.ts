/**
 * Follows the log with every policy and queues each requested job once.
 * Policy state is stored, so that the next start reads only newer events.
 * An unavailable log or queue is retried forever.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { POLICIES_TARGET } from '#contract/audit/rebuilds.ts'
import { checkLogTime } from '#platform/clock-watch.ts'
import {
  type EventStore,
  type LoggedEvent,
  type Position,
  START,
  StoreDamaged,
} from '#platform/event-store/event-store.ts'
import { markOf } from '#platform/event-store/log-mark.ts'
import { durationText, type HealthProblem } from '#platform/health-checks.ts'
import type { Log } from '#platform/logging.ts'
import { foldPolicies, type PolicyFold } from './fold.ts'
import type { Policy } from './policy.ts'
import { openStateParts, type PolicyState, withPrefix } from './policy-state.ts'
import { type PolicyStateStore, readPositionPart } from './policy-state-parts.ts'
import type { Queue } from './queue-outstanding.ts'

const RETRY_MS = 1_000
/**
 * Delay in ms.
 * In the single-process form it lets boards update first, and it batches events.
 */
const AFTER_BOARDS_MS = 5
/** Time in ms that log and queue may be unavailable before it is reported. */
const UNAVAILABLE_REPORT_MS = 30_000
/** Maximum of events to read again after a crash: a quarter of a second. */
const MAX_UNSTORED_EVENTS = 20_000

interface Options {
  store: EventStore
  queue: Queue
  log: Log
  clock: () => Date
  kept: PolicyStateStore
  /** Called with the stored state each time the log is followed again. */
  policies: (keep: PolicyState) => Readonly<Record<string, Policy>>
}

export function followLog({ store, queue, log, clock, kept, policies }: Options) {
  const stopping = new AbortController()
  const ready = Promise.withResolvers<Position>()
  let fold: PolicyFold | undefined
  /** Time of the last event, in epoch ms. */
  let lastAt = 0
  let silentSince: number | undefined

  let reading = true
  /** The stored state must be discarded. */
  let anew = false
  let isReady = false
  // Callers who await it get the error; without a caller it must not count as unhandled.
  ready.promise.catch(() => {})

  /**
   * Returns when the policies must reread the log.
   * Their state derives from the log, and their job ids stay the same.
   * A read already in progress does not restart.
   */
  async function follow(): Promise<void> {
    const { keep, parts } = openStateParts(anew ? undefined : await kept.load())
    const all = foldPolicies(policies(withPrefix(keep, 'policies')), log, withPrefix(keep, 'fold'))
    const read = readPositionPart(keep)
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

    // Failures of the previous fold are reported until this one has caught up.
    fold ??= all
    for await (const { events, caughtUp } of store.follow(from, stopping.signal)) {
      if (!reading) await pause(AFTER_BOARDS_MS)
      for (const event of events) all.take(event)
      const last = events.at(-1)
      if (last) Object.assign(read, markOf(last))
      anew = (!reading || from !== START) && events.some(asksToReadAnew)
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
        // A start on a damaged log must fail; a running process continues with its state.
        if (error instanceof StoreDamaged && !isReady) return ready.reject(error)
        silentSince ??= performance.now()
        log.error({ err: error }, 'the log or the queue did not answer; trying again')
      }
      // Also after a closed log, which ends without an error: an immediate retry would occupy a core.
      if (!stopping.signal.aborted) await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
    }
  })()

  function unanswered(): HealthProblem[] {
    const silent = silentSince === undefined ? 0 : performance.now() - silentSince
    if (silent <= UNAVAILABLE_REPORT_MS) return []
    return [{ reason: `The workers have not reached the log or the queue for ${durationText(silent)}.` }]
  }

  return {
    /**
     * Resolves with the start position once the log was read and everything outstanding is queued.
     * Rejects if the log is damaged.
     */
    ready: ready.promise,
    /** Returns the policies' failures, and whether they are still reading the log. */
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
