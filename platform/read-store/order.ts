/** Orders rows by the requested fields, as MongoDB compares values, then by id. */
import { lookUp } from '#domain/dictionary.ts'
import type { Query, Row } from './read-store.ts'

type Order = (a: Row, b: Row) => number

/** Returns the rank of a value's type in MongoDB: missing and null, numbers, text, objects, booleans. */
function rank(value: unknown): number {
  if (value === null || value === undefined) return 0
  if (typeof value === 'number') return 1
  if (typeof value === 'string') return 2
  return typeof value === 'boolean' ? 4 : 3
}

/** Compares plain values as MongoDB does. */
export function compareValues(a: unknown, b: unknown): number {
  if (a === b) return 0
  const types = rank(a) - rank(b)
  if (types !== 0) return types
  const [x, y] = [a as string, b as string]
  if (x < y) return -1
  return x > y ? 1 : 0
}

function reader(path: string): (row: Row) => unknown {
  const [first = '', ...rest] = path.split('.')
  if (rest.length === 0) return (row) => lookUp(row, first)
  return (row) =>
    [first, ...rest].reduce<unknown>(
      (value, key) => lookUp(value as Record<string, unknown> | null | undefined, key),
      row,
    )
}

/**
 * Compares rows by a query's `sort`.
 * Ties are ordered by id.
 */
export function createRowComparator(sort: Query['sort'] = {}): Order {
  const keys = Object.entries(sort).map(([path, direction]) => ({ read: reader(path), direction }))
  return (a, b) => {
    for (const { read, direction } of keys) {
      const result = compareValues(read(a), read(b))
      if (result !== 0) return result * direction
    }
    return compareValues(a.id, b.id)
  }
}

/** Up to this limit, one pass that collects the first rows is faster than sorting all. */
const SINGLE_PASS_LIMIT = 500

/** Returns the first `limit` rows in order. With a small limit this costs about one comparison per row. */
export function firstInOrder<T>(rows: Iterable<T>, order: (a: T, b: T) => number, limit: number): T[] {
  if (limit <= 0) return []
  if (limit > SINGLE_PASS_LIMIT) return [...rows].sort(order).slice(0, limit)
  const best: T[] = []
  for (const row of rows) {
    if (best.length === limit && order(row, best[limit - 1] as T) >= 0) continue
    let [low, high] = [0, best.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (order(row, best[middle] as T) < 0) high = middle
      else low = middle + 1
    }
    best.splice(low, 0, row)
    if (best.length > limit) best.pop()
  }
  return best
}
