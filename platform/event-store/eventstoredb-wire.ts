/** How EventStoreDB's events and errors translate into those of the event store port. */

import {
  ErrorType,
  isCommandError,
  type JSONEventData,
  jsonEvent,
  type ResolvedEvent,
  type StreamingRead,
} from '@eventstore/db-client'
import { changedEvent, checksumOf } from './checksum.ts'
import {
  asPosition,
  type EventMeta,
  type LoggedEvent,
  type NewEvent,
  type Position,
  type Recorded,
  StoreDamaged,
  type StoredEvent,
  StoreUnavailable,
} from './event-store.ts'
import { upcast } from './upcast.ts'

interface Written extends Recorded {
  type: string
  data: object
}

/** How long a single request may stay without any sign of life. */
export const SILENCE_MS = 5000

/** gRPC's status for errors without a status of their own (https://grpc.io/docs/guides/status-codes). */
const UNKNOWN = 2

/** What the server refuses for good; after any other error the outcome is unknown and the same may be asked again. */
const REFUSALS: ReadonlySet<string> = new Set([
  ErrorType.WRONG_EXPECTED_VERSION,
  ErrorType.MAXIMUM_APPEND_SIZE_EXCEEDED,
  ErrorType.ACCESS_DENIED,
  ErrorType.STREAM_DELETED,
  ErrorType.STREAM_NOT_FOUND,
  ErrorType.INVALID_ARGUMENT,
])

/** The event as the client sends it: data and meta are both JSON; the checksum travels in the meta. */
export function toEventData(event: NewEvent, stream: string, revision: number): JSONEventData {
  // The client's types want index signatures, which neither interfaces nor `object` have.
  const data = event.data as Record<string, unknown>
  return jsonEvent({
    id: event.id,
    type: event.type,
    data,
    metadata: { ...event.meta, checksum: sumOf({ ...event, stream, revision }) },
  })
}

/** Over the JSON as it goes out, which is what comes back; the time is the server's. Older events have none. */
const sumOf = ({ data, meta, ...event }: NewEvent & { stream: string; revision: number }): number =>
  checksumOf({ ...event, at: 0, id: event.id.toLowerCase(), data: JSON.stringify(data), meta: JSON.stringify(meta) })

/** The event once it is known to be as it was written; nothing for the server's own events, which share the log with ours. */
function asWritten({ event }: ResolvedEvent): Written | undefined {
  if (!event || event.streamId.startsWith('$') || event.type.startsWith('$')) return undefined
  const { checksum, ...meta } = event.metadata as unknown as EventMeta & { checksum?: number }
  const recorded = {
    id: event.id.toLowerCase(),
    stream: event.streamId,
    revision: Number(event.revision),
    position: positionOf(event),
    type: event.type,
    data: event.data as object,
    meta,
    at: event.created.getTime(),
  }
  if (checksum !== undefined && checksum !== sumOf(recorded))
    throw changedEvent(recorded.position, recorded.stream, recorded.revision)
  return recorded
}

/** The event as the port gives it. */
function toRecorded(resolved: ResolvedEvent): LoggedEvent | undefined {
  const event = asWritten(resolved)
  return event && upcast(event)
}

/** The event as the texts that were sent: JSON comes back as it went out. */
function toStored(resolved: ResolvedEvent): StoredEvent | undefined {
  const event = asWritten(resolved)
  return event && { ...event, data: JSON.stringify(event.data), meta: JSON.stringify(event.meta) }
}

/** Positions are byte offsets of the server's log, exact as numbers up to 8 PiB; a server before 22.6 leaves them out. */
export function positionOf(event: ResolvedEvent['event']): Position {
  const position = asPosition(Number(event?.position?.commit ?? -1))
  if (!Number.isSafeInteger(position) || position < 0) throw new StoreUnavailable('EventStoreDB gave no position')
  return position
}

/** Our events among what is read, as {@link resolvedEvents} gives it. */
export const ownEvents = (reading: StreamingRead<ResolvedEvent>) => own(reading, toRecorded)

/** The same as they were stored. */
export const ownStored = (reading: StreamingRead<ResolvedEvent>) => own(reading, toStored)

async function* own<E>(reading: StreamingRead<ResolvedEvent>, of: (resolved: ResolvedEvent) => E | undefined) {
  for await (const resolved of resolvedEvents(reading)) {
    const event = of(resolved)
    if (event) yield event
  }
}

/** What is read, until the server ends, the caller stops or nothing is heard for {@link SILENCE_MS}. */
export async function* resolvedEvents(reading: StreamingRead<ResolvedEvent>): AsyncGenerator<ResolvedEvent> {
  keepFromCrashing(reading)
  const silence = setTimeout(
    () => reading.destroy(new StoreUnavailable('EventStoreDB fell silent during a read')),
    SILENCE_MS,
  )
  try {
    for await (const resolved of reading.iterator({ destroyOnReturn: false })) {
      silence.refresh()
      yield resolved
    }
  } catch (error) {
    if (typeOf(error) === ErrorType.STREAM_NOT_FOUND) return
    throw toUnavailable(error)
  } finally {
    clearTimeout(silence)
    await reading.cancel()
    // The client remembers a call until the last of it was read, also when nobody wants the rest.
    reading.resume()
  }
}

/** All that an iteration gives. */
export async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const collected: Item[] = []
  for await (const item of items) collected.push(item)
  return collected
}

/** As {@link toRecorded}, for several. */
export function toOwnEvents(resolved: readonly ResolvedEvent[]): LoggedEvent[] {
  return resolved.map(toRecorded).filter((event) => event !== undefined)
}

/** Errors reach whoever iterates; one that comes after the iteration would otherwise end the process. */
export function keepFromCrashing(stream: { on(name: 'error', listener: () => void): unknown }): void {
  stream.on('error', () => undefined)
}

/** Whether the same request may be sent again because nobody knows what became of it. */
export function outcomeUnknown(error: unknown): boolean {
  if (error instanceof StoreDamaged) return false
  const type = typeOf(error)
  if (type) return !REFUSALS.has(type)
  return error instanceof StoreUnavailable || isGrpcError(error)
}

/** The error for the caller: what the server could not do is {@link StoreUnavailable}, a mistake of ours stays itself. */
export function toUnavailable(error: unknown): unknown {
  if (error instanceof StoreUnavailable) return error
  if (!outcomeUnknown(error) && typeOf(error) !== ErrorType.ACCESS_DENIED) return error
  const reason = error instanceof Error ? error.message : String(error)
  return new StoreUnavailable(`EventStoreDB does not answer: ${reason}`, { cause: error })
}

/**
 * Whether the server refused to read from a position because no record begins there. Its versions say so in different words, but
 * all with gRPC's UNKNOWN.
 */
export const isNoRecord = (error: unknown): boolean =>
  error instanceof StoreUnavailable && (error.cause as { code?: number } | undefined)?.code === UNKNOWN

/**
 * Whether the request certainly did not leave this machine: the client found no connection to send it on. It says so
 * in words only; in every other failure the server may have heard of it, or hear of it yet.
 */
export function neverSent(error: unknown): boolean {
  return isGrpcError(error) && /No connection established|Name resolution failed/.test((error as Error).message)
}

function typeOf(error: unknown): ErrorType | undefined {
  return error instanceof Error && isCommandError(error) ? error.type : undefined
}

/** Errors from before the client has its say carry a bare gRPC status code. */
function isGrpcError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && typeof error.code === 'number'
}
