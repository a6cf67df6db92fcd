/**
 * Rules for reports: which reports count, and how many of them recommend a collection.
 * Also defines when many new accounts' reports are suspicious, and which reports are late.
 * Also limits the time for reopening a report.
 */

/**
 * Rules for reports of unconfirmed accounts.
 * With `automatic`, they count without a mail server, because emails stay unconfirmed then.
 */
export const UNCONFIRMED_REPORT_RULES = ['automatic', 'count', 'wait'] as const
export type UnconfirmedReportRule = (typeof UNCONFIRMED_REPORT_RULES)[number]

interface ReportCountInput {
  open: number
  /** Number of open reports by unconfirmed accounts. */
  unconfirmed: number
  customers: number
  rule?: UnconfirmedReportRule
  mailServer?: boolean
}

/** Returns whether reports of unconfirmed accounts count. */
export const areUnconfirmedReportsCounted = (rule: UnconfirmedReportRule = 'automatic', mailServer = false) =>
  rule === 'count' || (rule === 'automatic' && !mailServer)

/** Returns how many reports count: at most one per customer's bin. */
export const countedReportsOf = ({ open, unconfirmed, customers, rule, mailServer }: ReportCountInput) =>
  Math.min(customers, areUnconfirmedReportsCounted(rule, mailServer) ? open : open - unconfirmed)

/** Age in ms up to which an account is new. */
export const NEW_ACCOUNT_MAX_AGE_MS = 24 * 60 * 60_000
/** Time window in ms in which reports by new accounts are counted. */
export const REPORT_BURST_WINDOW_MS = 60 * 60_000
/**
 * Upper limit of the number that `reportBurstThresholdOf` returns.
 * A few neighbours who join together make fewer reports.
 */
const BURST_REPORTS = 12

/**
 * Returns how many reports by new accounts stop the automatic dispatch in a zone.
 * In a small zone, it is half of the number at which a collection is recommended.
 */
export const reportBurstThresholdOf = (recommendedAt: number) =>
  Math.max(3, Math.min(BURST_REPORTS, Math.ceil(recommendedAt / 2)))

/** Number of days after which an open report is late. */
export const LATE_REPORT_DAYS = 3
export const LATE_REPORT_HOURS = 24 * LATE_REPORT_DAYS
export const LATE_REPORT_MS = LATE_REPORT_HOURS * 3_600_000

/** Reasons for reopening a collected report, by resident or dispatcher. */
export const REOPENING_REASONS = ['not-collected', 'mistake'] as const
export type ReopeningReason = (typeof REOPENING_REASONS)[number]

const REOPENING_HOURS = 48

/** Returns whether a report that was collected at `collectedAt` can still be reopened. */
export const canReopen = (collectedAt: string, now: Date): boolean =>
  now.getTime() - Date.parse(collectedAt) <= REOPENING_HOURS * 60 * 60_000

/** Thresholds at which the collection of a zone is recommended. */
export interface CollectionThresholds {
  /** A collection is recommended when this percentage of a zone's customers have open reports. */
  recommendPercent: number
  /** Zones with at most this many customers wait until all have reported. */
  smallZone: number
}

export const DEFAULT_COLLECTION_THRESHOLDS: CollectionThresholds = { recommendPercent: 80, smallZone: 40 }

/**
 * Returns the number of open reports at which a collection is recommended.
 * The number is `recommendPercent` of the zone's customers, rounded up.
 * In zones of up to `smallZone` customers, all customers must report.
 */
export const recommendationThresholdOf = (
  totalCustomers: number,
  { recommendPercent, smallZone }: CollectionThresholds = DEFAULT_COLLECTION_THRESHOLDS,
) => (totalCustomers > smallZone ? Math.ceil((totalCustomers * recommendPercent) / 100) : totalCustomers)
