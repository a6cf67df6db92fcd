/** Analysis of a photo for one site by one method: its progress and result. */
import { hash } from 'node:crypto'
import * as progress from '#contract/analyses/analysis-progress.ts'
import type { EventData } from '#contract/events.ts'
import { defineAggregate } from '../kernel/category.ts'

export interface AnalysisState {
  /** Progress of the analysis; absent before its request. */
  known?: progress.AnalysisProgress
  /** Compositions in percent: the original one and one per correction; undefined when nothing was found. */
  compositions: readonly progress.AnalysisProgress['composition'][]
  /** Author of the last correction. */
  correctedBy?: string
}

type ProgressChange<E> = (known: progress.AnalysisProgress, data: E) => progress.AnalysisProgress

const liftProgressChange =
  <E>(move: ProgressChange<E>) =>
  (state: AnalysisState, data: E): AnalysisState =>
    state.known ? { ...state, known: move(state.known, data) } : state

/** Returns a reducer like that of `liftProgressChange` that also appends the resulting composition. */
const liftCompositionChange =
  <E>(move: ProgressChange<E>) =>
  (state: AnalysisState, data: E): AnalysisState => {
    const { known, compositions } = liftProgressChange(move)(state, data)
    return { ...(known && { known }), compositions: [...compositions, known?.composition] }
  }

export const analysis = defineAggregate<AnalysisState, 'analysis'>(
  'analysis',
  { compositions: [] },
  {
    AnalysisRequested: (_, data) => ({ known: progress.createAnalysisProgress(data), compositions: [] }),
    AnalysisStarted: liftProgressChange(progress.applyStart),
    AnalysisCompleted: liftCompositionChange(progress.applyCompletion),
    AnalysisFailed: liftProgressChange(progress.applyFailure),
    AnalysisCorrected: (state, data) => ({
      ...liftCompositionChange(progress.applyCorrection)(state, data),
      correctedBy: data.correctedBy,
    }),
  },
)

type AnalysisIdParts = Pick<EventData<'AnalysisRequested'>, 'picture' | 'siteId' | 'method' | 'head'>

/**
 * Returns the id of an analysis, the same for the same photo, site, method and refit (`head`).
 * One stream therefore runs the analysis only once.
 */
export const analysisIdOf = ({ picture, siteId, method, head }: AnalysisIdParts) =>
  hash('sha256', JSON.stringify([picture, siteId ?? null, method, ...(head ? [head.version] : [])]), 'hex').slice(0, 24)
