/** What residents report of their bins. */
import { z } from 'zod'
import { REOPENING_REASONS } from '#rules/reopening.ts'
import { at, sealed, userId, zone } from '../fields.ts'

export const reports = {
  // Stream bin-{userId}
  BinReportedFull: z.object({
    reportId: z.string(),
    userId,
    zone,
    /** {name, description?} */
    sealed,
    reportedAt: at,
    /** What the reporter was told of the zone: reports so far, customers, and reports needed. */
    told: z.object({ reportedCount: z.number(), total: z.number(), threshold: z.number() }),
    /** The account was not confirmed when it reported. */
    unconfirmed: z.literal(true).optional(),
  }),
  /** The account of an open report was confirmed after it. */
  ReportConfirmed: z.object({ reportId: z.string(), userId, zone, confirmedAt: at }),
  /** What was marked collected is open again: its resident says that it was not, or a dispatcher takes the mark back. */
  ReportReopened: z.object({
    /** The next of its bin. What was decided under the number before, such as a truck's load, stays as it was. */
    reportId: z.string(),
    /** Which it was until then. */
    previousId: z.string(),
    userId,
    zone,
    /** {name, description?} */
    sealed,
    /** As it was first reported. */
    reportedAt: at,
    unconfirmed: z.literal(true).optional(),
    collectedAt: at,
    /** It was marked by itself, and in no load: the next one goes without it. */
    loose: z.literal(true).optional(),
    reason: z.enum(REOPENING_REASONS),
    reopenedBy: userId,
    reopenedAt: at,
  }),
}
