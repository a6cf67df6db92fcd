/** What the tests of event stores make and take: streams that nobody else uses, events, and what a follow gives. */

import { randomUUID } from 'node:crypto'
import type { Batch, EventStore, LoggedEvent, NewEvent, Position } from './event-store.ts'

/** One opened backing. Tests never count on an empty log, unless `empty` says so. */
export interface Opened {
  store: EventStore
  /** Opens the same data again after the store was closed. */
  reopen?: () => Promise<EventStore>
  /** Makes the backing unreachable, or its disk fail. */
  breakIt?: () => Promise<void>
  empty?: boolean
  dispose(): Promise<void>
}

/** A stream name that no other test has. */
export function fresh(): string {
  return `conformance-${randomUUID()}`
}

/** An event with an id of its own. */
export function made(type = 'SomethingHappened', data: object = { litres: 120 }): NewEvent {
  return { id: randomUUID(), type, data, meta: { commandId: randomUUID(), fingerprint: 'f', actor: 'system' } }
}

/** The next batch of a follow that has not been ended. */
export async function next(batches: AsyncIterator<Batch>): Promise<Batch> {
  const { value, done } = await batches.next()
  if (done) throw new Error('the follow ended by itself')
  return value
}

/** The first `count` events of a follow. A slow reader asks the store for something else between the batches. */
export async function taken(
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

/** What is thrown, at once or later. */
export async function attempt(mistake: () => Promise<unknown>): Promise<unknown> {
  try {
    return await mistake()
  } catch (error) {
    return error
  }
}
