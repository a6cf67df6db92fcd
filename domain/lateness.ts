/** Number of days after which an open report is late. */
export const LATE_DAYS = 3
export const LATE_HOURS = 24 * LATE_DAYS
export const LATE_MS = LATE_HOURS * 3_600_000
