/** Thresholds at which a zone's collection is recommended. */

export interface Thresholds {
  /** Percentage of customers with an open report from which a collection is recommended. */
  recommendPercent: number
  /** Zones with at most this many customers are collected when all have reported. */
  smallZone: number
}

export const DEFAULT_THRESHOLDS: Thresholds = { recommendPercent: 80, smallZone: 40 }

/**
 * Returns the number of open reports from which a collection is recommended.
 * A percentage of the customers, rounded up; in a small zone all of them.
 */
export const recommendAt = (
  totalCustomers: number,
  { recommendPercent, smallZone }: Thresholds = DEFAULT_THRESHOLDS,
) => (totalCustomers > smallZone ? Math.ceil((totalCustomers * recommendPercent) / 100) : totalCustomers)
