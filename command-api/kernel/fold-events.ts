/** Folds the events of a stream, starting from the state of the last fold. */
import type { EventIn, StreamCategory } from '#contract/streams.ts'
import type { RecordedFields } from '#platform/event-store/event-store.ts'
import type { Aggregate } from './category.ts'

/**
 * Number of events from which states are cached.
 * Shorter streams are folded from the start, which saves memory.
 */
const LONG = 32

/**
 * Caches the state after an event, by aggregate.
 * An entry is freed with its event, when the store's cache drops the event.
 */
const states = new WeakMap<object, WeakMap<object, unknown>>()

/**
 * Returns the state after the events of a stream, from the first event on.
 * The store's cache returns the same event objects each time, so each event is folded once.
 * Folding a long stream for each command would delay the whole process.
 * States must never be changed in place.
 */
export function foldEvents<State, C extends StreamCategory>(
  aggregate: Aggregate<State, C>,
  events: readonly (EventIn<C> & RecordedFields)[],
): State {
  const last = events.at(-1)
  if (last === undefined || events.length < LONG) return events.reduce(aggregate.evolve, aggregate.initial)
  const known = states.get(aggregate) ?? new WeakMap<object, unknown>()
  const found = events.findLastIndex((event) => known.has(event))
  const before = found === -1 ? undefined : events[found]
  const start = before ? (known.get(before) as State) : aggregate.initial
  const state = events.slice(found + 1).reduce(aggregate.evolve, start)
  if (before) known.delete(before)
  states.set(aggregate, known.set(last, state))
  return state
}
