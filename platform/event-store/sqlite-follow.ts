/** Who follows the embedded log: each reads in batches, and where it has caught up it sleeps until something is appended. */
import type { Batch, LoggedEvent, Position } from './event-store.ts'

const BATCH = 2_000

export interface Followers {
  follow(after: Position, signal: AbortSignal): AsyncIterable<Batch>
  /** Something was appended. */
  wake(): void
  /** Every follow ends after the batch that it is at. */
  end(): void
}

export function createFollowers(read: (after: Position, limit: number) => LoggedEvent[]): Followers {
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
          const batch: Batch = { events, caughtUp: events.length < BATCH }
          yield batch
          // Between full batches the loop gets a turn, so that a replay does not starve the requests.
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
