/** Analysis of a photo for one site by one method: its progress and result. */
import { hash } from 'node:crypto'
import * as progress from '#contract/analyses/analysis-progress.ts'
import type { EventData } from '#contract/events.ts'
import { category } from '../kernel/category.ts'

export interface AnalysisState {
  /** Progress of the analysis; absent before its request. */
  known?: progress.AnalysisProgress
  /** Compositions in percent: the original one and one per correction; undefined when nothing was found. */
  compositions: readonly progress.AnalysisProgress['composition'][]
  /** Author of the last correction. */
  correctedBy?: string
}

type Move<E> = (known: progress.AnalysisProgress, data: E) => progress.AnalysisProgress

const moved =
  <E>(move: Move<E>) =>
  (state: AnalysisState, data: E): AnalysisState =>
    state.known ? { ...state, known: move(state.known, data) } : state

/** Returns a reducer like `moved` that also appends the new composition. */
const saying =
  <E>(move: Move<E>) =>
  (state: AnalysisState, data: E): AnalysisState => {
    const { known, compositions } = moved(move)(state, data)
    return { ...(known && { known }), compositions: [...compositions, known?.composition] }
  }

export const analysis = category<AnalysisState, 'analysis'>(
  'analysis',
  { compositions: [] },
  {
    AnalysisRequested: (_, data) => ({ known: progress.startProgress(data), compositions: [] }),
    AnalysisStarted: moved(progress.applyStart),
    AnalysisCompleted: saying(progress.applyCompletion),
    AnalysisFailed: moved(progress.applyFailure),
    AnalysisCorrected: (state, data) => ({
      ...saying(progress.applyCorrection)(state, data),
      correctedBy: data.correctedBy,
    }),
  },
)

type Named = Pick<EventData<'AnalysisRequested'>, 'picture' | 'siteId' | 'method' | 'head'>

/**
 * Returns the id of an analysis, the same for the same photo, site, method and refit.
 * One stream therefore runs the analysis only once.
 */
export const analysisIdOf = ({ picture, siteId, method, head }: Named) =>
  hash('sha256', JSON.stringify([picture, siteId ?? null, method, ...(head ? [head.version] : [])]), 'hex').slice(0, 24)
