/** What residents report of their bins. */
import { z } from 'zod'
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
}
