/**
 * Finds the differences of a screen's list between two moments of the past.
 * It uses the same queries as the screen.
 */
import {
  type ComparedListName,
  type ComparedRowDifference,
  MAX_LISTED_EVENTS,
  type MomentComparison,
} from '#contract/audit/comparison.ts'
import type { ViewName } from '#contract/tables.ts'
import type { Row } from '#platform/read-store/read-store.ts'
import type { Snapshot } from '#platform/read-store/rows.ts'
import { findRowsAt } from '#platform/time-travel/query.ts'
import type { TimeTravelFile } from '#platform/time-travel/time-travel-file.ts'
import { jsonDifferenceOf } from '#platform/time-travel/versions.ts'
import * as lists from '../queries/lists.ts'
import { redactRow } from './redaction.ts'

export const COMPARED_QUERIES: Readonly<Record<ComparedListName, { view: ViewName; list: lists.ListQuery }>> = {
  reports: { view: 'reports', list: lists.activeReportsQuery },
  zones: { view: 'zones', list: lists.openZonesQuery },
  collections: { view: 'schedules', list: lists.openSchedulesQuery },
  vehicles: { view: 'vehicles', list: lists.fleetQuery },
  sites: { view: 'sites', list: lists.openSitesQuery },
  deliveries: { view: 'deliveries', list: lists.deliveriesUnderWayQuery },
  forecasts: { view: 'forecasts', list: lists.cityForecastStateQuery },
  configuration: { view: 'configuration', list: lists.configurationQuery },
}

type Moment = Pick<Snapshot, 'position' | 'now'>

interface CompareOptions {
  board: ComparedListName
  from: Moment
  to: Moment
  page: number
  size: number
  nameOf(personId: string): string
}

interface RowDifference {
  kind: ComparedRowDifference['kind']
  id: string
  /** Log position of the row's last change before the later of the two compared times. */
  position: number
}

/**
 * Returns whether a row differs between the two compared times.
 * A change that was reverted between them does not count.
 */
const isDifferent = (before: Row, after: Row) =>
  before.position !== after.position && jsonDifferenceOf({ ...before, position: after.position }, after) !== undefined

function differencesOf(then: ReadonlyMap<string, Row>, later: ReadonlyMap<string, Row>, rowLater: (id: string) => Row) {
  const found: RowDifference[] = []
  for (const [id, row] of later) {
    const before = then.get(id)
    if (before && !isDifferent(before, row)) continue
    found.push({ kind: before ? 'changed' : 'added', id, position: row.position })
  }
  for (const id of then.keys()) if (!later.has(id)) found.push({ kind: 'gone', id, position: rowLater(id).position })
  return found.sort((a, b) => b.position - a.position || (a.id < b.id ? -1 : 1))
}

/**
 * Returns how a list differs between two times.
 * The cost depends on the length of the list, not on the number of events between the times.
 */
export function compareMoments(
  past: TimeTravelFile,
  { board, from, to, page, size, nameOf }: CompareOptions,
): MomentComparison {
  const { view, list } = COMPARED_QUERIES[board]
  const history = past.history(view, to.position)
  const rowsAt = ({ position }: Moment) => {
    const rows = findRowsAt(history, { filter: list.filter }, { position, head: past.reach().upTo })
    return new Map(rows.map((row) => [row.id, row]))
  }
  const keyOf = (id: string) => history.keyOf(id) as number
  const rowLater = (id: string) => history.rowAt(keyOf(id), to.position) as Row
  const all = differencesOf(rowsAt(from), rowsAt(to), rowLater)
  const countOf = (kind: ComparedRowDifference['kind']) => all.filter((each) => each.kind === kind).length

  function toDifference({ kind, id }: RowDifference): ComparedRowDifference {
    const before = history.rowAt(keyOf(id), from.position)
    const { last, count } = history.changesOf(keyOf(id), from.position, to.position, MAX_LISTED_EVENTS)
    return {
      kind,
      id,
      before: before ? redactRow(before, nameOf) : null,
      after: redactRow(rowLater(id), nameOf),
      events: last,
      eventCount: count,
    }
  }
  return {
    from: momentOf(from),
    to: momentOf(to),
    added: countOf('added'),
    gone: countOf('gone'),
    changed: countOf('changed'),
    differences: all.slice((page - 1) * size, page * size).map(toDifference),
  }
}

const momentOf = ({ position, now }: Moment) => ({ position: Math.max(0, position), at: now.toISOString() })
