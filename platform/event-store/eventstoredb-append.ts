/**
 * Appends to EventStoreDB and reads the result back.
 * Event ids reveal repeated appends.
 */

import { setTimeout as sleep } from 'node:timers/promises'
import { type EventStoreDBClient, WrongExpectedVersionError } from '@eventstore/db-client'
import {
  type AppendOptions,
  type AppendResult,
  type NewEvent,
  NO_STREAM_REVISION,
  StoreUnavailable,
  toPosition,
  WrongExpectedRevision,
} from './event-store.ts'
import {
  collectAsync,
  isCertainlyUnsent,
  isOutcomeUnknown,
  readApplicationEvents,
  toEventData,
  toStoreError,
} from './eventstoredb-wire.ts'

/** First and longest pause between two reads, in ms. */
const READ_PAUSE_MS = { first: 5, longest: 100 }
/** First and longest pause between attempts, in ms, while the server is unreachable. */
const RETRY_PAUSE_MS = { first: 50, longest: 1_000 }

interface AppendRequest extends AppendOptions {
  stream: string
  expectedRevision: number
  events: readonly NewEvent[]
}

/** The server's response to an accepted append. */
type AppendResponse = Awaited<ReturnType<EventStoreDBClient['appendToStream']>>

/** Creates a client's append function, which tracks pending appends. */
export function createEventAppender(client: EventStoreDBClient, patience: { patienceMs: number; silenceMs: number }) {
  const underway = new Map<string, Promise<AppendResult>>()

  /**
   * Appends with retries.
   * Throws StoreUnavailable with `nothing-saved` only if no attempt can have reached the server.
   */
  async function store(wanted: AppendRequest): Promise<AppendResult> {
    const sending = { sent: false, ...patience }
    try {
      return await retryUntilReachable(patience.patienceMs, () => appendOnce(client, wanted, sending))
    } catch (error) {
      if (!(error instanceof StoreUnavailable) || sending.sent) throw error
      throw new StoreUnavailable(error.message, { cause: error.cause, outcome: 'nothing-saved' })
    }
  }

  return {
    /**
     * Appends events.
     * An identical append that is still pending returns the same promise.
     * Without this, the server would ignore one of the two appends.
     */
    append(wanted: AppendRequest): Promise<AppendResult> {
      refuseMistakes(wanted)
      const { stream, expectedRevision, events } = wanted
      const key = JSON.stringify([stream, expectedRevision, events.map(({ id }) => id)])
      const appending = underway.get(key) ?? store(wanted).finally(() => underway.delete(key))
      underway.set(key, appending)
      return appending
    },
    settled: () => Promise.allSettled(underway.values()),
  }
}

/**
 * Makes one attempt to append, then reads the events back for the server's times and positions.
 * The server may refuse an append, or wrongly assume that it is a repetition.
 * Comparing the ids of the stored events then shows whether this append was stored.
 * With `unread`, the first attempt skips the read, because its ids are new.
 */
async function appendOnce(
  client: EventStoreDBClient,
  wanted: AppendRequest,
  sending: { sent: boolean; silenceMs: number; patienceMs: number },
): Promise<AppendResult> {
  const isFirst = !sending.sent
  let refused = false
  const { stream, expectedRevision, events, unread } = wanted
  const expected = expectedRevision === NO_STREAM_REVISION ? 'no_stream' : BigInt(expectedRevision)
  try {
    const sent = events.map((event, index) => toEventData(event, stream, expectedRevision + 1 + index))
    const appending = client.appendToStream(stream, sent, { expectedRevision: expected })
    const taken = await withAnswerTimeout(appending, sending.silenceMs)
    sending.sent = true
    if (unread && isFirst && taken.position) return asSent(wanted, taken.position)
  } catch (error) {
    if (!isCertainlyUnsent(error)) sending.sent = true
    if (!(error instanceof WrongExpectedVersionError)) throw error
    await untilReadable(client, wanted, error, sending.patienceMs)
    // Each append has new event ids, and this was its first attempt.
    // Events that are stored at this revision therefore come from another append.
    if (unread && isFirst) throw new WrongExpectedRevision(stream, expectedRevision)
    refused = true
  }
  const range = { fromRevision: BigInt(expectedRevision + 1), maxCount: events.length }
  const recorded = await collectAsync(readApplicationEvents(client.readStream(stream, range)))
  const ours = events.every((event, index) => event.id.toLowerCase() === recorded[index]?.id)
  const last = recorded.at(-1)
  if (ours && last) return { position: last.position, revision: last.revision, events: recorded }
  if (refused) throw new WrongExpectedRevision(stream, expectedRevision)
  throw new StoreUnavailable(`what was appended to ${stream} can't be read back`)
}

