/** How each event moves an analysis on: its own stream and its row fold by these, so that the two never tell different things. */
import type { EventData } from '../events.ts'
import type { Analysis } from '../views/analyses.ts'
import { pictureUrl } from './pictures.ts'

/** As far as an analysis has come, and what is known by then. */
export interface Progress extends Omit<Analysis, 'simulated'> {
  /** Counts its requests from 1. */
  attempt: number
  /** How often a worker has begun with this attempt. */
  starts: number
  /** Content hashes of the photo, and of the one with boxes. */
  picture: string
  annotated?: string
  /** What the model had seen, where people have corrected it since. */
  seen?: Pick<Analysis, 'boxes' | 'composition'>
}

const drawn = (annotated: string) => ({ annotated, annotated_url: pictureUrl(annotated) })

/** Asked for, also once more: of what came of it before nothing is left, for that was nothing. */
export function requested(data: EventData<'AnalysisRequested'>): Progress {
  const { analysisId: id, siteId, method, picture, width, height, attempt, requestedAt } = data
  return {
    id,
    ...(siteId !== undefined && { siteId }),
    ...{ method, picture, picture_url: pictureUrl(picture), width, height, attempt, requestedAt },
    state: 'queued',
    starts: 0,
    corrections: 0,
  }
}

/** When it was begun first. */
export const started = <P extends Progress>(analysis: P, data: EventData<'AnalysisStarted'>): P => ({
  ...analysis,
  state: 'running',
  starts: data.start,
  startedAt: analysis.startedAt ?? data.startedAt,
})

export const completed = <P extends Progress>(analysis: P, data: EventData<'AnalysisCompleted'>): P => {
  const { boxes, composition, weight, model, version, annotated, usage, completedAt: endedAt } = data
  const seen = { boxes, composition, weight, model, version, usage }
  return { ...analysis, ...seen, ...drawn(annotated), state: 'done', endedAt }
}

export const failed = <P extends Progress>(analysis: P, data: EventData<'AnalysisFailed'>): P => ({
  ...analysis,
  state: 'failed',
  reason: data.reason,
  endedAt: data.failedAt,
})

export const corrected = <P extends Progress>(analysis: P, data: EventData<'AnalysisCorrected'>): P => {
  const { number: corrections, after, annotated, correctedAt } = data
  const { boxes, composition, weight } = after
  const seen = analysis.seen ?? { boxes: analysis.boxes, composition: analysis.composition }
  return { ...analysis, seen, boxes, composition, weight, ...drawn(annotated), corrections, correctedAt }
}

/** As the wire has it. */
export function toAnalysis(progress: Progress): Analysis {
  const { attempt: _, starts: __, picture: ___, annotated: ____, seen: _____, ...analysis } = progress
  return analysis
}
