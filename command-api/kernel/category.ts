/** A stream category in code: what its streams are called, which events they hold, and the state that these fold into. */
import type { EventData, EventOf, EventType } from '#contract/events.ts'
import { CATALOGUE, type EventIn, type EventTypeIn, type StreamCategory, type StreamName } from '#contract/streams.ts'
import { isKnown, type LoggedEvent, type Recorded } from '#platform/event-store/event-store.ts'

/** A fold of the streams of a category: it takes their events and no others, or of those the types T alone. */
export interface Aggregate<State, C extends StreamCategory, T extends EventTypeIn<C> = EventTypeIn<C>> {
  category: C
  initial: State
  evolve(state: State, event: EventOf<T>): State
}

/** A category by the fold that its commands are decided on. */
export interface Category<State, C extends StreamCategory, Id> extends Aggregate<State, C> {
  stream(id: Id): StreamName<C>
}

/** What each type of event changes; one that was forgotten does not compile. */
type Changes<State, T extends EventType> = {
  readonly [K in T]: (state: State, data: EventData<K>) => State
}

/** A fold by what each event changes. */
export function fold<State, C extends StreamCategory, T extends EventTypeIn<C> = EventTypeIn<C>>(
  category: C,
  initial: State,
  changes: Changes<State, T>,
): Aggregate<State, C, T> {
  const change: Readonly<Record<string, ((state: State, data: never) => State) | undefined>> = changes
  return { category, initial, evolve: (state, { type, data }) => change[type]?.(state, data as never) ?? state }
}

/** The category of streams of this name. `idOf` makes the text that tells one of its streams from another. */
export function category<State, C extends StreamCategory, Id = string>(
  name: C,
  initial: State,
  changes: Changes<State, EventTypeIn<C>>,
  idOf: (id: Id) => string = String,
): Category<State, C, Id> {
  return { ...fold(name, initial, changes), stream: (id) => `${name}-${idOf(id)}` as StreamName<C> }
}

/** The one stream of a category that has no others. */
export function single<State, C extends StreamCategory>(
  name: C,
  initial: State,
  changes: Changes<State, EventTypeIn<C>>,
): Category<State, C, void> {
  return { ...fold(name, initial, changes), stream: () => name as unknown as StreamName<C> }
}

/** For events that tell a fold nothing: it says so for each. */
export const unchanged = <State>(state: State): State => state

/** The same for several. */
export const nothingOf = <T extends EventType>(...types: T[]) =>
  Object.fromEntries(types.map((type) => [type, unchanged])) as Record<T, typeof unchanged>

/** Whether an event of the log is one that streams of this category hold, by what today's code knows. */
export const isOf = <C extends StreamCategory>(event: LoggedEvent, name: C): event is EventIn<C> & Recorded =>
  isKnown(event) && CATALOGUE[event.type].stream === name

/** Whether a stream is of the category, by its name. */
export const isNamed = (stream: string, name: StreamCategory) => stream === name || stream.startsWith(`${name}-`)
