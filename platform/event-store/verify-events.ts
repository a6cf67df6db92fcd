/** Verifies checksums of old events that no reader reads. */
import { setTimeout as pause } from 'node:timers/promises'
import { type EventStore, LOG_START, type Position, StoreDamaged } from './event-store.ts'

/**
 * Number of events that are verified between two pauses.
 * A batch blocks the thread for half a millisecond.
 * Verifying a million events takes minutes.
 */
const BATCH_SIZE = 100
const PAUSE_MS = 20

interface Options {
  /**
   * Last log position to verify.
   * Events after this position are verified when they are read.
   */
  upTo: Position
  signal: AbortSignal
  /** Pause between two reads, in ms. */
  pauseMs?: number
}

/**
 * Rejects with StoreDamaged at the first damaged event.
 * Retries while the store is unreachable.
 * Runs slowly, because no caller waits for it.
 */
export async function verifyEvents(
  store: Pick<EventStore, 'readStored'>,
  { upTo, signal, pauseMs = PAUSE_MS }: Options,
): Promise<void> {
  for (let after = LOG_START; after < upTo && !signal.aborted; ) {
    try {
      const events = await store.readStored(after, BATCH_SIZE)
      after = events.at(-1)?.position ?? upTo
    } catch (error) {
      // Ignore all errors except StoreDamaged: writers and subscribers report them.
      if (error instanceof StoreDamaged) throw error
    }
    // An aborted signal ends the loop after the pause.
    await pause(pauseMs, undefined, { ref: false })
  }
}
