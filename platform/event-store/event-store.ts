/** Event store port: the append-only log, an installation's source of truth. */

import type { EventOf, EventType } from '#contract/events.ts'
import type { SaveOutcome } from '#contract/http/problems.ts'
import { isEventType } from '#contract/streams.ts'

declare const positionOfEvent: unique symbol

/**
 * Position of an event in the log, which alone creates positions.
 * They grow in irregular steps; on EventStoreDB they are byte offsets.
 * Compare positions, but never calculate with them.
 * The log refuses to read from a position without an event.
 * On the wire a position is a string.
 */
export type Position = number & { readonly [positionOfEvent]: true }

/** The position before the first event of the log. */
export const LOG_START = -1 as Position

/**
 * Marks a number as a log position for the type checker.
 * The number was a position before it was stored or sent.
 */
export const toPosition = (kept: number): Position => kept as Position

export const earlierPositionOf = (one: Position, other: Position): Position => (one < other ? one : other)

/**
 * Expected revision of a stream that must not exist yet.
 * Revisions count from 0.
 */
export const NO_STREAM_REVISION = -1

/**
 * Envelope of a command, stored with its events.
 * It never contains personal data.
 */
export interface Envelope {
  /** Id of the command, by which a repeated command is recognised. */
  commandId: string
  /**
   * Keyed hash of the command's body.
   * A second command with the same id but another body is refused.
   */
  fingerprint: string
  /** User id of the command's sender, or `system`. */
  actor: string
  /** Set if the simulated city sent the command. */
  simulated?: true
}

/** Type and data of an event, to which an id and metadata are added before the append. */
interface EventBody {
  type: string
  data: object
}

/**
 * Event ready to be appended.
 * `id` is a unique UUID, so a repeated append is recognised.
 */
export interface NewEvent extends EventBody {
  id: string
  meta: Envelope
}

/** Fields that the log adds to an event; `at` is the append's time in epoch ms (UTC). */
export interface RecordedFields {
  id: string
  stream: string
  revision: number
  position: Position
  meta: Envelope
  at: number
}

/**
 * Event of the log in today's shape.
 * Switch over `type` to narrow `data`.
 */
export type RecordedEvent<T extends EventType = EventType> = EventOf<T> & RecordedFields

/**
 * An event as the log returns it.
 * If {@link hasKnownType} is true, the event is a {@link RecordedEvent}.
 * Otherwise another version of WasteSense, perhaps a newer one, wrote the event.
 * Its data is then returned unchanged.
 */
export interface LoggedEvent extends EventBody, RecordedFields {}

/** Whether this version of the code knows the event's type. */
export const hasKnownType = (event: LoggedEvent): event is RecordedEvent => isEventType(event.type)

/** Returns whether an event has the given type, and narrows its TypeScript type. */
export const hasType = <T extends EventType>(event: LoggedEvent, type: T): event is LoggedEvent & RecordedEvent<T> =>
  event.type === type

/** Result of an append: position and revision of its last event. */
export interface AppendResult {
  position: Position
  revision: number
  /** The recorded events, in the form in which later reads return them. */
  events: LoggedEvent[]
}

/**
 * Event as stored, with data and meta as JSON texts.
 * Proofs are computed over it.
 */
export interface StoredEvent extends Omit<RecordedFields, 'meta'> {
  type: string
  data: string
  meta: string
}

export interface AppendOptions {
  /**
   * Skips reading the appended events from the log.
   * Their `at` may then be this process's time.
   * Their positions are all the position of the last event.
   */
  unread?: boolean
}

/**
 * Consecutive events of the log.
 * The list is empty only if `caughtUp` is true.
 */
export interface EventBatch {
  events: LoggedEvent[]
  /**
   * True if the log had no further event after this batch.
   * This is certain only for the first batch with `caughtUp`.
   * For a later batch, the store has only reported no further event yet.
   * An append in progress may still follow.
   */
  caughtUp: boolean
}

