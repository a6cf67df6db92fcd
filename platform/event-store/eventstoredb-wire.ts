/** Translates events and errors of EventStoreDB to the event store port. */

import {
  ErrorType,
  isCommandError,
  type JSONEventData,
  jsonEvent,
  type ResolvedEvent,
  type StreamingRead,
} from '@eventstore/db-client'
import { checksumOf, createChecksumMismatchError } from './checksum.ts'
import {
  type Envelope,
  type LoggedEvent,
  type NewEvent,
  type Position,
  type RecordedFields,
  StoreDamaged,
  type StoredEvent,
  StoreUnavailable,
  toPosition,
} from './event-store.ts'
import { upcast } from './upcast.ts'

interface EncodedEvent extends RecordedFields {
  type: string
  data: object
}

/** Time limit without data during a request, in ms. */
export const REQUEST_SILENCE_LIMIT_MS = 5000

/** gRPC's status for errors without a status of their own (https://grpc.io/docs/guides/status-codes). */
const UNKNOWN = 2

/**
 * Errors with which the server finally refuses an append.
 * After any other error the outcome is unknown, and a retry is safe.
 */
const REFUSALS: ReadonlySet<string> = new Set([
  ErrorType.WRONG_EXPECTED_VERSION,
  ErrorType.MAXIMUM_APPEND_SIZE_EXCEEDED,
  ErrorType.ACCESS_DENIED,
  ErrorType.STREAM_DELETED,
  ErrorType.STREAM_NOT_FOUND,
  ErrorType.INVALID_ARGUMENT,
])

/**
 * Converts an event for the client.
 * Data and meta are JSON; meta has the checksum.
 */
export function toEventData(event: NewEvent, stream: string, revision: number): JSONEventData {
  // The types of the EventStoreDB client require an index signature.
  // Interfaces and the type `object` have none.
  const data = event.data as Record<string, unknown>
  return jsonEvent({
    id: event.id,
    type: event.type,
    data,
    metadata: { ...event.meta, checksum: sumOf({ ...event, stream, revision }) },
  })
}

/**
 * Computes an event's checksum over the JSON that is sent to the server.
 * The server returns this JSON unchanged.
 * The checksum does not cover the time, because the server sets it.
 */
const sumOf = ({ data, meta, ...event }: NewEvent & { stream: string; revision: number }): number =>
  checksumOf({ ...event, at: 0, id: event.id.toLowerCase(), data: JSON.stringify(data), meta: JSON.stringify(meta) })

/**
 * Returns an event's metadata as stored.
 * Does not parse it with a schema, because the checksum depends on the order of its fields.
 */
function metaOf(metadata: unknown): Envelope & { checksum?: number } {
  if (typeof metadata !== 'object' || metadata === null) throw new TypeError('An event has no metadata')
  return metadata as Envelope & { checksum?: number }
}

/**
 * Verifies the checksum, which older events lack, and returns the event.
 * Returns undefined for the server's own events.
 */
function asWritten({ event }: ResolvedEvent): EncodedEvent | undefined {
  if (!event || event.streamId.startsWith('$') || event.type.startsWith('$')) return undefined
  const { checksum, ...meta } = metaOf(event.metadata)
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
    throw createChecksumMismatchError(recorded.position, recorded.stream, recorded.revision)
  return recorded
}

/** Converts an event that was read from EventStoreDB to a LoggedEvent in its newest shape. */
function toRecorded(resolved: ResolvedEvent): LoggedEvent | undefined {
  const event = asWritten(resolved)
  return event && upcast(event)
}

/**
 * Converts an event to its stored texts.
 * JSON comes back exactly as sent.
 */
function toStored(resolved: ResolvedEvent): StoredEvent | undefined {
  const event = asWritten(resolved)
  return event && { ...event, data: JSON.stringify(event.data), meta: JSON.stringify(event.meta) }
}

/**
 * Returns an event's log position: its byte offset in EventStoreDB's log, exact up to 8 PiB.
 * Throws StoreUnavailable if a server older than 22.6 sends no position.
 */
