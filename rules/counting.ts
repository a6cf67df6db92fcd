/** Which reports count towards a collection, and when many new accounts at once are suspicious. */

/** `automatic`: they count where the installation has no mail server, since nobody could confirm there. */
export const UNCONFIRMED_RULES = ['automatic', 'count', 'wait'] as const
export type UnconfirmedRule = (typeof UNCONFIRMED_RULES)[number]

interface Counted {
  open: number
  /** Those of the open ones whose reporters are not confirmed. */
  unconfirmed: number
  customers: number
  rule?: UnconfirmedRule
  mailServer?: boolean
}

/** Whether reports of unconfirmed accounts count: without a mail server nobody could confirm. */
export const unconfirmedCount = (rule: UnconfirmedRule = 'automatic', mailServer = false) =>
  rule === 'count' || (rule === 'automatic' && !mailServer)

/** Never more than there are customers: each has one bin. */
export const countedOf = ({ open, unconfirmed, customers, rule, mailServer }: Counted) =>
  Math.min(customers, unconfirmedCount(rule, mailServer) ? open : open - unconfirmed)

/** An account is new for so long after its owner signed up. */
export const NEW_ACCOUNT_MS = 24 * 60 * 60_000
/** Reports of new accounts in one zone are counted over this long. */
export const BURST_WINDOW_MS = 60 * 60_000
/** More than neighbours who hear of the app from each other, and far below what recommends a collection of a usual zone. */
const BURST_REPORTS = 12

/** At so many of them automatic dispatch waits for a dispatcher: of a small zone at half of what recommends a collection. */
export const burstAt = (recommendedAt: number) => Math.max(3, Math.min(BURST_REPORTS, Math.ceil(recommendedAt / 2)))
