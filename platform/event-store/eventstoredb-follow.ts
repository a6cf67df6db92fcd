/**
 * Follows EventStoreDB's log by a filtered subscription.
 * After a break it resumes after its last event.
 */

import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises'
import { type EventStoreDBClient, excludeSystemEvents, START as FIRST, type ResolvedEvent } from '@eventstore/db-client'
import { type EventBatch, type EventStore, LOG_START, type Position, type StoredEvent } from './event-store.ts'
import { ignoreStreamErrors, isOutcomeUnknown, toApplicationEvents } from './eventstoredb-wire.ts'
import { isSameMark, type LogMark, LogReplaced, logMarkOf } from './log-mark.ts'

/**
 * Maximum number of events in a batch.
 * The client's buffer has the same size.
 */
const BATCH_SIZE = 256
const RECONNECT_MS = 250

interface Options {
  head: EventStore['head']
  /** Returns the event at a position, if any. */
  eventAt(position: Position): Promise<StoredEvent | undefined>
  /** Interval in ms between batches after a subscription has caught up. */
  apartMs: number
  pause(ms: number): Promise<void>
}

/**
 * Yields the events after a position, then new events, until aborted.
 * Outages only pause it.
 * Throws LogReplaced if the server comes back without the event that was yielded last.
 * Its log then does not continue the yielded events.
 */
export async function* followEventStoreDb(
  client: EventStoreDBClient,
  after: Position,
  signal: AbortSignal,
  options: Options,
): AsyncGenerator<EventBatch> {
  let last = after
  let mark: LogMark | undefined
  while (!signal.aborted) {
    try {
      if (last !== LOG_START) mark = sameMark(await options.eventAt(last), mark)
      for await (const batch of subscription(client, last, signal, options)) {
        const newest = batch.events.at(-1)
        if (newest) mark = logMarkOf(newest)
        last = mark?.position ?? last
        yield batch
      }
    } catch (error) {
      if (!signal.aborted && !isOutcomeUnknown(error)) throw error
    }
    await pauseUnless(signal)
  }
}

function sameMark(event: StoredEvent | undefined, mark: LogMark | undefined): LogMark {
  if (!event || (mark && !isSameMark(event, mark))) throw new LogReplaced()
  return logMarkOf(event)
}

/**
 * Yields the batches of events of one subscription.
 * The server reports `caughtUp` although our buffer may still contain events.
 * So each batch's position is compared with the log's head instead.
 * After catching up, each batch contains the whole buffer.
 * If the buffer was not full, the batch is the last one, and the head is not requested.
 */
async function* subscription(
  client: EventStoreDBClient,
  after: Position,
  signal: AbortSignal,
  { head, apartMs, pause }: Options,
): AsyncGenerator<EventBatch> {
  let newest = await head()
  if (newest <= after) yield { events: [], caughtUp: true }
  if (signal.aborted) return

  const fromPosition = after === LOG_START ? FIRST : { commit: BigInt(after), prepare: BigInt(after) }
  const filter = excludeSystemEvents({ checkpointInterval: 64 })
  const arriving = client.subscribeToAll({ fromPosition, filter }, { highWaterMark: BATCH_SIZE })
  ignoreStreamErrors(arriving)
  const stop = () => arriving.destroy()
  signal.addEventListener('abort', stop)
  let caughtUp = newest <= after
  let given = -apartMs
  try {
    for await (const first of arriving) {
      const early = caughtUp ? given + apartMs - performance.now() : 0
      // Waits at least one event loop turn, so more events join the batch.
      await (early > 0 ? pause(early) : turn())
      given = performance.now()
      const events = toApplicationEvents([first, ...waiting(arriving)])
      const last = events.at(-1)
      if (!last) continue
      if (!caughtUp || events.length >= BATCH_SIZE) {
        if (last.position >= newest) newest = await head()
        caughtUp = last.position >= newest
      }
      yield { events, caughtUp }
    }
  } finally {
    signal.removeEventListener('abort', stop)
    await arriving.unsubscribe()
  }
}

/** Yields the events that the client has buffered, fewer than one batch. */
function* waiting(arriving: { read(): ResolvedEvent | null }): Generator<ResolvedEvent> {
  for (let taken = 1; taken < BATCH_SIZE; taken++) {
    const next = arriving.read()
    if (next === null) return
    yield next
  }
}

async function pauseUnless(signal: AbortSignal): Promise<void> {
  try {
    await sleep(RECONNECT_MS, undefined, { signal })
  } catch (error) {
    if (!signal.aborted) throw error
  }
}
