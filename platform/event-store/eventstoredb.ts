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

/**
 * Factor for the next read, if a read towards the head of the log finds only system events.
 * The next read then reads this many times more events.
 */
const READ_GROWTH = 64

/**
 * Creates a function that finds the head, usually by reading one event.
 * It does not read the same system events again.
 * The head may move backwards if the server comes back with an older log.
 */
function createHead(client: EventStoreDBClient): () => Promise<Position> {
  /**
   * Newest event that an earlier read returned, possibly a system event.
   * `ours` is the position of the last event up to it that belongs to the installation.
   */
  let known: { position: Position; id: string; ours: Position } | undefined

  /**
   * Returns the head of the log, if it can be found among the newest `maxCount` events.
   * Returns undefined if they are only system events, and none of them ended an earlier read.
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

/** Interval of batches after catching up, in ms: one frame of a screen. */
const BATCH_INTERVAL_MS = 16
/**
 * Time limit of closing, in ms.
 * The client can wait for ever for a call that was not read to its end.
 */
const CLOSE_TIMEOUT_MS = 2000

/**
 * Opens the store at a connection string such as `esdb://localhost:2113?tls=false`.
 * `patienceMs` limits the retries of every call except `follow`. The call then rejects with StoreUnavailable.
 * `silenceMs` limits one attempt of an append.
 * `apartMs` is the interval between batches of a `follow` that has caught up.
 * A larger batch costs hardly more than a single event.
 * `pause` waits for that interval.
 * `folder` takes a file for the large data of cached events.
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
      // Skip the event at the start position, which the server includes and the port excludes.
      if (event.position > after && found.push(event) >= limit) break
    }
    return found
  }

  /**
   * Reads from exactly this position on.
   * If the server refuses the position, another request checks that the server still answers.
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

  /** Reads event by event, so that the large data of a whole stream is never in memory at once. */
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
