/** What a view is: a table of pure folds, one for each event type that it takes in. */
import type { EventData, EventType } from '#contract/events.ts'
import type { ViewName } from '#contract/tables.ts'
import type { RecordedEvent } from '#platform/event-store/event-store.ts'
import type { Row } from '#platform/read-store/read-store.ts'

/** What a fold says that is about all rows of its view, whichever there are by then. */
export const EVERY_ROW = Symbol('every row')

/** One entry of a view: which row (or rows) the event is about, and what each is after it. `undefined` in: no row yet; out: none. */
export interface Fold<R, T extends EventType> {
  id(data: EventData<T>): string | readonly string[] | typeof EVERY_ROW
  row(
    row: Readonly<R> | undefined,
    event: RecordedEvent<T>,
    id: string,
    common: Readonly<R> | undefined,
  ): Omit<R, 'position'> | undefined
}

/** A view by name; the keys of `on` are what it subscribes to. Folds are pure: no clock, no chance, no I/O. */
export interface View<R extends Row> {
  name: ViewName
  /**
   * The id of a row that holds what is true of all rows alike, such as thresholds: what is about every row is about it too,
   * there or not, and each fold is given it, so that a row which comes later begins with it.
   */
  common?: string
  on: { [T in EventType]?: Fold<R, T> }
}

/** A view whose row type does not matter any more. */
export type AnyView = View<Row & Record<string, unknown>>

export function defineView<R extends Row>(view: View<R>): AnyView {
  return view as unknown as AnyView
}