/**
 * An append-only log of events in streams.
 * The rules below are numbered; the conformance suite quotes them.
 *
 * - ES1  An append at the expected revision stores all its events, consecutive in the stream, or none.
 * - ES2  An append at another revision fails with {@link WrongExpectedRevision} and stores nothing.
 * - ES3  An answered append survives the death of the process and of the machine (it was synced to disk).
 * - ES4  Reading a stream gives its events in order, revisions from 0 without a gap; an unknown stream gives none.
 * - ES5  Reading all gives every event once, in the order of positions, strictly after the given position.
 * - ES6  Following gives the same events as reading all, then those appended later, without loss, doubling or
 *        reordering; it requests the next batch only after the last one was taken (backpressure).
 * - ES7  Of two appends at the same expected revision at the same time exactly one succeeds.
 * - ES8  Repeating an append (same event ids and expected revision) returns the first result and stores nothing twice.
 * - ES9  Data and meta of today's shape come back deeply equal to what went in, any Unicode included.
 * - ES10 An append of no events, an empty stream name or an empty type is a programming error and throws.
 * - ES11 `head` is the position of the last event, or LOG_START of an empty log.
 * - ES12 A failing disk or an unreachable server fails the append with {@link StoreUnavailable}; nothing is acknowledged.
 *        Its outcome is `nothing-saved` only if that is certain.
 * Otherwise it may be stored later; ES8 allows a repeat.
 * - ES13 Ending a follow through its signal ends the iteration without an error.
 * - ES14 Reads return events of older versions in today's shape, and events of unknown types as stored.
 * - ES15 `readStored` gives the events of `readAll` as the stored texts, which never change with today's shape.
 *        It and `readStoredFrom` give fewer than the limit if they are large, but two at least unless the log ends.
 * - ES16 Positions grow in irregular steps.
 * `readStoredFrom` gives the event at the position, then those after it;
 *        it gives none if no event has the position.
 * Reading after such a position may fail.
 * - ES17 After a refused append, the event that caused the refusal can be read.
 * The adapter waits for it.
 * - ES18 A follow throws LogReplaced if the server lacks the event to continue after, at the start or after a
 *        reconnect: the log was rolled back or replaced.
 * `head` is then that of the present log.
 */
export interface EventStore {
  /**
   * Appends at the revision of the stream's last event, or NO_STREAM_REVISION.
   * Rejects with WrongExpectedRevision or StoreUnavailable.
   */
  append(
    stream: string,
    expectedRevision: number,
    events: readonly NewEvent[],
    options?: AppendOptions,
  ): Promise<AppendResult>
  /**
   * Returns a stream's cached events from the first on, without a request.
   * They come from earlier reads and appends and may be outdated.
   * Only an append at the stream's end proves that they are current.
   * Stores with cheap reads lack this method.
   */
  known?(stream: string): Promise<LoggedEvent[] | undefined>
  /**
   * Returns all events of a stream, oldest first.
   * Returns an empty array for an unknown stream.
   */
  readStream(stream: string): Promise<LoggedEvent[]>
  /** Returns at most `limit` events after a position, in log order. */
  readAll(after: Position, limit: number): Promise<LoggedEvent[]>
  /** Returns the events of `readAll` as stored; fewer if large. */
  readStored(after: Position, limit: number): Promise<StoredEvent[]>
  /**
   * Returns stored events from this position on, at most `limit`.
   * Returns fewer if the events are large, and none if no event has the position.
   */
  readStoredFrom(position: Position, limit: number): Promise<StoredEvent[]>
  /** Yields the events after a position, then new ones, until aborted. */
  follow(after: Position, signal: AbortSignal): AsyncIterable<EventBatch>
  /** Returns the last event's position; LOG_START if the log is empty. */
  head(): Promise<Position>
  /** Finishes pending writes and closes files and connections. */
  close(): Promise<void>
}

/**
 * Thrown if the stream has another revision.
 * The caller must reload it and decide again.
 */
export class WrongExpectedRevision extends Error {
  readonly stream: string
  readonly expected: number
  constructor(stream: string, expected: number) {
    super(`stream ${stream} is not at revision ${expected}`)
    this.name = 'WrongExpectedRevision'
    this.stream = stream
    this.expected = expected
  }
}

/** Thrown if reads or writes fail now: disk full, file damaged, server unreachable. */
export class StoreUnavailable extends Error {
  /** Whether a failed append may still have been stored. */
  readonly outcome: SaveOutcome
  constructor(message: string, { outcome = 'unknown', ...options }: ErrorOptions & { outcome?: SaveOutcome } = {}) {
    super(message, options)
    this.name = 'StoreUnavailable'
    this.outcome = outcome
  }
}

/**
 * Thrown if log, proofs and vault do not fit, so that nothing may be signed.
 * A retry fails the same way.
 */
export class StoreMismatch extends StoreUnavailable {
  override name = 'StoreMismatch'
}

/**
 * Thrown if the stored data is damaged.
 * A retry fails the same way.
 */
export class StoreDamaged extends StoreUnavailable {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'StoreDamaged'
  }
}
