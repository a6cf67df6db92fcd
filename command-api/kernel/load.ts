/** Loads a stream's state as it is now, for answers. What a command decides on, `handle` loads itself. */
import type { StreamCategory, StreamName } from '#contract/streams.ts'
import type { EventStore } from '#platform/event-store/event-store.ts'
import { type Aggregate, isOf } from './category.ts'

/** Events that today's code does not know are left out. */
export async function loadFrom<State, C extends StreamCategory>(
  store: EventStore,
  stream: StreamName<NoInfer<C>>,
  { category, initial, evolve }: Aggregate<State, C>,
): Promise<State> {
  let state = initial
  for (const event of await store.readStream(stream)) if (isOf(event, category)) state = evolve(state, event)
  return state
}

/** Whether the stream has seen this command: then its outcome is already decided. */
export async function hasSeen(store: EventStore, stream: string, commandId: string): Promise<boolean> {
  return (await store.readStream(stream)).some((logged) => logged.meta.commandId === commandId)
}
