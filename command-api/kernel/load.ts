/**
 * Loads states of streams.
 * For a long stream, applies only the events since its last cached state.
 */

import type { EventInStream, StreamCategory, StreamName } from '#contract/streams.ts'
import type { EventStore, RecordedFields } from '#platform/event-store/event-store.ts'
import { type Aggregate, isEventOf } from './category.ts'

/**
 * Returns the current state of a stream, for responses and for checks by other commands.
 * To run a command on the stream, use `handle`.
 * Skips events that this version does not know.
 */
export async function loadState<State, C extends StreamCategory>(
  store: EventStore,
  stream: StreamName<NoInfer<C>>,
  aggregate: Aggregate<State, C>,
): Promise<State> {
  const { category } = aggregate
  const events = (await store.readStream(stream)).filter((event) => isEventOf(event, category))
  return foldEvents(aggregate, events as (EventInStream<C> & RecordedFields)[])
}

/** Returns whether the stream contains events of this command. */
export async function hasCommand(store: EventStore, stream: string, commandId: string): Promise<boolean> {
  return (await store.readStream(stream)).some((logged) => logged.meta.commandId === commandId)
}

/**
 * Minimum number of events of a stream whose state is cached.
 * Shorter streams are folded from the start, which saves memory.
 */
const CACHED_STREAM_MIN_EVENTS = 32

/**
 * Caches an aggregate's state after an event, by event and aggregate.
 * An entry is freed when the event store's cache drops the event.
 */
const states = new WeakMap<object, WeakMap<object, unknown>>()

/**
 * Returns the state after a stream's events, from the first on.
 * The store's cache returns the same event objects, so each is folded once.
 * Folding a long stream for each command would delay the whole process.
 * States must never be changed in place.
 */
export function foldEvents<State, C extends StreamCategory>(
  aggregate: Aggregate<State, C>,
  events: readonly (EventInStream<C> & RecordedFields)[],
): State {
  if (aggregate.fold) return aggregate.fold(events)
  const last = events.at(-1)
  if (last === undefined || events.length < CACHED_STREAM_MIN_EVENTS)
    return events.reduce(aggregate.evolve, aggregate.initial)
  const known = states.get(aggregate) ?? new WeakMap<object, unknown>()
  const found = events.findLastIndex((event) => known.has(event))
  const before = found === -1 ? undefined : events[found]
  const start = before ? (known.get(before) as State) : aggregate.initial
  const first = before ? found + 1 : Math.max(0, events.length - (aggregate.depth ?? events.length))
  const state = events.slice(first).reduce(aggregate.evolve, start)
  if (before) known.delete(before)
  states.set(aggregate, known.set(last, state))
  return state
}
