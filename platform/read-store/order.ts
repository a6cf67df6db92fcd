/**
 * Sorts rows by the requested fields as MongoDB does, then by id.
 * Also returns the lower and upper bounds that a condition sets.
 */

import { lookUp } from '#domain/dictionary.ts'
import type { Query, Row } from './read-store.ts'

type Order = (a: Row, b: Row) => number

/** Returns MongoDB's rank of a value's type. */
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

/** Maximum number of requested rows for which one pass is faster than sorting all rows. */
const SINGLE_PASS_LIMIT = 500

/**
 * Returns the first `limit` rows in order.
 * A small limit costs about one comparison per row.
 */
export function selectFirstInOrder<T>(rows: Iterable<T>, order: (a: T, b: T) => number, limit: number): T[] {
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

export type OrderedValue = string | number
/**
 * Comparison operators, each with the value to compare with.
 * All values have one type.
 */
export type ValueBounds = readonly (readonly [operator: string, value: OrderedValue])[]

/** Whether a value can be ordered: a text or a number. */
export const isOrderedValue = (value: unknown): value is OrderedValue =>
  typeof value === 'string' || typeof value === 'number'

interface Bound {
  /** Whether the operator is a lower bound, as `$gt` is. */
  isLow: boolean
  /** Whether a value equal to the bound matches, as with `$gte` and `$lte`. */
  includes: boolean
}

const BOUNDS: Record<string, Bound> = {
  $gt: { isLow: true, includes: false },
  $gte: { isLow: true, includes: true },
  $lt: { isLow: false, includes: false },
  $lte: { isLow: false, includes: true },
}

export const boundOfOperator = (operator: string) => lookUp(BOUNDS, operator) as Bound

/**
 * Returns the bounds in a query condition, such as `$gt` and `$lt`.
 * Returns undefined for conditions with other operators or with values of different types.
 */
export function boundsOf(field: string, condition: unknown): ValueBounds | undefined {
  if (field.startsWith('$') || field.includes('.') || condition === null || typeof condition !== 'object') return
  const bounds = Object.entries(condition)
  const [first] = bounds
  if (!first || !bounds.every(([operator, value]) => Object.hasOwn(BOUNDS, operator) && isOrderedValue(value))) return
  return bounds.every(([, value]) => typeof value === typeof first[1]) ? bounds : undefined
}

/**
 * Whether a value is within the bounds.
 * A value of another type never is.
 */
export const isWithinBounds = (bounds: ValueBounds, value: unknown): boolean =>
  bounds.every(([operator, bound]) => {
    if (typeof value !== typeof bound) return false
    const { isLow, includes } = boundOfOperator(operator)
    const order = compareValues(value as OrderedValue, bound)
    return order === 0 ? includes : isLow === order > 0
  })
