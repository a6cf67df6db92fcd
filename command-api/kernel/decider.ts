/** What a decider is: the pure heart of an aggregate, from state and command to events or a refusal. */
import type { Event, EventOf, EventType } from '#contract/events.ts'
import type { Rejection } from '#contract/problems.ts'

/** The events that a command leads to (none when nothing is to be changed), or why it is refused. */
export type Decision<E = Event> = E[] | Rejection

/** The state of a stream: how it begins and how each event changes it. */
export interface Aggregate<State> {
  initial: State
  evolve(state: State, event: Event): State
}

/** Decides a command on a state. Pure: the clock comes in as `now`, ids come in with the command. */
export type Decide<Command, State, E = Event> = (command: Command, state: State, now: Date) => Decision<E>

/** Makes an event, typed by its name. */
export function event<T extends EventType>(type: T, data: EventOf<T>['data']): EventOf<T> {
  return { type, data } as EventOf<T>
}
