/** Helpers for event store tests: unique streams, events, reads of `follow`. */

import { randomUUID } from 'node:crypto'
import type { EventBatch, EventStore, LoggedEvent, NewEvent, Position } from '../../platform/event-store/event-store.ts'

/**
 * Event store that a test has opened.
 * Its log may contain events of earlier tests, unless `empty` guarantees an empty log.
 */
export interface OpenedStore {
  store: EventStore
  /**
   * Opens a store with the same data again.
   * Call this after closing the store.
   */
  reopen?: () => Promise<EventStore>
  /** Makes the store's server unreachable or its disk fail. */
  breakIt?: () => Promise<void>
  empty?: boolean
  dispose(): Promise<void>
}

/** Returns a stream name that no other test uses. */
export function uniqueStream(): string {
  return `conformance-${randomUUID()}`
}

/** Creates an event with a unique id. */
export function newEvent(type = 'SomethingHappened', data: object = { litres: 120 }): NewEvent {
  return { id: randomUUID(), type, data, meta: { commandId: randomUUID(), fingerprint: 'f', actor: 'system' } }
}

/**
 * Returns the next batch of events.
 * Throws if the store's `follow` has ended.
 */
export async function nextBatch(batches: AsyncIterator<EventBatch>): Promise<EventBatch> {
  const { value, done } = await batches.next()
  if (done) throw new Error('the follow ended by itself')
  return value
}

/**
 * Returns the first `count` events of `follow`.
 * With `slow`, reads the store after each batch to delay the reader.
 */
export async function collectFollowedEvents(
  store: EventStore,
  after: Position,
  count: number,
  { slow = false } = {},
): Promise<LoggedEvent[]> {
  const events: LoggedEvent[] = []
  const stop = new AbortController()
  for await (const batch of store.follow(after, stop.signal)) {
    events.push(...batch.events)
    if (events.length >= count) stop.abort()
    else if (slow) await store.readAll(after, 1)
  }
  return events
}

/**
 * Returns the error that a function throws.
 * Fails without one.
 */
export async function captureError(mistake: () => Promise<unknown>): Promise<unknown> {
  try {
    return await mistake()
  } catch (error) {
    return error
  }
}
