/**
 * Waits for analyses to end in any process.
 * All calls share one log subscription, which stops with the last call.
 */
import type { EventStore, LoggedEvent, Position } from '#platform/event-store/event-store.ts'
import { LogReplaced } from '#platform/event-store/log-mark.ts'
import type { Log } from '#platform/logging.ts'
import { analysisAggregate } from '../aggregates/analysis.ts'

/** Delay before reading the log again after a failure, in ms. */
const RETRY_MS = 1_000
const END: readonly string[] = ['AnalysisCompleted', 'AnalysisFailed']

interface CompletionWaiters {
  /**
   * Resolves once the photo analysis has ended, at the latest after `ms`.
   * `isEnded` is called in case the analysis ended before the subscription began.
   */
  next(analysisId: string, isEnded: () => Promise<boolean>, ms: number): Promise<void>
}

export function createAnalysisCompletionWaiters(
  store: Pick<EventStore, 'follow' | 'head'>,
  log: Log,
): CompletionWaiters {
  const waiting = new Map<string, Set<() => void>>()
  let following: { stop(): void; from: Promise<Position> } | undefined

  function begin() {
    const stopping = new AbortController()
    const from = store.head()
    from.then(
      (head) => follow(head, stopping.signal),
      // Ignores an error of `store.head()` here.
      // Callers await `from` and receive the error there.
      () => undefined,
    )
    return { stop: () => stopping.abort(), from }
  }

  async function follow(head: Position, signal: AbortSignal): Promise<void> {
    let after = head
    while (!signal.aborted) {
      try {
        for await (const { events } of store.follow(after, signal)) {
          events.forEach(hear)
          after = events.at(-1)?.position ?? after
        }
        // The subscription ends when the log is closed.
        // Subscribing again would end at once, for ever.
        return
      } catch (error) {
        log.error({ err: error }, 'the log did not answer while waiting for analyses; trying again')
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
        if (error instanceof LogReplaced) after = await store.head().catch(() => after)
      }
    }
  }

  function hear({ stream, type }: LoggedEvent): void {
    if (END.includes(type)) for (const settle of waiting.get(stream) ?? []) settle()
  }

  function leave(stream: string, settle: () => void): void {
    const others = waiting.get(stream)
    others?.delete(settle)
    if (others?.size === 0) waiting.delete(stream)
    if (waiting.size > 0) return
    following?.stop()
    following = undefined
  }

  return {
    async next(analysisId, isEnded, ms) {
      const stream = analysisAggregate.stream(analysisId)
      const { promise, resolve } = Promise.withResolvers<void>()
      waiting.set(stream, (waiting.get(stream) ?? new Set()).add(resolve))
      const timer = setTimeout(resolve, ms)
      try {
        following ??= begin()
        await following.from
        if (!(await isEnded())) await promise
      } finally {
        clearTimeout(timer)
        leave(stream, resolve)
      }
    },
  }
}
