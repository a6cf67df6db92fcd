/** Looks whether the events that nobody reads any more are as they were written. */
import { setTimeout as pause } from 'node:timers/promises'
import { type EventStore, type Position, START, StoreDamaged } from './event-store.ts'

/** So many at once hold the thread up for half a millisecond, and a million take some minutes. */
const AT_ONCE = 100
const PAUSE_MS = 20

interface Options {
  /** Events after it are read by somebody else. */
  upTo: Position
  signal: AbortSignal
  /** Between two reads. */
  pauseMs?: number
}

/** Rejects with StoreDamaged when one is not; a store that can't be reached is asked again. Slowly: nobody waits for it. */
export async function lookThrough(
  store: Pick<EventStore, 'readStored'>,
  { upTo, signal, pauseMs = PAUSE_MS }: Options,
): Promise<void> {
  for (let after = START; after < upTo && !signal.aborted; ) {
    try {
      const events = await store.readStored(after, AT_ONCE)
      after = events.at(-1)?.position ?? upTo
    } catch (error) {
      // Of any other whoever appends or follows tells.
      if (error instanceof StoreDamaged) throw error
    }
    // Ended by the signal, it is over.
    await pause(pauseMs, undefined, { ref: false })
  }
}
