/**
 * Adds rows to the time-travel file by applying events to the current views.
 * Also reads rows at a past position.
 */
import { tableNameOf, type ViewName } from '#contract/tables.ts'
import { hasKnownType, LOG_START, type LoggedEvent } from '#platform/event-store/event-store.ts'
import { erasedPersonOf } from '#platform/persons.ts'
import type { ReadStore, Row } from '#platform/read-store/read-store.ts'
import type { Rows } from '#platform/read-store/rows.ts'
import { countRowsAt, findRowsAt } from '#platform/time-travel/query.ts'
import type { TimeTravelFile } from '#platform/time-travel/time-travel-file.ts'
import { applyEventBatch, distributeEvents } from '../runner/apply.ts'
import type { AnyView } from '../runner/view.ts'

/**
 * Applies the next events to all views.
 * A view skips events that it has already applied.
 */
export async function applyEventsToViews(
  past: TimeTravelFile,
  views: readonly AnyView[],
  logged: readonly LoggedEvent[],
): Promise<void> {
  const events = logged.filter(hasKnownType)
  const shares = distributeEvents(views, events)
  const viewOf = new Map(views.map((view) => [view.name, view]))
  const erasedPersons = events.flatMap((event) => erasedPersonOf(event) ?? [])
  await past.take(logged, erasedPersons, async (name, after) => {
    const view = viewOf.get(name) as AnyView
    const share = (shares.get(view) ?? []).filter(({ position }) => position > after)
    const history = past.writing(name)
    const newest: Pick<ReadStore, 'find' | 'get' | 'replace'> = {
      get: async <R extends Row>(_: string, ids: readonly string[]) => ids.map((id) => history.newest(id) as R),
      find: async <R extends Row>() => history.ids().map((id) => history.newest(id) as R),
      replace: async () => undefined,
    }
    await applyEventBatch(newest, tableNameOf(name), view, share, (row) => history.take(row))
  })
}

/**
 * Reads rows as they were at a past log position.
 * The interface is the same as for current rows.
 */
export function createRowsAt(past: TimeTravelFile, position: number): Rows {
  const at = { position, head: past.moments.last()?.position ?? LOG_START }
  return {
    async get<R extends Row>(view: ViewName, ids: readonly string[]) {
      const history = past.history(view, position)
      const rows = ids.map((id) => {
        const key = history.keyOf(id)
        return key === undefined ? undefined : history.rowAt(key, position)
      })
      return rows as (R | undefined)[]
    },
    find: async <R extends Row>(view: ViewName, query = {}) =>
      findRowsAt(past.history(view, position), query, at) as R[],
    count: async (view, filter = {}) => countRowsAt(past.history(view, position), filter, at),
  }
}
