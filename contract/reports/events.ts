/** Events of residents' bin reports. */
import { z } from 'zod'
import { REOPENING_REASONS } from '#domain/reopening.ts'
import { at, sealed, userId, zone } from '../fields.ts'
import { PLACE_SOURCES } from './commands.ts'

export const reports = {
  // Stream bin-{userId}
  BinReportedFull: z.object({
    reportId: z.string(),
    userId,
    zone,
    /** {name, description?} */
    sealed,
    reportedAt: at,
    /** The zone's progress as shown to the reporter: reports, customers, and required reports. */
    told: z.object({ reportedCount: z.number(), total: z.number(), threshold: z.number() }),
    /** The account was unconfirmed at the time of the report. */
    unconfirmed: z.literal(true).optional(),
  }),
  /** The account was confirmed while its report was open. */
  ReportConfirmed: z.object({ reportId: z.string(), userId, zone, confirmedAt: at }),
  /** The resident or a driver says where the bin is; the last word counts. */
  BinPlaced: z.object({
    userId,
    /** {digitalAddress?, plusCode?, lat?, lng?, landmark?}, under the resident's key. */
    sealed,
    source: z.enum(PLACE_SOURCES),
    placedAt: at,
  }),
  /** A collected report is open again: the resident objects, or a dispatcher reverts the mark. */
  ReportReopened: z.object({
    /**
     * The next id of this bin.
     * Claims, loads and jobs compare ids, so decisions under the old id stay unchanged.
     * A late job cannot collect the reopened report.
     */
    reportId: z.string(),
    /** The id until now. */
    previousId: z.string(),
    userId,
    zone,
    /** {name, description?} */
    sealed,
    /** Time of the first report. */
    reportedAt: at,
    unconfirmed: z.literal(true).optional(),
    collectedAt: at,
    /** The report was marked individually and is in no load; the next load excludes it. */
    loose: z.literal(true).optional(),
    reason: z.enum(REOPENING_REASONS),
    reopenedBy: userId,
    reopenedAt: at,
  }),
}
