/** Implements the event store on EventStoreDB, for installations of several processes. */
import { tmpdir } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { BACKWARDS, END, EventStoreDBClient, START as FIRST } from '@eventstore/db-client'
import {
  type EventStore,
  LOG_START,
  type LoggedEvent,
  type Position,
  type StoredEvent,
  StoreUnavailable,
} from './event-store.ts'
import { createEventAppender, retryUntilReachable } from './eventstoredb-append.ts'
import { followEventStoreDb } from './eventstoredb-follow.ts'
import {
  isMissingRecordError,
  positionOf,
  REQUEST_SILENCE_LIMIT_MS,
  readApplicationEvents,
  readResolvedEvents,
  readStoredApplicationEvents,
  toApplicationEvents,
} from './eventstoredb-wire.ts'
import { openLargeDataFile } from './large-data.ts'
import { createStreamCache } from './stream-cache.ts'

/** Factor by which the next read requests more events, after a read that found only system events. */
const READ_GROWTH = 64

/**
 * Creates a function that finds the log's newest position, usually by reading one event.
 * It never reads the same system events of EventStoreDB twice.
 * The position may decrease if the server returns an older log.
 */
function createHead(client: EventStoreDBClient): () => Promise<Position> {
  /**
   * Newest event found by an earlier read.
   * It may be a system event of EventStoreDB.
   * `ours` is the position of the newest application event up to it.
   */
  let known: { position: Position; id: string; ours: Position } | undefined

  /**
   * Returns the position of the newest application event among the newest `maxCount` events.
   * Returns undefined if all are system events and an earlier read found none of them.
   */
  async function among(maxCount: number): Promise<Position | undefined> {
    let newest: { position: Position; id: string } | undefined
    let count = 0
    for await (const resolved of readResolvedEvents(
      client.readAll({ direction: BACKWARDS, fromPosition: END, maxCount }),
    )) {
      const [position, id] = [positionOf(resolved.event), resolved.event?.id ?? '']
      newest ??= { position, id }
      count += 1
      const isOurs = toApplicationEvents([resolved]).length > 0
      const isKnown = position === known?.position && id === known.id
      if (!isOurs && !isKnown) continue
      const ours = isKnown && known ? known.ours : position
      known = { ...newest, ours }
      return ours
    }
    return count < maxCount ? LOG_START : undefined
  }

  return async () => {
    for (let maxCount = 1; ; maxCount *= READ_GROWTH) {
      const head = await among(maxCount)
      if (head !== undefined) return head
    }
  }
}

/**
 * Interval in ms at which new events are delivered, once a reader has read all older ones.
 * It is as long as one frame of a screen.
 */
const BATCH_INTERVAL_MS = 16
/**
 * Time limit in ms for closing the EventStoreDB client.
 * Without it, the client can wait for an unfinished call for ever.
 */
const CLOSE_TIMEOUT_MS = 2000

/**
 * Opens EventStoreDB at a connection string such as `esdb://localhost:2113?tls=false`.
 * `patienceMs` limits the retries of a call, which then rejects with StoreUnavailable.
 * It does not limit the retries of `follow`.
 * `silenceMs` limits one attempt of an append.
 * A `follow` that has caught up calls `pause` to wait `apartMs` between batches.
 * A larger batch costs hardly more than one event.
 * `folder` is the folder of a file for large cached data.
 */
export async function openEventStoreDb(
  url: string,
  {
    patienceMs = 10_000,
    silenceMs = REQUEST_SILENCE_LIMIT_MS,
    apartMs = BATCH_INTERVAL_MS,
    pause = sleep as (ms: number) => Promise<void>,
    folder = tmpdir(),
  } = {},
): Promise<EventStore> {
  const client = EventStoreDBClient.connectionString(url)
  const { append, settled } = createEventAppender(client, { patienceMs, silenceMs })
  const head = createHead(client)
  const streams = createStreamCache()
  const largeData = openLargeDataFile(folder)
  let closed = false

  async function readAfter<E extends { position: Position }>(
    own: (reading: ReturnType<typeof client.readAll>) => AsyncIterable<E>,
    after: Position,
    limit: number,
  ): Promise<E[]> {
    const found: E[] = []
    if (limit <= 0) return found
    const fromPosition = after === LOG_START ? FIRST : { commit: BigInt(after), prepare: BigInt(after) }
    for await (const event of own(client.readAll({ fromPosition }))) {
      // EventStoreDB also returns the event at the start position, which the port excludes.
      if (event.position > after && found.push(event) >= limit) break
    }
    return found
  }

  /**
   * Reads events from exactly this position on.
   * If no event has this position, another request checks that the server answers.
   */
  async function readFrom(position: Position, limit: number): Promise<StoredEvent[]> {
    if (limit <= 0 || position === LOG_START) return []
    const fromPosition = { commit: BigInt(position), prepare: BigInt(position) }
    const found: StoredEvent[] = []
    try {
      for await (const event of readStoredApplicationEvents(
        client.readAll(limit === 1 ? { fromPosition, maxCount: 1 } : { fromPosition }),
      ))
        if (found.push(event) >= limit) break
    } catch (error) {
      if (found.length > 0 || !isMissingRecordError(error)) throw error
      await head()
    }
    return found[0]?.position === position ? found : []
  }

  const eventAt = async (position: Position) => (await readFrom(position, 1))[0]

  /** Reads events one by one, so that the large data of all events is never in memory together. */
  async function readLean(reading: ReturnType<typeof client.readStream>): Promise<LoggedEvent[]> {
    const events: LoggedEvent[] = []
    for await (const event of readApplicationEvents(reading)) events.push(largeData.lean(event))
    return events
  }

  async function close(): Promise<void> {
    closed = true
    await settled()
    largeData.close()
    await Promise.race([client.dispose(), sleep(CLOSE_TIMEOUT_MS, undefined, { ref: false })])
  }

  const patiently = <Answer>(attempt: () => Promise<Answer>) => retryUntilReachable(patienceMs, attempt)
  await patiently(head).catch(async (error: Error) => {
    await client.dispose()
    const reason = error.message.replace(/\.?\s*Resolution note:.*$/s, '')
    throw new StoreUnavailable(`${reason}. Check EVENTSTORE_URL.`, { cause: error })
  })
  return {
    async append(stream, expectedRevision, events, options) {
      if (closed) throw new StoreUnavailable('the event store is closed', { outcome: 'nothing-saved' })
      const appended = await append({ stream, expectedRevision, events, ...options })
      streams.appended(stream, { events: appended.events.map(largeData.lean) })
      return appended
    },
    known: async (stream) => streams.known(stream),
    close,
    head: () => patiently(head),
    readAll: (after, limit) => patiently(() => readAfter(readApplicationEvents, after, limit)),
    readStored: (after, limit) => patiently(() => readAfter(readStoredApplicationEvents, after, limit)),
    readStoredFrom: (position, limit) => patiently(() => readFrom(position, limit)),
    readStream: (stream) =>
      patiently(() =>
        streams.read(stream, (revision) => readLean(client.readStream(stream, { fromRevision: BigInt(revision) }))),
      ),
    follow: (after, signal) => followEventStoreDb(client, after, signal, { head, eventAt, apartMs, pause }),
  }
}
