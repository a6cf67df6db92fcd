/**
 * Loads the current state of a stream for responses.
 * Command handling uses `handle` instead.
 */
import type { StreamCategory, StreamName } from '#contract/streams.ts'
import type { EventStore } from '#platform/event-store/event-store.ts'
import { type Aggregate, isEventOf } from './category.ts'

/**
 * Returns the state of a stream.
 * Skips events that this version does not know.
 */
export async function loadState<State, C extends StreamCategory>(
  store: EventStore,
  stream: StreamName<NoInfer<C>>,
  { category, initial, evolve }: Aggregate<State, C>,
): Promise<State> {
  let state = initial
  for (const event of await store.readStream(stream)) if (isEventOf(event, category)) state = evolve(state, event)
  return state
}

/** Returns whether the stream contains events of this command. */
export async function hasCommand(store: EventStore, stream: string, commandId: string): Promise<boolean> {
  return (await store.readStream(stream)).some((logged) => logged.meta.commandId === commandId)
}
