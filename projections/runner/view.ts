/** Defines views: a table, and a pure function per event type. */
import type { EventData, EventType } from '#contract/events.ts'
import type { ViewName } from '#contract/tables.ts'
import type { RecordedEvent } from '#platform/event-store/event-store.ts'
import type { Row } from '#platform/read-store/read-store.ts'

/**
 * A view returns this value in place of row ids.
 * The event then may change all of the view's rows.
 */
export const EVERY_ROW = Symbol('every row')

/**
 * Defines how a view applies one event type.
 * `id` returns the ids of the rows that the event affects.
 * `row` returns an affected row's new content.
 * It receives undefined for a new row, and returns undefined if nothing changes.
 */
export interface RowFold<R, T extends EventType> {
  id(data: EventData<T>): string | readonly string[] | typeof EVERY_ROW
  row(
    row: Readonly<R> | undefined,
    event: RecordedEvent<T>,
    id: string,
    common: Readonly<R> | undefined,
  ): Omit<R, 'position'> | undefined
}

/**
 * View: a named table built from the event types in `on`.
 * Its functions are pure: no clock, randomness or I/O.
 */
interface View<R extends Row> {
  name: ViewName
  /**
   * Id of a row whose values hold for all rows of the view, such as thresholds.
   * Events addressed to EVERY_ROW also update this row.
   * Functions that create a row receive it.
   */
  common?: string
  on: { [T in EventType]?: RowFold<R, T> }
}

/** View of any row type. */
export type AnyView = View<Row & Record<string, unknown>>

export function defineView<R extends Row>(view: View<R>): AnyView {
  return view as AnyView
}
