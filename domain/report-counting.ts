/** Decides which reports count towards a collection, and when many new accounts are suspicious. */

/**
 * Rules for reports of unconfirmed accounts.
 * `automatic` counts them without a mail server, since nobody can confirm then.
 */
export const UNCONFIRMED_RULES = ['automatic', 'count', 'wait'] as const
export type UnconfirmedRule = (typeof UNCONFIRMED_RULES)[number]

interface Counted {
  open: number
  /** Open reports of unconfirmed accounts. */
  unconfirmed: number
  customers: number
  rule?: UnconfirmedRule
  mailServer?: boolean
}

/**
 * Whether reports of unconfirmed accounts count.
 * Without a mail server nobody can confirm.
 */
export const unconfirmedCount = (rule: UnconfirmedRule = 'automatic', mailServer = false) =>
  rule === 'count' || (rule === 'automatic' && !mailServer)

/** Returns the count of reports, never above the customers, each of whom has one bin. */
export const countedOf = ({ open, unconfirmed, customers, rule, mailServer }: Counted) =>
  Math.min(customers, unconfirmedCount(rule, mailServer) ? open : open - unconfirmed)

/** Age up to which an account is new, in ms. */
export const NEW_ACCOUNT_MS = 24 * 60 * 60_000
/** Window in which reports of new accounts in one zone are counted, in ms. */
export const BURST_WINDOW_MS = 60 * 60_000
/** More than neighbours who share the app, and far below a usual zone's recommendation. */
const BURST_REPORTS = 12

/**
 * Returns the count at which automatic dispatch waits for a dispatcher.
 * In a small zone it is half of the recommendation.
 */
export const burstAt = (recommendedAt: number) => Math.max(3, Math.min(BURST_REPORTS, Math.ceil(recommendedAt / 2)))
