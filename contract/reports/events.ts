/** Events of residents' bin reports. */
import { z } from 'zod'
import { REOPENING_REASONS } from '#domain/report-rules.ts'
import { sealedSchema, timestampSchema, userIdSchema, zoneIdSchema } from '../fields.ts'
import { BIN_PLACE_SOURCES } from './commands.ts'

export const reportEvents = {
  // Stream bin-{userId}
  BinReportedFull: z.object({
    reportId: z.string(),
    userId: userIdSchema,
    zone: zoneIdSchema,
    /** {name, description?} */
    sealed: sealedSchema,
    reportedAt: timestampSchema,
    /** Zone progress shown to the reporter: reports, customers, required reports. */
    told: z.object({ reportedCount: z.number(), total: z.number(), threshold: z.number() }),
    /** Set if the reporting account was unconfirmed. */
    unconfirmed: z.literal(true).optional(),
    /** Set if reported by dialled code or SMS; absent on the web. */
    via: z.literal('phone').optional(),
  }),
  /** The account was confirmed while its report was open. */
  ReportConfirmed: z.object({
    reportId: z.string(),
    userId: userIdSchema,
    zone: zoneIdSchema,
    confirmedAt: timestampSchema,
  }),
  /**
   * The resident or a driver recorded the bin's location.
   * The newest event gives the location.
   */
  BinPlaced: z.object({
    userId: userIdSchema,
    /** JSON of {digitalAddress?, plusCode?, lat?, lng?, landmark?}, sealed with the resident's key. */
    sealed: sealedSchema,
    source: z.enum(BIN_PLACE_SOURCES),
    placedAt: timestampSchema,
  }),
  /**
   * A collected report is open again.
   * The resident objected, or a dispatcher reverted the mark 'collected'.
   */
  ReportReopened: z.object({
    /**
     * Id of the report after it was reopened: a reopened report gets a new id.
     * Claims, loads and jobs still refer to the previous id.
     * A late job therefore cannot collect the reopened report.
     */
    reportId: z.string(),
    /** The id of the report before it was reopened. */
    previousId: z.string(),
    userId: userIdSchema,
    zone: zoneIdSchema,
    /** {name, description?} */
    sealed: sealedSchema,
    /** Time of the original report. */
    reportedAt: timestampSchema,
    unconfirmed: z.literal(true).optional(),
    /** Set if the original report came by phone. */
    via: z.literal('phone').optional(),
    collectedAt: timestampSchema,
    /**
     * Set if the report was marked as collected individually and is in no load yet.
     * The report is open again, so the next load must not include it.
     */
    loose: z.literal(true).optional(),
    reason: z.enum(REOPENING_REASONS),
    reopenedBy: userIdSchema,
    reopenedAt: timestampSchema,
  }),
}