/**
 * Waits at most `patienceMs` until the event that caused the refusal of an append can be read.
 * The server already refuses while it commits this event, so a read could miss the event.
 */
async function untilReadable(
  client: EventStoreDBClient,
  { stream, expectedRevision }: AppendRequest,
  { actualVersion }: WrongExpectedVersionError,
  patienceMs: number,
): Promise<void> {
  if (!(Number(actualVersion) > expectedRevision)) return
  const deadline = Date.now() + patienceMs
  const range = { fromRevision: BigInt(expectedRevision + 1), maxCount: 1 }
  for (let wait = READ_PAUSE_MS.first; Date.now() < deadline; wait = Math.min(wait * 2, READ_PAUSE_MS.longest)) {
    if ((await collectAsync(readApplicationEvents(client.readStream(stream, range)))).length > 0) return
    await sleep(wait)
  }
}

/** Returns the result of an append without reading the events back. */
function asSent(
  { stream, expectedRevision, events }: AppendRequest,
  { commit }: NonNullable<AppendResponse['position']>,
): AppendResult {
  const [position, at] = [toPosition(Number(commit)), Date.now()]
  const recorded = events.map((event, index) => {
    return { ...event, id: event.id.toLowerCase(), stream, revision: expectedRevision + 1 + index, position, at }
  })
  return { position, revision: expectedRevision + events.length, events: recorded }
}

/**
 * Waits for EventStoreDB's answer to an append; rejects after `silenceMs`.
 * If its long-lived call loses an answer, the client itself would wait for ever.
 */
async function withAnswerTimeout<Answer>(asked: Promise<Answer>, silenceMs: number): Promise<Answer> {
  let timer: NodeJS.Timeout | undefined
  const silence = new Promise<never>((_, reject) => {
    const fail = () => reject(new StoreUnavailable('EventStoreDB did not answer an append'))
    timer = setTimeout(fail, silenceMs)
  })
  return Promise.race([asked, silence]).finally(() => clearTimeout(timer))
}

function refuseMistakes({ stream, expectedRevision, events }: AppendRequest): void {
  if (stream === '' || stream.startsWith('$')) throw new TypeError(`no stream may be called "${stream}"`)
  if (!Number.isInteger(expectedRevision) || expectedRevision < NO_STREAM_REVISION)
    throw new TypeError('no such revision')
  if (events.length === 0) throw new TypeError('an append needs at least one event')
  for (const { type } of events) {
    if (type === '' || type.startsWith('$')) throw new TypeError(`no event may be of type "${type}"`)
  }
}

/**
 * Repeats an attempt until it succeeds, is refused for good, or `patienceMs` have passed.
 * After a failure, rejects with the last attempt's error, converted for the caller.
 */
export async function retryUntilReachable<Answer>(patienceMs: number, attempt: () => Promise<Answer>): Promise<Answer> {
  const deadline = Date.now() + patienceMs
  for (let wait = RETRY_PAUSE_MS.first; ; wait = Math.min(wait * 2, RETRY_PAUSE_MS.longest)) {
    try {
      return await attempt()
    } catch (error) {
      if (!isOutcomeUnknown(error) || Date.now() + wait > deadline) throw toStoreError(error)
    }
    await sleep(wait)
  }
}
