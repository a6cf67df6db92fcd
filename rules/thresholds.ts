/** When a zone's collection is recommended. */

export interface Thresholds {
  /** Percent of a zone's customers at which a collection is recommended. */
  recommendPercent: number
  /** Zones with no more customers than this wait for all of them. */
  smallZone: number
}

export const DEFAULT_THRESHOLDS: Thresholds = { recommendPercent: 80, smallZone: 40 }

/**
 * The number of open reports at which scheduling is recommended: so many percent of the customers, rounded up; all of them in
 * a small zone.
 */
export const recommendAt = (
  totalCustomers: number,
  { recommendPercent, smallZone }: Thresholds = DEFAULT_THRESHOLDS,
) => (totalCustomers > smallZone ? Math.ceil((totalCustomers * recommendPercent) / 100) : totalCustomers)
