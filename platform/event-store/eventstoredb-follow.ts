/** Follows the log of EventStoreDB: one filtered subscription, taken up again at the last event whenever it breaks. */

import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises'
import { type EventStoreDBClient, excludeSystemEvents, START as FIRST, type ResolvedEvent } from '@eventstore/db-client'
import { type Batch, type EventStore, type Position, START, type StoredEvent } from './event-store.ts'
import { keepFromCrashing, outcomeUnknown, toOwnEvents } from './eventstoredb-wire.ts'
import { isSameMark, type LogMark, markOf, OtherLog } from './log-mark.ts'

/** As many events wait in memory at most, and as many make a batch. */
const BATCH_SIZE = 256
const RECONNECT_MS = 250

interface Options {
  head: EventStore['head']
  /** The event at a position; undefined where none begins. */
  eventAt(position: Position): Promise<StoredEvent | undefined>
  /** The batches of a log that was caught up with are so far apart, in ms. */
  apartMs: number
  pause(ms: number): Promise<void>
}

/**
 * Every event after a position, then new ones, until the signal aborts; outages only make it pause. Throws OtherLog when the server
 * comes back without the last event that it gave: what it would give next does not follow on what was given.
 */
export async function* follow(
  client: EventStoreDBClient,
  after: Position,
  signal: AbortSignal,
  options: Options,
): AsyncGenerator<Batch> {
  let last = after
  let mark: LogMark | undefined
  while (!signal.aborted) {
    try {
      if (last !== START) mark = sameMark(await options.eventAt(last), mark)
      for await (const batch of subscription(client, last, signal, options)) {
        const newest = batch.events.at(-1)
        if (newest) mark = markOf(newest)
        last = mark?.position ?? last
        yield batch
      }
    } catch (error) {
      if (!signal.aborted && !outcomeUnknown(error)) throw error
    }
    await pauseUnless(signal)
  }
}

function sameMark(event: StoredEvent | undefined, mark: LogMark | undefined): LogMark {
  if (!event || (mark && !isSameMark(event, mark))) throw new OtherLog()
  return markOf(event)
}

/**
 * The batches of one subscription. Whether a batch is the last is found by asking for the head, not by the server's
 * `caughtUp` message, which says nothing of the events that still wait in our own buffer. Once it was, the server sends what
 * comes as it comes: as long as our buffer holds it, all of it is taken with each batch, and nobody needs to be asked again.
 */
async function* subscription(
  client: EventStoreDBClient,
  after: Position,
  signal: AbortSignal,
  { head, apartMs, pause }: Options,
): AsyncGenerator<Batch> {
  let newest = await head()
  if (newest <= after) yield { events: [], caughtUp: true }
  if (signal.aborted) return

  const fromPosition = after === START ? FIRST : { commit: BigInt(after), prepare: BigInt(after) }
  const filter = excludeSystemEvents({ checkpointInterval: 64 })
  const arriving = client.subscribeToAll({ fromPosition, filter }, { highWaterMark: BATCH_SIZE })
  keepFromCrashing(arriving)
  const stop = () => arriving.destroy()
  signal.addEventListener('abort', stop)
  let caughtUp = newest <= after
  let given = -apartMs
  try {
    for await (const first of arriving) {
      const early = caughtUp ? given + apartMs - performance.now() : 0
      // A turn of the loop lets what the network already holds join the batch.
      await (early > 0 ? pause(early) : turn())
      given = performance.now()
      const events = toOwnEvents([first, ...waiting(arriving)])
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

/** What has arrived and can be taken without waiting; the rest stays with the server, which is the backpressure. */
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
