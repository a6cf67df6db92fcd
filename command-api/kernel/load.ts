/** Loads a stream's state as it is now, for answers. What a command decides on, `handle` loads itself. */
import type { Event } from '#contract/events.ts'
import type { EventStore } from '#platform/event-store/event-store.ts'
import type { Aggregate } from './decider.ts'

export async function loadFrom<State>(store: EventStore, stream: string, { initial, evolve }: Aggregate<State>) {
  const recorded = await store.readStream(stream)
  return recorded.reduce((state, one) => evolve(state, one as unknown as Event), initial)
}
