/** Decides which reports count towards a collection, and when many reports of new accounts are suspicious. */

/**
 * Rules for reports of unconfirmed accounts.
 * `automatic` counts them if there is no mail server, because nobody can confirm then.
 */
export const UNCONFIRMED_RULES = ['automatic', 'count', 'wait'] as const
export type UnconfirmedRule = (typeof UNCONFIRMED_RULES)[number]

interface Counted {
  open: number
  /** Number of open reports by unconfirmed accounts. */
  unconfirmed: number
  customers: number
  rule?: UnconfirmedRule
  mailServer?: boolean
}

/** Returns whether reports of unconfirmed accounts count. */
export const countsUnconfirmed = (rule: UnconfirmedRule = 'automatic', mailServer = false) =>
  rule === 'count' || (rule === 'automatic' && !mailServer)

/**
 * Returns how many reports count.
 * Never more than customers, each of whom has one bin.
 */
export const countedReportsOf = ({ open, unconfirmed, customers, rule, mailServer }: Counted) =>
  Math.min(customers, countsUnconfirmed(rule, mailServer) ? open : open - unconfirmed)

/** An account is new for this many ms. */
export const NEW_ACCOUNT_MS = 24 * 60 * 60_000
/** Reports of new accounts in a zone are counted over this many ms. */
export const BURST_WINDOW_MS = 60 * 60_000
/** Maximum for `burstThresholdOf`: more than a few neighbours who join together, far fewer than a zone usually needs. */
const BURST_REPORTS = 12

/**
 * Returns from how many reports of new accounts automatic dispatch waits for a dispatcher.
 * In a small zone, half of the number that recommends a collection.
 */
export const burstThresholdOf = (recommendedAt: number) =>
  Math.max(3, Math.min(BURST_REPORTS, Math.ceil(recommendedAt / 2)))
