/** Follows the log with every policy and queues what they ask for, once each; a log or queue that is away is tried again for ever. */
import { POLICIES_TARGET } from '#contract/audit/rebuilds.ts'
import { aheadOf } from '#platform/clock-watch.ts'
import { type EventStore, type LoggedEvent, START, StoreDamaged } from '#platform/event-store/event-store.ts'
import type { Log } from '#platform/logging.ts'
import { inWords, type Trouble } from '#platform/troubles.ts'
import { type Fold, foldAll } from './fold.ts'
import type { Policy } from './policy.ts'
import type { Queue } from './queue-outstanding.ts'

const RETRY_MS = 1_000
/** So long the log and the queue may be away before it is told, in ms. */
const SILENT_MS = 30_000

interface Options {
  store: EventStore
  queue: Queue
  log: Log
  clock: () => Date
  /** Made anew when the log is followed anew. */
  policies: () => Readonly<Record<string, Policy>>
}

export function followLog({ store, queue, log, clock, policies }: Options) {
  const stopping = new AbortController()
  const ready = Promise.withResolvers<void>()
  let fold: Fold | undefined
  /** When the last event was recorded, in epoch ms. */
  let lastAt = 0
  let silentSince: number | undefined

  let reading = true
  let isReady = false
  // Whoever waits for it hears of a damaged log; nobody has to.
  ready.promise.catch(() => {})

  /** Ends when the policies are asked to read the log anew: whatever they know is made of it, and their jobs' ids are the same. */
  async function follow(): Promise<void> {
    const all = foldAll(policies(), log)
    reading = true
    // What the one before could not take is told until this one has seen as much.
    fold ??= all
    for await (const { events, caughtUp } of store.follow(START, stopping.signal)) {
      for (const event of events) all.take(event)
      if (!reading && events.some(asksToReadAnew)) return
      lastAt = events.at(-1)?.at ?? lastAt
      if (!caughtUp) continue
      await queue.take(all.outstanding(queue.isQueued))
      fold = all
      reading = false
      silentSince = undefined
      isReady = true
      ready.resolve()
    }
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
    /** Settles when the log was read once and everything outstanding is queued; rejects when the log is damaged. */
    ready: ready.promise,
    /** What policies could not take, and whether they are still reading the log from its beginning. */
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
