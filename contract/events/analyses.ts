/** Photos of waste, and what was seen in them. A picture is named by its content hash; its bytes lie elsewhere. */
import { z } from 'zod'
import { at } from '../fields.ts'
import { AnalysisResult, Findings, METHODS } from '../waste/litter.ts'
import { HeadInUse, RefitDue, refitShape } from '../waste/refits.ts'

const analysisId = z.string()

export const analyses = {
  // Stream analysis-{id}
  AnalysisRequested: z.object({
    analysisId,
    /** Counts its requests from 1: what failed may be asked for again. */
    attempt: z.int().min(1),
    siteId: z.string().optional(),
    /** Content hash of the photo. */
    picture: z.string(),
    /** px */
    width: z.int(),
    /** px */
    height: z.int(),
    method: z.enum(METHODS),
    /** What is to be added to the shipped material heads; absent where they are in use as they are. */
    head: HeadInUse.optional(),
    requestedBy: z.string(),
    requestedAt: at,
  }),
  /** A worker is at it; again, where the one before was stopped. */
  AnalysisStarted: z.object({ analysisId, attempt: z.int(), start: z.int().min(1), startedAt: at }),
  AnalysisCompleted: AnalysisResult.extend({ analysisId, attempt: z.int(), completedAt: at }),
  AnalysisFailed: z.object({
    analysisId,
    attempt: z.int(),
    /** A sentence for whoever asked. */
    reason: z.string(),
    failedAt: at,
  }),
  /** A person said what there is to be seen; what comes of it by weight is reckoned by the same rules. */
  AnalysisCorrected: z.object({
    analysisId,
    /** Counts its corrections from 1. */
    number: z.int().min(1),
    siteId: z.string().optional(),
    before: Findings,
    after: Findings,
    /** Content hash of the picture with these boxes. */
    annotated: z.string(),
    correctedBy: z.string(),
    correctedAt: at,
  }),
  // Stream material-head
  /** Somebody wants the material heads refitted from what people corrected, before there is enough of it. */
  RefitRequested: RefitDue.extend({ requestedBy: z.string(), requestedAt: at }),
  /** Taken into use only where it was better on photos that it had not seen. */
  MaterialHeadRefitted: z.object({ ...refitShape, refittedAt: at }),
  /** What is in use stays. */
  RefitFailed: RefitDue.extend({ reason: z.string(), failedAt: at }),
}
