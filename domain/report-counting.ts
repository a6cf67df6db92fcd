/**
 * Decides which reports count towards a collection.
 * Also decides when many reports of new accounts are suspicious.
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
