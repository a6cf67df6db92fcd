/**
 * Events of analyses.
 * A picture is named by its content hash; its bytes are stored elsewhere.
 */
import { z } from 'zod'
import { at } from '../fields.ts'
import { AnalysisResult, Findings, METHODS } from './litter.ts'
import { HeadInUse, RefitDue, refitShape } from './refits.ts'

const analysisId = z.string()

export const analyses = {
  // Stream analysis-{id}
  AnalysisRequested: z.object({
    analysisId,
    /**
     * Number of the attempt, from 1.
     * A failed analysis can be requested again.
     */
    attempt: z.int().min(1),
    siteId: z.string().optional(),
    /** Content hash of the photo. */
    picture: z.string(),
    /** px */
    width: z.int(),
    /** px */
    height: z.int(),
    method: z.enum(METHODS),
    /** Correction to the shipped material heads; absent when they are used unchanged. */
    head: HeadInUse.optional(),
    requestedBy: z.string(),
    requestedAt: at,
  }),
  /**
   * A worker started.
   * The event repeats when an earlier worker was stopped.
   */
  AnalysisStarted: z.object({ analysisId, attempt: z.int(), start: z.int().min(1), startedAt: at }),
  AnalysisCompleted: AnalysisResult.extend({ analysisId, attempt: z.int(), completedAt: at }),
  AnalysisFailed: z.object({
    analysisId,
    attempt: z.int(),
    /** A sentence for the requester. */
    reason: z.string(),
    failedAt: at,
  }),
  /**
   * A person corrected the boxes.
   * The same rules recompute the weights.
   */
  AnalysisCorrected: z.object({
    analysisId,
    /** Number of the correction, from 1. */
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
  /** A person requests a refit of the material heads before enough corrections exist. */
  RefitRequested: RefitDue.extend({ requestedBy: z.string(), requestedAt: at }),
  /** The new head is used only if it did better on unseen photos. */
  MaterialHeadRefitted: z.object({ ...refitShape, refittedAt: at }),
  /** The current head stays in use. */
  RefitFailed: RefitDue.extend({ reason: z.string(), failedAt: at }),
}
