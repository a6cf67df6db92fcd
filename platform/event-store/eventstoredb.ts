/** Implements the event store on EventStoreDB, for installations of several processes. */

import { setTimeout as sleep } from 'node:timers/promises'
import { EventStoreDBClient, START as FIRST } from '@eventstore/db-client'
import { type EventStore, type Position, START, type StoredEvent, StoreUnavailable } from './event-store.ts'
import { createAppender } from './eventstoredb-append.ts'
import { follow } from './eventstoredb-follow.ts'
import { createHead } from './eventstoredb-head.ts'
import { persist } from './eventstoredb-persist.ts'
import { collect, isNoRecord, ownEvents, ownStored, SILENCE_MS } from './eventstoredb-wire.ts'
import { keepKnownStreams } from './known-streams.ts'

/** Interval of batches after catching up: one frame of a board, in ms. */
const APART_MS = 16
/**
 * Time limit of closing, in ms.
 * The client can wait for ever for a call that was not read to its end.
 */
const GOODBYE_MS = 2000

/**
 * Opens the store at a connection string such as `esdb://localhost:2113?tls=false`.
 * `patienceMs` limits the retries of everything but a follow.
 * Afterwards the call rejects with StoreUnavailable.
 * `silenceMs` limits one attempt of an append.
 * `apartMs` is the interval between batches of a follow that has caught up.
 * One larger batch costs hardly more than a single event.
 * `pause` waits for that interval.
 */
export async function openEventStoreDb(
  url: string,
  {
    patienceMs = 10_000,
    silenceMs = SILENCE_MS,
    apartMs = APART_MS,
    pause = sleep as (ms: number) => Promise<void>,
  } = {},
): Promise<EventStore> {
  const client = EventStoreDBClient.connectionString(url)
  const { append, settled } = createAppender(client, { patienceMs, silenceMs })
  const head = createHead(client)
  const streams = keepKnownStreams()
  let closed = false

  async function readAfter<E extends { position: Position }>(
    own: (reading: ReturnType<typeof client.readAll>) => AsyncIterable<E>,
    after: Position,
    limit: number,
  ): Promise<E[]> {
    const found: E[] = []
    if (limit <= 0) return found
    const fromPosition = after === START ? FIRST : { commit: BigInt(after), prepare: BigInt(after) }
    for await (const event of own(client.readAll({ fromPosition }))) {
      // The server includes the start position; the port excludes it.
      if (event.position > after && found.push(event) >= limit) break
    }
    return found
  }

  /**
   * Reads from the exact position on.
   * After a refusal it checks by another request that the server answers.
   */
  async function readFrom(position: Position, limit: number): Promise<StoredEvent[]> {
    if (limit <= 0 || position === START) return []
    const fromPosition = { commit: BigInt(position), prepare: BigInt(position) }
    const found: StoredEvent[] = []
    try {
      for await (const event of ownStored(
        client.readAll(limit === 1 ? { fromPosition, maxCount: 1 } : { fromPosition }),
      ))
        if (found.push(event) >= limit) break
    } catch (error) {
      if (found.length > 0 || !isNoRecord(error)) throw error
      await head()
    }
    return found[0]?.position === position ? found : []
  }

  const eventAt = async (position: Position) => (await readFrom(position, 1))[0]

  async function close(): Promise<void> {
    closed = true
    await settled()
    await Promise.race([client.dispose(), sleep(GOODBYE_MS, undefined, { ref: false })])
  }

  const patiently = <Answer>(attempt: () => Promise<Answer>) => persist(patienceMs, attempt)
  await patiently(head).catch(async (error: Error) => {
    await client.dispose()
    const reason = error.message.replace(/\.?\s*Resolution note:.*$/s, '')
    throw new StoreUnavailable(`${reason}. Check EVENTSTORE_URL.`, { cause: error })
  })
  return {
    async append(stream, expectedRevision, events, options) {
      if (closed) throw new StoreUnavailable('the event store is closed', { outcome: 'nothing-saved' })
      const appended = await append({ stream, expectedRevision, events, ...options })
      streams.appended(stream, appended)
      return appended
    },
    known: async (stream) => streams.known(stream),
    close,
    head: () => patiently(head),
    readAll: (after, limit) => patiently(() => readAfter(ownEvents, after, limit)),
    readStored: (after, limit) => patiently(() => readAfter(ownStored, after, limit)),
    readStoredFrom: (position, limit) => patiently(() => readFrom(position, limit)),
    readStream: (stream) =>
      patiently(() =>
        streams.read(stream, (revision) =>
          collect(ownEvents(client.readStream(stream, { fromRevision: BigInt(revision) }))),
        ),
      ),
    follow: (after, signal) => follow(client, after, signal, { head, eventAt, apartMs, pause }),
  }
}
