/** Thresholds at which a zone's collection is recommended. */

export interface Thresholds {
  /** Percentage of customers at which a collection is recommended. */
  recommendPercent: number
  /** Zones with at most this many customers wait for all of them. */
  smallZone: number
}

export const DEFAULT_THRESHOLDS: Thresholds = { recommendPercent: 80, smallZone: 40 }

/**
 * Returns the count of open reports at which a collection is recommended: a percentage of the customers, rounded up.
 * In a small zone it is all of them.
 */
export const recommendAt = (
  totalCustomers: number,
  { recommendPercent, smallZone }: Thresholds = DEFAULT_THRESHOLDS,
) => (totalCustomers > smallZone ? Math.ceil((totalCustomers * recommendPercent) / 100) : totalCustomers)
