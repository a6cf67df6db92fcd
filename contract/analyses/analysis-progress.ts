/**
 * Folds the events of an analysis.
 * Commands and the view use the same fold, so that they agree.
 */
import type { EventData } from '../events.ts'
import { pictureUrlOf } from '../pictures/pictures.ts'
import type { Analysis } from './views.ts'

/** State of an analysis. */
export interface AnalysisProgress extends Omit<Analysis, 'simulated'> {
  /** Number of the analysis request for this photo; the first is 1. */
  attempt: number
  /** Number of times that an analysis was started for the current request. */
  starts: number
  /** Content hash of the photo; `annotated` is the hash of the photo with drawn boxes. */
  picture: string
  annotated?: string
  /** Original result of the model, set once people have corrected it. */
  seen?: Pick<Analysis, 'boxes' | 'composition'>
}

const drawn = (annotated: string) => ({ annotated, annotated_url: pictureUrlOf(annotated) })

/**
 * Returns the state of an analysis that was just requested.
 * Keeps nothing of an earlier, failed attempt.
 */
export function createAnalysisProgress(data: EventData<'AnalysisRequested'>): AnalysisProgress {
  const { analysisId: id, siteId, method, picture, width, height, attempt, requestedAt } = data
  return {
    id,
    ...(siteId !== undefined && { siteId }),
    method,
    picture,
    picture_url: pictureUrlOf(picture),
    width,
    height,
    attempt,
    requestedAt,
    state: 'queued',
    starts: 0,
    corrections: 0,
  }
}

/**
 * Marks an analysis as running and records when it first started.
 * A later start, after a retry, keeps this time.
 */
export const applyAnalysisStart = <P extends AnalysisProgress>(analysis: P, data: EventData<'AnalysisStarted'>): P => ({
  ...analysis,
  state: 'running',
  starts: data.start,
  startedAt: analysis.startedAt ?? data.startedAt,
})

export const applyAnalysisCompletion = <P extends AnalysisProgress>(
  analysis: P,
  data: EventData<'AnalysisCompleted'>,
): P => {
  const { boxes, composition, weight, model, version, annotated, usage, completedAt: endedAt } = data
  const seen = { boxes, composition, weight, model, version, usage }
  return { ...analysis, ...seen, ...drawn(annotated), state: 'done', endedAt }
}

export const applyAnalysisFailure = <P extends AnalysisProgress>(
  analysis: P,
  data: EventData<'AnalysisFailed'>,
): P => ({
  ...analysis,
  state: 'failed',
  reason: data.reason,
  endedAt: data.failedAt,
})

export const applyAnalysisCorrectionData = <P extends AnalysisProgress>(
  analysis: P,
  data: EventData<'AnalysisCorrected'>,
): P => {
  const { number: corrections, after, annotated, correctedAt } = data
  const { boxes, composition, weight } = after
  const seen = analysis.seen ?? { boxes: analysis.boxes, composition: analysis.composition }
  return { ...analysis, seen, boxes, composition, weight, ...drawn(annotated), corrections, correctedAt }
}

/** Returns the public fields of an analysis. */
export function toAnalysis(progress: AnalysisProgress): Analysis {
  const { attempt: _, starts: __, picture: ___, annotated: ____, seen: _____, ...analysis } = progress
  return analysis
}
