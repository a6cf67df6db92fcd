/** Defines views: a table, with a pure function per event type that computes its rows. */
import type { EventData, EventType } from '#contract/events.ts'
import type { ViewName } from '#contract/tables.ts'
import type { RecordedEvent } from '#platform/event-store/event-store.ts'
import type { Row } from '#platform/read-store/read-store.ts'

/** Id that an event uses to address all current rows of a view. */
export const EVERY_ROW = Symbol('every row')

/**
 * How a view applies one type of event.
 * `id` returns the ids of the rows that the event concerns.
 * `row` returns such a row after the event.
 * `row` receives undefined for a row that does not exist yet, and returns undefined to leave a row unchanged.
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
 * View: a named table that is built from the event types in `on`.
 * Its functions are pure: no clock, randomness or I/O.
 */
interface View<R extends Row> {
  name: ViewName
  /**
   * Id of the row with values common to all rows, such as thresholds.
   * Events addressed to EVERY_ROW also update this row.
   * Functions for new rows receive this row.
   */
  common?: string
  on: { [T in EventType]?: RowFold<R, T> }
}

/** View of any row type. */
export type AnyView = View<Row & Record<string, unknown>>

export function defineView<R extends Row>(view: View<R>): AnyView {
  return view as AnyView
}
