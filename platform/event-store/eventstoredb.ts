/** The event store on EventStoreDB, for an installation of several processes. */

import { setTimeout as sleep } from 'node:timers/promises'
import { BACKWARDS, END, EventStoreDBClient, START as FIRST, WrongExpectedVersionError } from '@eventstore/db-client'
import {
  type Appended,
  type EventStore,
  type NewEvent,
  NO_STREAM,
  type Position,
  type RecordedEvent,
  START,
  StoreUnavailable,
  WrongExpectedRevision,
} from './event-store.ts'
import { follow } from './eventstoredb-follow.ts'
import { collect, outcomeUnknown, ownEvents, SILENCE_MS, toEventData, toUnavailable } from './eventstoredb-wire.ts'

const FIRST_WAIT_MS = 50
const LONGEST_WAIT_MS = 1000
/** The client can wait for ever for a call whose end nobody read. */
const GOODBYE_MS = 2000

/**
 * Opens the store at a connection string such as `esdb://localhost:2113?tls=false`. `patienceMs` is for how long
 * everything but a follow is tried again while the server can't be reached; then it rejects with StoreUnavailable.
 */
export async function openEventStoreDb(url: string, { patienceMs = 10_000 } = {}): Promise<EventStore> {
  const client = EventStoreDBClient.connectionString(url)
  const underway = new Set<Promise<unknown>>()
  let closed = false

  async function append(stream: string, expectedRevision: number, events: readonly NewEvent[]): Promise<Appended> {
    refuseMistakes(stream, expectedRevision, events)
    if (closed) throw new StoreUnavailable('the event store is closed')
    const appending = persist(patienceMs, () => appendOnce(client, stream, expectedRevision, events))
    underway.add(appending)
    return appending.finally(() => underway.delete(appending))
  }

  async function head(): Promise<Position> {
    for await (const event of ownEvents(client.readAll({ direction: BACKWARDS, fromPosition: END }))) {
      return event.position
    }
    return START
  }

  async function readAll(after: Position, limit: number): Promise<RecordedEvent[]> {
    const found: RecordedEvent[] = []
    if (limit <= 0) return found
    const fromPosition = after === START ? FIRST : { commit: BigInt(after), prepare: BigInt(after) }
    for await (const event of ownEvents(client.readAll({ fromPosition }))) {
      // The server starts at the position itself, we after it.
      if (event.position > after && found.push(event) >= limit) break
    }
    return found
  }

  async function close(): Promise<void> {
    closed = true
    await Promise.allSettled(underway)
    await Promise.race([client.dispose(), sleep(GOODBYE_MS, undefined, { ref: false })])
  }

  const patiently = <Answer>(attempt: () => Promise<Answer>) => persist(patienceMs, attempt)
  await patiently(head)
  return {
    append,
    close,
    head: () => patiently(head),
    readAll: (after, limit) => patiently(() => readAll(after, limit)),
    readStream: (stream) => patiently(() => collect(ownEvents(client.readStream(stream)))),
    follow: (after, signal) => follow(client, after, signal, head),
  }
}

/**
 * One try. The answer is always read back from the stream: it has the server's times and positions, and the ids show
 * whether an append that the server took for a repetition, or refused, was indeed ours.
 */
async function appendOnce(
  client: EventStoreDBClient,
  stream: string,
  expectedRevision: number,
  events: readonly NewEvent[],
): Promise<Appended> {
  const expected = expectedRevision === NO_STREAM ? 'no_stream' : BigInt(expectedRevision)
  let refused = false
  try {
    await answered(client.appendToStream(stream, events.map(toEventData), { expectedRevision: expected }))
  } catch (error) {
    if (!(error instanceof WrongExpectedVersionError)) throw error
    refused = true
  }
  const range = { fromRevision: BigInt(expectedRevision + 1), maxCount: events.length }
  const recorded = await collect(ownEvents(client.readStream(stream, range)))
  const ours = events.every((event, index) => event.id.toLowerCase() === recorded[index]?.id)
  const last = recorded.at(-1)
  if (ours && last) return { position: last.position, revision: last.revision, events: recorded }
  if (refused) throw new WrongExpectedRevision(stream, expectedRevision)
  throw new StoreUnavailable(`what was appended to ${stream} can't be read back`)
}

/** Tries again, with the very same request, as long as the outcome is unknown and the patience lasts. */
async function persist<Answer>(patienceMs: number, attempt: () => Promise<Answer>): Promise<Answer> {
  const deadline = Date.now() + patienceMs
  for (let wait = FIRST_WAIT_MS; ; wait = Math.min(wait * 2, LONGEST_WAIT_MS)) {
    try {
      return await attempt()
    } catch (error) {
      if (!outcomeUnknown(error) || Date.now() + wait > deadline) throw toUnavailable(error)
    }
    await sleep(wait)
  }
}

/** The client waits for ever when its long-lived append call loses an answer. */
async function answered<Answer>(asked: Promise<Answer>): Promise<Answer> {
  let timer: NodeJS.Timeout | undefined
  const silence = new Promise<never>((_, reject) => {
    const fail = () => reject(new StoreUnavailable('EventStoreDB did not answer an append'))
    timer = setTimeout(fail, SILENCE_MS)
  })
  return Promise.race([asked, silence]).finally(() => clearTimeout(timer))
}

function refuseMistakes(stream: string, expectedRevision: number, events: readonly NewEvent[]): void {
  if (stream === '' || stream.startsWith('$')) throw new TypeError(`no stream may be called "${stream}"`)
  if (!Number.isInteger(expectedRevision) || expectedRevision < NO_STREAM) throw new TypeError('no such revision')
  if (events.length === 0) throw new TypeError('an append needs at least one event')
  for (const { type } of events) {
    if (type === '' || type.startsWith('$')) throw new TypeError(`no event may be of type "${type}"`)
  }
}
