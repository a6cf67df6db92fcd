/**
 * Finds a view's rows as they were at a past log position, by filter and sort order.
 * Uses an index to avoid reading all rows.
 */
import { createMatcher } from '../read-store/matcher.ts'
import { createRowComparator, selectFirstInOrder } from '../read-store/order.ts'
import type { Filter, Query, Row } from '../read-store/read-store.ts'
import type { ViewHistory } from './view-history.ts'

/** Position at which a query reads the past, and the last position of the history. */
interface QueryMoment {
  position: number
  /** Last position of the history. */
  head: number
  /**
   * Maximum number of rows that an index may yield.
   * Above it, the query tries another index.
   */
  many?: number
}

const MANY = 3_000
/**
 * Factor that limits how many index entries a query visits per wanted row.
 * Up to this limit, reading in index order costs less than reading all possible matches.
 */
const SHORT = 4

/**
 * Returns the keys of rows that may match, at most `most` keys.
 * If it returns fewer than `most` keys, every matching row is among them.
 */
type Candidates = (most: number) => number[]

const isPlain = (value: unknown) => value !== null && value !== undefined && typeof value !== 'object'

/** Returns the values that a condition allows, if it only tests equality; otherwise undefined. */
function valuesOf(condition: unknown): unknown[] | undefined {
  if (isPlain(condition)) return [condition]
  const { $in: values, ...others } = (condition ?? {}) as { $in?: unknown }
  return Array.isArray(values) && Object.keys(others).length === 0 && values.every(isPlain) ? values : undefined
}

/**
 * Returns the lower bound that a filter condition sets.
 * Undefined if the bound is not a text.
 */
function leastOf(condition: unknown): string | undefined {
  const { $gte, $gt } = (condition ?? {}) as { $gte?: unknown; $gt?: unknown }
  const least = $gte ?? $gt
  return typeof least === 'string' ? least : undefined
}

/**
 * Returns a union of several sources of possible matches.
 * Each source stops at the limit `most`.
 * If one source reaches the limit, the union reaches it too.
 */
const union =
  (parts: readonly Candidates[]): Candidates =>
  (most) => [...new Set(parts.flatMap((part) => part(most)))]

/**
 * Returns a function that finds rows which may match the condition for one field.
 * Returns undefined if no index helps.
 */
function byField(
  history: ViewHistory,
  field: string,
  condition: unknown,
  { position, head }: QueryMoment,
): Candidates | undefined {
  const values = valuesOf(condition)
  if (field === 'id' && values) return (most) => values.flatMap((id) => history.keyOf(String(id)) ?? []).slice(0, most)
  if (!history.isIndexed(field)) return undefined
  if (values) return union(values.map((value) => (most) => history.having(field, value, position, head, most)))
  const least = leastOf(condition)
  return least === undefined ? undefined : (most) => history.from(field, least, position, most)
}

/** Returns lists of rows that may match the filter, one for each condition that has an index. */
function waysOf(history: ViewHistory, filter: Filter, at: QueryMoment): Candidates[] {
  const { $or: alternatives, ...fields } = filter
  const ways = Object.entries(fields).flatMap(([field, condition]) => byField(history, field, condition, at) ?? [])
  const either = alternatives?.map((alternative) => waysOf(history, alternative, at)[0])
  if (either?.every((way) => way !== undefined)) ways.push(union(either))
  return ways
}

/**
 * Returns the smallest list of candidate rows that an index offers.
 * Returns undefined if every list has more than `many` entries.
 */
function findSmallestCandidateSet(ways: readonly Candidates[], many: number): number[] | undefined {
  let best: number[] | undefined
  for (const way of ways) {
    const most = best?.length ?? many
    const keys = way(most + 1)
    if (keys.length <= most) best = keys
  }
  return best
}

interface Walk {
  field: string
  /** Count of rows that the query needs. */
  wanted: number
  /** Maximum number of index entries to visit. */
  most: number
  /**
   * Index keys to which the search can be limited.
   * Every matching row has one of these keys.
   * Absent if no index can limit the search.
   */
  among?: readonly number[] | undefined
}

/**
 * Reads an index in descending order until enough rows match.
 * Rows with the same value as the last match are included.
 * Returns undefined if too few rows match, or too many entries were read.
 */
function downTo(
  history: ViewHistory,
  { field, wanted, most, among }: Walk,
  match: (row: Row) => boolean,
  { position }: QueryMoment,
): Row[] | undefined {
  const candidates = among && new Set(among)
  const found: Row[] = []
  let last: string | undefined
  let passed = 0
  for (const { key, value } of history.down(field, position)) {
    if (found.length >= wanted && value !== last) return found
    if (++passed > most) return undefined
    last = value
    if (candidates && !candidates.has(key)) continue
    const row = history.rowAt(key, position)
    if (row && match(row)) found.push(row)
  }
  return undefined
}

/**
 * Plans a query as an index scan in descending order, which stops after the requested rows.
 * Returns the index field and the number of rows to read.
 * Undefined if the query needs a full read.
 */
function walkOf(history: ViewHistory, { sort = {}, skip = 0, limit }: Query) {
  const [[field, direction] = []] = Object.entries(sort)
  if (limit === undefined || field === undefined || direction !== -1 || !history.isIndexed(field)) return undefined
  return { field, wanted: skip + limit }
}

function matching(history: ViewHistory, query: Query, at: QueryMoment): Row[] {
  const { filter = {} } = query
  const match = createMatcher(filter)
  const rowsOf = (keys: readonly number[]) =>
    keys.flatMap((key) => {
      const row = history.rowAt(key, at.position)
      return row && match(row) ? [row] : []
    })
  const ways = waysOf(history, filter, at)
  const many = at.many ?? MANY
  const walk = walkOf(history, query)
  if (walk) {
    // Walks the index first, because the wanted rows are usually close to the start.
    // Reading a thousand candidate rows would take longer.
    const most = Math.min(many, SHORT * walk.wanted)
    const keys = findSmallestCandidateSet(ways, most)
    const found = keys ? rowsOf(keys) : downTo(history, { ...walk, most }, match, at)
    if (found) return found
  }
  const among = findSmallestCandidateSet(ways, many)
  // Visits at most as many index entries as there are candidate rows.
  // Reading a row costs more than visiting an index entry.
  const most = among?.length ?? Number.POSITIVE_INFINITY
  const found = walk && downTo(history, { ...walk, most, among }, match, at)
  if (found) return found
  const all: Candidates = ways[0] ?? ((most) => history.all(at.position, most))
  return rowsOf(among ?? all(Number.MAX_SAFE_INTEGER))
}

/** Returns rows at a past position, like the read store's `find`. */
export function findRowsAt(history: ViewHistory, query: Query, at: QueryMoment): Row[] {
  const { sort, skip = 0, limit = Number.POSITIVE_INFINITY } = query
  return selectFirstInOrder(matching(history, query, at), createRowComparator(sort), skip + limit).slice(skip)
}

/**
 * Returns how many rows matched a filter at a past log position.
 * It has the semantics of the read store's `count`.
 */
export function countRowsAt(history: ViewHistory, filter: Filter, at: QueryMoment): number {
  const conditions = Object.entries(filter)
  const [[field, value] = []] = conditions
  if (field === undefined) return history.countAll(at.position)
  if (conditions.length === 1 && isPlain(value) && history.isIndexed(field))
    return history.countHaving(field, value, at.position, at.head)
  return matching(history, { filter }, at).length
}
