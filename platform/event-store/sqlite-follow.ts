/** Feeds followers of the embedded log in batches and wakes them after appends. */
import type { EventBatch, LoggedEvent, Position } from './event-store.ts'

const BATCH = 2_000

interface Followers {
  follow(after: Position, signal: AbortSignal): AsyncIterable<EventBatch>
  /** Wakes the followers after an append. */
  wake(): void
  /** Ends every subscription after its current batch. */
  end(): void
}

export function createLogFollowers(read: (after: Position, limit: number) => LoggedEvent[]): Followers {
  const followers = new Set<() => void>()
  let ended = false

  function wakeAll(): void {
    for (const wake of followers) wake()
  }

  return {
    async *follow(after, signal) {
      let from = after
      let wake = () => {}
      let woken = false
      const onChange = () => {
        woken = true
        wake()
      }
      followers.add(onChange)
      signal.addEventListener('abort', onChange)
      try {
        while (!signal.aborted && !ended) {
          woken = false
          const events = read(from, BATCH)
          from = events.at(-1)?.position ?? from
          const batch: EventBatch = { events, caughtUp: events.length < BATCH }
          yield batch
          // Other tasks run between two full batches, so a replay does not delay requests.
          if (!batch.caughtUp) await new Promise(setImmediate)
          else if (!woken && !signal.aborted && !ended)
            await new Promise<void>((resolve) => {
              wake = resolve
            })
        }
      } finally {
        followers.delete(onChange)
        signal.removeEventListener('abort', onChange)
      }
    },

    wake: wakeAll,

    end() {
      ended = true
      wakeAll()
    },
  }
}
