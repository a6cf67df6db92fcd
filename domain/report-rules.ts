/**
 * Rules for reports: which count towards a collection, and at how many the collection is recommended.
 * Also when many reports of new accounts are suspicious, when a report is late, and until when it can be reopened.
 */

/**
 * Rules for reports of unconfirmed accounts.
 * With `automatic`, they count if there is no mail server, because then no one can confirm an email.
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

/** Returns how many reports count: never more than there are customers, each of whom has one bin. */
export const countedReportsOf = ({ open, unconfirmed, customers, rule, mailServer }: ReportCountInput) =>
  Math.min(customers, areUnconfirmedReportsCounted(rule, mailServer) ? open : open - unconfirmed)

/** Age in ms up to which an account is new. */
export const NEW_ACCOUNT_MAX_AGE_MS = 24 * 60 * 60_000
/** Period in ms over which reports of new accounts in a zone are counted. */
export const REPORT_BURST_WINDOW_MS = 60 * 60_000
/**
 * Maximum for `reportBurstThresholdOf`.
 * It is more than a few neighbours who join together, and far fewer reports than a zone usually needs.
 */
const BURST_REPORTS = 12

/**
 * Returns the number of reports by new accounts from which automatic dispatch waits for a dispatcher.
 * In a small zone, it is half of the number that recommends a collection.
 */
export const reportBurstThresholdOf = (recommendedAt: number) =>
  Math.max(3, Math.min(BURST_REPORTS, Math.ceil(recommendedAt / 2)))

/** Number of days after which an open report is late. */
export const LATE_REPORT_DAYS = 3
export const LATE_REPORT_HOURS = 24 * LATE_REPORT_DAYS
export const LATE_REPORT_MS = LATE_REPORT_HOURS * 3_600_000

/** Reasons for reopening a collected report, by its resident or by the dispatcher. */
export const REOPENING_REASONS = ['not-collected', 'mistake'] as const
export type ReopeningReason = (typeof REOPENING_REASONS)[number]

const REOPENING_HOURS = 48

/** Returns whether a report that was collected at `collectedAt` can still be reopened. */
export const canReopen = (collectedAt: string, now: Date): boolean =>
  now.getTime() - Date.parse(collectedAt) <= REOPENING_HOURS * 60 * 60_000

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
