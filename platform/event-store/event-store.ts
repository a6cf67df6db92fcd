/** The event store port: the append-only log that is the truth of the whole installation. */

import type { Outcome } from '#contract/door/problems.ts'
import type { EventOf, EventType } from '#contract/events.ts'
import { isEventType } from '#contract/streams.ts'

declare const positionOfEvent: unique symbol

/**
 * Where an event stands in the whole log. Only the log makes positions. They grow with every event, in irregular steps: on
 * EventStoreDB they are byte offsets. Compare them, never calculate with them: a calculated number is none, and the log refuses
 * to read from a place where no event begins. On the wire a position is a string.
 */
export type Position = number & { readonly [positionOfEvent]: true }

/** The position before the first event of the log. */
export const START = -1 as Position

/** Brands a number that a log gave earlier and a row, a file or the wire kept. */
export const asPosition = (kept: number): Position => kept as Position

export const later = (one: Position, other: Position): Position => (one > other ? one : other)
export const earlier = (one: Position, other: Position): Position => (one < other ? one : other)

/** The expected revision of a stream that must not exist yet. Revisions of a stream count 0, 1, 2, … */
export const NO_STREAM = -1

/** What is kept beside an event: who asked for it and by which command. Never personal data. */
export interface EventMeta {
  /** The id of the command that led to this event; repeating the command is recognised by it. */
  commandId: string
  /** A keyed hash of the command's body: the same id with another body is refused. */
  fingerprint: string
  /** The user id of whoever sent the command, or `system`. */
  actor: string
  /** The simulated city asked for it. */
  simulated?: true
}

/** An event as a decider makes it. */
export interface EventBody {
  type: string
  data: object
}

/** An event ready to be appended. `id` is a UUID that no other event has, so a repeated append is recognisable. */
export interface NewEvent extends EventBody {
  id: string
  meta: EventMeta
}

/** What the log adds to an event. `at` is the time of the append, in milliseconds since 1970 (UTC). */
export interface Recorded {
  id: string
  stream: string
  revision: number
  position: Position
  meta: EventMeta
  at: number
}

/** An event of the log in today's shape: `switch` over its `type` to know its `data`. */
export type RecordedEvent<T extends EventType = EventType> = EventOf<T> & Recorded

/**
 * What the log gives. Of a type that {@link isKnown} it is a {@link RecordedEvent}; of any other it was written by another
 * version, which may be a newer one, and is given as it lies there: it keeps its place in the log and in its stream.
 */
export interface LoggedEvent extends EventBody, Recorded {}

/** Whether today's code knows events of this type. */
export const isKnown = (event: LoggedEvent): event is RecordedEvent => isEventType(event.type)

/** Whether it is an event of this type. */
export const hasType = <T extends EventType>(event: LoggedEvent, type: T): event is LoggedEvent & RecordedEvent<T> =>
  event.type === type

/** Where an append ended: the position and revision of its last event. */
export interface Appended {
  position: Position
  revision: number
  /** The recorded events, as a later read gives them. */
  events: LoggedEvent[]
}

/** An event as it lies in the log, data and meta as their JSON texts: what proofs are made over. */
export interface StoredEvent extends Omit<Recorded, 'meta'> {
  type: string
  data: string
  meta: string
}

/** How an append is answered. */
export interface AppendOptions {
  /** Nobody needs the log's own word of each event: `at` may be this process's time, and a position that of the last event. */
  unread?: boolean
}

/** A run of consecutive events of the log, at least one unless `caughtUp`. */
export interface Batch {
  events: LoggedEvent[]
  /**
   * True when, at the time of reading, nothing followed the last event of this batch; once it was, as far as the store had told:
   * what was being appended at that moment may follow all the same.
   */
  caughtUp: boolean
}

