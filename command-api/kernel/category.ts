/** A stream category: its stream names, events, and folded state. */
import type { EventData, EventOf, EventType } from '#contract/events.ts'
import {
  categoryOfEventType,
  type EventInStream,
  type EventTypeInStream,
  type StreamCategory,
  type StreamName,
} from '#contract/streams.ts'
import type { LoggedEvent, RecordedFields } from '#platform/event-store/event-store.ts'

/**
 * A fold over the streams of a category.
 * It accepts all events of the category, or only the event types T.
 */
export interface Aggregate<State, C extends StreamCategory, T extends EventTypeInStream<C> = EventTypeInStream<C>> {
  category: C
  initial: State
  evolve(state: State, event: EventOf<T>): State
  /** Number of last events that determine the state; by default all. */
  depth?: number
  /** Returns the same state faster; without it, each event is applied in order. */
  fold?(events: readonly (EventOf<T> & RecordedFields)[]): State
}

/**
 * A category of streams, with a fold that computes a stream's state from its events.
 * Commands decide on this state.
 */
interface Category<State, C extends StreamCategory, Id> extends Aggregate<State, C> {
  stream(id: Id): StreamName<C>
}

/**
 * A linked list, newest item first.
 * Adding an item copies nothing, so a fold stays linear.
 */
export interface Chain<T> {
  item: T
  before?: Chain<T> | undefined
}

/** Returns the items of a linked list, newest first. */
export function itemsOf<T>(newest: Chain<T> | undefined): T[] {
  const items: T[] = []
  for (let chain = newest; chain; chain = chain.before) items.push(chain.item)
  return items
}

/**
 * Reducers by event type.
 * A missing event type does not compile.
 */
type Changes<State, T extends EventType> = {
  readonly [K in T]: (state: State, data: EventData<K>) => State
}

/** Returns a fold that applies the given reducers. */
export function defineFold<State, C extends StreamCategory, T extends EventTypeInStream<C> = EventTypeInStream<C>>(
  defineAggregate: C,
  initial: State,
  changes: Changes<State, T>,
): Aggregate<State, C, T> {
  const change = changes as Readonly<Record<string, ((state: State, data: unknown) => State) | undefined>>
  return { category: defineAggregate, initial, evolve: (state, { type, data }) => change[type]?.(state, data) ?? state }
}

/**
 * Returns an aggregate for the streams of the category `name`.
 * `idOf` formats an object's id for use in a stream name.
 */
export function defineAggregate<State, C extends StreamCategory, Id = string>(
  name: C,
  initial: State,
  changes: Changes<State, EventTypeInStream<C>>,
  idOf: (id: Id) => string = String,
): Category<State, C, Id> {
  return { ...defineFold(name, initial, changes), stream: (id) => `${name}-${idOf(id)}` as StreamName<C> }
}

/** Returns an aggregate definition that has a single stream. */
export function defineSingleStreamAggregate<State, C extends StreamCategory>(
  name: C,
  initial: State,
  changes: Changes<State, EventTypeInStream<C>>,
): Category<State, C, void> {
  return { ...defineFold(name, initial, changes), stream: () => name as StreamName<C> }
}

/** Reducer for events that do not change the state. */
export const keepStateUnchanged = <State>(state: State): State => state

/** Returns reducers for these event types that leave the state unchanged. */
export const ignoreEvents = <T extends EventType>(...types: T[]) =>
  Object.fromEntries(types.map((type) => [type, keepStateUnchanged])) as Record<T, typeof keepStateUnchanged>

/** Returns whether this version knows the event's type and the type belongs to the category. */
export const isEventOf = <C extends StreamCategory>(
  event: LoggedEvent,
  name: C,
): event is EventInStream<C> & RecordedFields => categoryOfEventType(event.type) === name

/** Returns whether the stream belongs to the category. */
export const isStreamOf = (stream: string, name: StreamCategory) => stream === name || stream.startsWith(`${name}-`)
