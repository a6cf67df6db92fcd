/**
 * Follows the log with every policy and queues what they ask for, once each; what policies know is kept, so that the next start reads
 * the log from there. A log or queue that is away is tried again for ever.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { POLICIES_TARGET } from '#contract/audit/rebuilds.ts'
import { aheadOf } from '#platform/clock-watch.ts'
import {
  type EventStore,
  type LoggedEvent,
  type Position,
  START,
  StoreDamaged,
} from '#platform/event-store/event-store.ts'
import { markOf } from '#platform/event-store/log-mark.ts'
import type { Log } from '#platform/logging.ts'
import { inWords, type Trouble } from '#platform/troubles.ts'
import { type Fold, foldAll } from './fold.ts'
import { type Keep, keepParts, within } from './keep.ts'
import { type KeptParts, readPart } from './kept-parts.ts'
import type { Policy } from './policy.ts'
import type { Queue } from './queue-outstanding.ts'

const RETRY_MS = 1_000
/** Boards are told first of what happens, in the form that is one process; and what comes meanwhile is taken together. */
const AFTER_BOARDS_MS = 5
/** So long the log and the queue may be away before it is told, in ms. */
const SILENT_MS = 30_000
/** So many events are read again at most, after a death: a quarter of a second. */
const MOST_UNKEPT = 20_000

interface Options {
  store: EventStore
  queue: Queue
  log: Log
  clock: () => Date
  kept: KeptParts
  /** Made anew when the log is followed anew, with what was kept of them. */
  policies: (keep: Keep) => Readonly<Record<string, Policy>>
}

export function followLog({ store, queue, log, clock, kept, policies }: Options) {
  const stopping = new AbortController()
  const ready = Promise.withResolvers<Position>()
  let fold: Fold | undefined
  /** When the last event was recorded, in epoch ms. */
  let lastAt = 0
  let silentSince: number | undefined

  let reading = true
  /** What was kept is not to be gone on with. */
  let anew = false
  let isReady = false
  // Whoever waits for it hears of a damaged log; nobody has to.
  ready.promise.catch(() => {})

  /**
   * Ends when the policies are asked to read the log anew: whatever they know is made of it, and their jobs' ids are the same. Those that
   * are at it already need not begin again.
   */
  async function follow(): Promise<void> {
    const { keep, parts } = keepParts(anew ? undefined : await kept.load())
    const all = foldAll(policies(within(keep, 'policies')), log, within(keep, 'fold'))
    const read = readPart(keep)
    const from = read.position
    let unkept = 0
    reading = true

    async function keepAll(): Promise<void> {
      if (unkept === 0) return
      try {
        await kept.keep(parts, read.position)
        unkept = 0
      } catch (error) {
        log.error({ err: error }, 'what the policies know could not be kept; trying again later')
      }
    }

    // What the one before could not take is told until this one has seen as much.
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
      if (unkept >= MOST_UNKEPT) await keepAll()
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
        // A start on a damaged log can only end; a process that has read it goes on with what it knows.
        if (error instanceof StoreDamaged && !isReady) return ready.reject(error)
        silentSince ??= performance.now()
        log.error({ err: error }, 'the log or the queue did not answer; trying again')
      }
      // Also where the log was closed, which ends in nothing: asking again at once would keep a core busy.
      if (!stopping.signal.aborted) await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
    }
  })()

  function unanswered(): Trouble[] {
    const silent = silentSince === undefined ? 0 : performance.now() - silentSince
    if (silent <= SILENT_MS) return []
    return [{ reason: `The workers have not reached the log or the queue for ${inWords(silent)}.` }]
  }

  return {
    /**
     * Settles when the log was read and everything outstanding is queued, with the position after which it was read; rejects when the
     * log is damaged.
     */
    ready: ready.promise,
    /** What policies could not take, and whether they are still reading the log. */
    policies: () => ({ reading, setAside: fold?.setAside() ?? [] }),
    troubles: () => [...(fold?.troubles() ?? []), ...unanswered(), ...aheadOf(lastAt, clock().getTime())],
    async stop() {
      stopping.abort()
      await running
    },
  }
}

const asksToReadAnew = (event: LoggedEvent) =>
  event.type === 'RebuildRequested' && (event.data as { target?: string }).target === POLICIES_TARGET