/**
 * An append-only log of events in streams. The rules below are numbered; the conformance suite quotes them.
 *
 * - ES1  An append at the expected revision stores all its events, consecutive in the stream, or none.
 * - ES2  An append at another revision fails with {@link WrongExpectedRevision} and stores nothing.
 * - ES3  An answered append survives the death of the process and of the machine (it was synced to disk).
 * - ES4  Reading a stream gives its events in order, revisions from 0 without a gap; an unknown stream gives none.
 * - ES5  Reading all gives every event once, in the order of positions, strictly after the given position.
 * - ES6  Following gives the same events as reading all, then those appended later, without loss, doubling or
 *        reordering; it asks for the next batch only when the last one was taken (backpressure).
 * - ES7  Of two appends at the same expected revision at the same time exactly one succeeds.
 * - ES8  Repeating an append (same event ids, same expected revision) answers as the first time and stores nothing twice.
 * - ES9  Data and meta of today's shape come back deeply equal to what went in, any Unicode included.
 * - ES10 An append of no events, an empty stream name or an empty type is a programming error and throws.
 * - ES11 `head` is the position of the last event, or START of an empty log.
 * - ES12 A failing disk or an unreachable server fails the append with {@link StoreUnavailable}; nothing is acknowledged.
 *        Its outcome is `nothing-saved` only where that is certain; else it may be stored, also later, and is repeated by ES8.
 * - ES13 Ending a follow through its signal ends the iteration without an error.
 * - ES14 What an older version wrote is given in today's shape, however it is read; what nobody here knows, as it was written.
 * - ES15 `readStored` gives the events of `readAll` as the texts that were stored, the same for ever, whatever today's shape is.
 * - ES16 Positions grow in irregular steps. `readStoredFrom` gives the event that has the position first, then those after it;
 *        for a position that no event has it gives none. Reading after such a position may fail.
 * - ES17 After an append was refused for what another one stored, that can be read. Waiting for it is up to the adapter.
 * - ES18 A follow of a server's log throws OtherLog where the server lacks the event that it is to go on after, at first or when it
 *        comes back: the log was rolled back, or another one is in its place. `head` is then that of the log in place.
 */
export interface EventStore {
  /** Appends to one stream at an explicit revision: that of its last event, or NO_STREAM. Rejects with WrongExpectedRevision or StoreUnavailable. */
  append(
    stream: string,
    expectedRevision: number,
    events: readonly NewEvent[],
    options?: AppendOptions,
  ): Promise<Appended>
  /**
   * What this process knows of a stream without asking, from its first event on: as `readStream` gives it, or as an append was
   * answered. It may be behind; only an append at its end tells. Absent where asking costs next to nothing.
   */
  known?(stream: string): Promise<LoggedEvent[] | undefined>
  /** All events of a stream, oldest first; empty for an unknown stream. */
  readStream(stream: string): Promise<LoggedEvent[]>
  /** At most `limit` events strictly after a position, in log order. */
  readAll(after: Position, limit: number): Promise<LoggedEvent[]>
  /** As `readAll`, of what was stored. */
  readStored(after: Position, limit: number): Promise<StoredEvent[]>
  /** At most `limit` stored events: the one at this position and those after it. None where no event has the position. */
  readStoredFrom(position: Position, limit: number): Promise<StoredEvent[]>
  /** Every event after a position, then new ones as they come, in batches, until the signal aborts. */
  follow(after: Position, signal: AbortSignal): AsyncIterable<Batch>
  /** The position of the last event, or START. */
  head(): Promise<Position>
  /** Finishes what is being written and lets go of files and connections. */
  close(): Promise<void>
}

/** The stream has moved on (or is not there): reload, decide again. */
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

/** The store can't take or give anything at the moment: disk full, file damaged, server unreachable. */
export class StoreUnavailable extends Error {
  /** Of an append: whether it may have been stored all the same. */
  readonly outcome: Outcome
  constructor(message: string, { outcome = 'unknown', ...options }: ErrorOptions & { outcome?: Outcome } = {}) {
    super(message, options)
    this.name = 'StoreUnavailable'
    this.outcome = outcome
  }
}

/** What the store holds is broken: asking again gives the same. */
export class StoreDamaged extends StoreUnavailable {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'StoreDamaged'
  }
}
