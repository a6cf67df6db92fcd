/** Number of days after which an open report is late. */
export const LATE_REPORT_DAYS = 3
export const LATE_REPORT_HOURS = 24 * LATE_REPORT_DAYS
export const LATE_REPORT_MS = LATE_REPORT_HOURS * 3_600_000
