/** What a decider is: the pure heart of a stream, from state and command to events or a refusal. */

import type { Rejection } from '#contract/door/problems.ts'
import type { Event, EventOf, EventType } from '#contract/events.ts'
import type { EventIn, StreamCategory } from '#contract/streams.ts'

/** The events that a command leads to (none when nothing is to be changed), or why it is refused. */
export type Decision<E = Event> = E[] | Rejection

/**
 * Decides a command on a state, with events of the stream's category. Pure: the clock comes in as `now`, ids come in with the
 * command.
 */
export type Decide<Command, State, C extends StreamCategory> = (
  command: Command,
  state: State,
  now: Date,
) => Decision<EventIn<C>>

/** Makes an event, typed by its name. */
export function event<T extends EventType>(type: T, data: EventOf<T>['data']): EventOf<T> {
  return { type, data } as EventOf<T>
}
