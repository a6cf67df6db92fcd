/** Bounds of a field's values in a condition. */
import { lookUp } from '#domain/dictionary.ts'
import { compareValues } from './order.ts'

export type OrderedValue = string | number
/** Comparison operators with their values, all of one type. */
export type Bounds = readonly (readonly [operator: string, value: OrderedValue])[]

/** Whether a value can be ordered: a text or a number. */
export const isOrderedValue = (value: unknown): value is OrderedValue =>
  typeof value === 'string' || typeof value === 'number'

interface Bound {
  /** Whether this is a lower bound. */
  isLow: boolean
  /** Whether the bound's own value is inside. */
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
 * Returns the bounds of a condition, all of one type.
 * Returns undefined for other conditions.
 */
export function boundsOf(field: string, condition: unknown): Bounds | undefined {
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
export const isWithin = (bounds: Bounds, value: unknown): boolean =>
  bounds.every(([operator, bound]) => {
    if (typeof value !== typeof bound) return false
    const { isLow, includes } = boundOfOperator(operator)
    const order = compareValues(value as OrderedValue, bound)
    return order === 0 ? includes : isLow === order > 0
  })
