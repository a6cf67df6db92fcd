/** A report is late after this many days. */
export const LATE_DAYS = 3
export const LATE_HOURS = 24 * LATE_DAYS
export const LATE_MS = LATE_HOURS * 3_600_000