export function positionOf(event: ResolvedEvent['event']): Position {
  const position = toPosition(Number(event?.position?.commit ?? -1))
  if (!Number.isSafeInteger(position) || position < 0) throw new StoreUnavailable('EventStoreDB gave no position')
  return position
}

/** Yields the events of a read without EventStoreDB's own events. */
export const readApplicationEvents = (reading: StreamingRead<ResolvedEvent>) => own(reading, toRecorded)

/** Yields the stored events of a read, without EventStoreDB's own system events. */
export const readStoredApplicationEvents = (reading: StreamingRead<ResolvedEvent>) => own(reading, toStored)

async function* own<E>(reading: StreamingRead<ResolvedEvent>, of: (resolved: ResolvedEvent) => E | undefined) {
  for await (const resolved of readResolvedEvents(reading)) {
    const event = of(resolved)
    if (event) yield event
  }
}

/**
 * Yields a read's events until the server or caller ends it.
 * Throws StoreUnavailable after {@link REQUEST_SILENCE_LIMIT_MS} without data.
 */
export async function* readResolvedEvents(reading: StreamingRead<ResolvedEvent>): AsyncGenerator<ResolvedEvent> {
  ignoreStreamErrors(reading)
  const silence = setTimeout(
    () => reading.destroy(new StoreUnavailable('EventStoreDB fell silent during a read')),
    REQUEST_SILENCE_LIMIT_MS,
  )
  try {
    for await (const resolved of reading.iterator({ destroyOnReturn: false })) {
      silence.refresh()
      yield resolved
    }
  } catch (error) {
    if (typeOf(error) === ErrorType.STREAM_NOT_FOUND) return
    throw toStoreError(error)
  } finally {
    clearTimeout(silence)
    await reading.cancel()
    // Reads the cancelled response to its end, because the client keeps the call in memory until then.
    reading.resume()
  }
}

export async function collectAsync<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const collected: Item[] = []
  for await (const item of items) collected.push(item)
  return collected
}

export function toApplicationEvents(resolved: readonly ResolvedEvent[]): LoggedEvent[] {
  return resolved.map(toRecorded).filter((event) => event !== undefined)
}

/**
 * Ignores errors of a stream after its iteration has ended.
 * They would otherwise end the process.
 * The iteration itself still receives its errors.
 */
export function ignoreStreamErrors(stream: { on(name: 'error', listener: () => void): unknown }): void {
  stream.on('error', () => undefined)
}

/** Whether a request's outcome is unknown, so it may be repeated. */
export function isOutcomeUnknown(error: unknown): boolean {
  if (error instanceof StoreDamaged) return false
  const type = typeOf(error)
  if (type) return !REFUSALS.has(type)
  return error instanceof StoreUnavailable || isGrpcError(error)
}

/**
 * Returns the error for the caller.
 * Server failures become {@link StoreUnavailable}; programming errors stay unchanged.
 */
export function toStoreError(error: unknown): unknown {
  if (error instanceof StoreUnavailable) return error
  if (!isOutcomeUnknown(error) && typeOf(error) !== ErrorType.ACCESS_DENIED) return error
  const reason = error instanceof Error ? error.message : String(error)
  return new StoreUnavailable(`EventStoreDB does not answer: ${reason}`, { cause: error })
}

/**
 * Whether the server refused a read because no record has the position.
 * The wording varies, but all versions use gRPC's UNKNOWN.
 */
export const isMissingRecordError = (error: unknown): boolean =>
  error instanceof StoreUnavailable && (error.cause as { code?: number } | undefined)?.code === UNKNOWN

/**
 * Returns whether a failed request was certainly not sent, because there was no connection.
 * Only the error's message shows this.
 * After other errors the server may have received the request.
 */
export function isCertainlyUnsent(error: unknown): boolean {
  return isGrpcError(error) && /No connection established|Name resolution failed/.test((error as Error).message)
}

function typeOf(error: unknown): ErrorType | undefined {
  return error instanceof Error && isCommandError(error) ? error.type : undefined
}

/**
 * Whether an error comes from gRPC.
 * An error that the client did not wrap has only gRPC's status code.
 */
function isGrpcError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && typeof error.code === 'number'
}
