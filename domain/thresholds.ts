/** Thresholds at which the collection of a zone is recommended. */

export interface CollectionThresholds {
  /** Percentage of customers with an open report at which a collection is recommended. */
  recommendPercent: number
  /** Zones with at most this many customers are collected when all have reported. */
  smallZone: number
}

export const DEFAULT_COLLECTION_THRESHOLDS: CollectionThresholds = { recommendPercent: 80, smallZone: 40 }

/**
 * Returns the number of open reports at which a collection is recommended.
 * It is a percentage of the customers, rounded up; in a small zone, it is all customers.
 */
export const recommendationThresholdOf = (
  totalCustomers: number,
  { recommendPercent, smallZone }: CollectionThresholds = DEFAULT_COLLECTION_THRESHOLDS,
) => (totalCustomers > smallZone ? Math.ceil((totalCustomers * recommendPercent) / 100) : totalCustomers)
