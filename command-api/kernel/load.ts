/**
 * Loads the current state of a stream for responses.
 * Command handling uses `handle` instead.
 */
import type { EventIn, StreamCategory, StreamName } from '#contract/streams.ts'
import type { EventStore, RecordedFields } from '#platform/event-store/event-store.ts'
import { type Aggregate, isEventOf } from './category.ts'
import { foldEvents } from './fold-events.ts'

/**
 * Returns the state of a stream.
 * Skips events that this version does not know.
 */
export async function loadState<State, C extends StreamCategory>(
  store: EventStore,
  stream: StreamName<NoInfer<C>>,
  aggregate: Aggregate<State, C>,
): Promise<State> {
  const { category } = aggregate
  const events = (await store.readStream(stream)).filter((event) => isEventOf(event, category))
  return foldEvents(aggregate, events as (EventIn<C> & RecordedFields)[])
}

/** Returns whether the stream contains events of this command. */
export async function hasCommand(store: EventStore, stream: string, commandId: string): Promise<boolean> {
  return (await store.readStream(stream)).some((logged) => logged.meta.commandId === commandId)
}
