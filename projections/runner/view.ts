/** Defines views: a table of pure folds by event type. */
import type { EventData, EventType } from '#contract/events.ts'
import type { ViewName } from '#contract/tables.ts'
import type { RecordedEvent } from '#platform/event-store/event-store.ts'
import type { Row } from '#platform/read-store/read-store.ts'

/** Id that addresses all current rows of a view. */
export const EVERY_ROW = Symbol('every row')

/**
 * Fold of one event type: the ids it concerns, and each row afterwards.
 * `row` undefined means no row yet; a result of undefined leaves it unchanged.
 */
export interface Fold<R, T extends EventType> {
  id(data: EventData<T>): string | readonly string[] | typeof EVERY_ROW
  row(
    row: Readonly<R> | undefined,
    event: RecordedEvent<T>,
    id: string,
    common: Readonly<R> | undefined,
  ): Omit<R, 'position'> | undefined
}

/**
 * A named view, subscribed to the event types in `on`.
 * Folds are pure: no clock, randomness or I/O.
 */
interface View<R extends Row> {
  name: ViewName
  /**
   * Id of a row with values common to all rows, such as thresholds.
   * It receives EVERY_ROW events, and each fold gets it for new rows.
   */
  common?: string
  on: { [T in EventType]?: Fold<R, T> }
}

/** A view with its row type erased. */
export type AnyView = View<Row & Record<string, unknown>>

export function defineView<R extends Row>(view: View<R>): AnyView {
  return view as AnyView
}
