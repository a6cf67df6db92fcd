/**
 * Events of analyses.
 * A content hash names each picture; its bytes are stored elsewhere.
 */
import { z } from 'zod'
import { timestampSchema } from '../fields.ts'
import { ANALYSIS_METHODS, AnalysisResult, LitterDetection } from './litter.ts'
import { completedRefitFields, MaterialHeadCorrection, RefitJobData } from './refits.ts'

const analysisId = z.string()

export const analysisEvents = {
  // Stream analysis-{id}
  AnalysisRequested: z.object({
    analysisId,
    /**
     * Number of the attempt, from 1.
     * After a failed attempt, the analysis can be requested again.
     */
    attempt: z.int().min(1),
    siteId: z.string().optional(),
    /** Content hash of the photo. */
    picture: z.string(),
    /** px */
    width: z.int(),
    /** Height of the photo in px. */
    height: z.int(),
    method: z.enum(ANALYSIS_METHODS),
    /**
     * Refit in use: a correction of the detector's material classifiers (heads).
     * Absent for the shipped heads.
     */
    head: MaterialHeadCorrection.optional(),
    requestedBy: z.string(),
    requestedAt: timestampSchema,
  }),
  /**
   * A worker started the analysis.
   * Another start follows if that worker stopped.
   */
  AnalysisStarted: z.object({ analysisId, attempt: z.int(), start: z.int().min(1), startedAt: timestampSchema }),
  AnalysisCompleted: AnalysisResult.extend({ analysisId, attempt: z.int(), completedAt: timestampSchema }),
  AnalysisFailed: z.object({
    analysisId,
    attempt: z.int(),
    /** Reason for the failure, as a sentence for the person who requested the analysis. */
    reason: z.string(),
    failedAt: timestampSchema,
  }),
  /** A person corrected the boxes; the weights were recomputed from them. */
  AnalysisCorrected: z.object({
    analysisId,
    /** Number of the correction, from 1. */
    number: z.int().min(1),
    siteId: z.string().optional(),
    before: LitterDetection,
    after: LitterDetection,
    /** Content hash of the photo with the corrected boxes. */
    annotated: z.string(),
    correctedBy: z.string(),
    correctedAt: timestampSchema,
  }),
  // Stream `material-head`: refits of the detector's last layers, which classify materials.
  /**
   * A person requested to retrain the detector's last layers, which classify materials.
   * Without a request, retraining starts after a certain number of corrections.
   */
  RefitRequested: RefitJobData.extend({ requestedBy: z.string(), requestedAt: timestampSchema }),
  /**
   * Retraining of the detector's last layers was completed.
   * The new layers are used only if they classify unseen photos better.
   */
  MaterialHeadRefitted: z.object({ ...completedRefitFields, refittedAt: timestampSchema }),
  /**
   * Retraining of the detector's last layers failed.
   * The current layers stay in use.
   */
  RefitFailed: RefitJobData.extend({ reason: z.string(), failedAt: timestampSchema }),
}
