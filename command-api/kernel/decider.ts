/** Types of deciders: pure functions from state and command to events or refusal. */

import type { Event, EventOf, EventType } from '#contract/events.ts'
import { isRejection, type Rejection } from '#contract/http/problems.ts'
import type { EventInStream, StreamCategory } from '#contract/streams.ts'

/** Events of a command (none if nothing changes), or its refusal. */
export type Decision<E = Event> = E[] | Rejection

/**
 * Function that decides which events a command causes in a state, or refuses the command.
 * It is pure: `now` and the command supply time and ids.
 */
export type Decider<Command, State, C extends StreamCategory> = (
  command: Command,
  state: State,
  now: Date,
) => Decision<EventInStream<C>>

/** Returns whether a decision contains events. */
export const hasEvents = <E>(decision: Decision<E>): decision is E[] => !isRejection(decision) && decision.length > 0

/** Returns an event whose data is typed by the event's name. */
export function createEvent<T extends EventType>(type: T, data: EventOf<T>['data']): EventOf<T> {
  return { type, data } as EventOf<T>
}
