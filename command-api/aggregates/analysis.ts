/**
 * Aggregate of one photo analysis, made by one method for a site.
 * Also the aggregate of the detector's layers that classify materials.
 */

import { hash } from 'node:crypto'
import * as progress from '#contract/analyses/analysis-progress.ts'
import type { MaterialHeadCorrection } from '#contract/analyses/refits.ts'
import type { EventData } from '#contract/events.ts'
import { defineAggregate, defineSingleStreamAggregate } from '../kernel/category.ts'

export interface AnalysisState {
  /** Progress of the analysis; absent until an analysis is requested. */
  known?: progress.AnalysisProgress
  /**
   * The analysis's first composition and one for each correction, in percent.
   * A composition is undefined if no litter was found.
   */
  compositions: readonly progress.AnalysisProgress['composition'][]
  /** Author of the last correction. */
  correctedBy?: string
}

type ProgressChange<E> = (known: progress.AnalysisProgress, data: E) => progress.AnalysisProgress

const liftProgressChange =
  <E>(move: ProgressChange<E>) =>
  (state: AnalysisState, data: E): AnalysisState =>
    state.known ? { ...state, known: move(state.known, data) } : state

/**
 * Returns a reducer that applies `move` to the analysis if it exists.
 * The reducer also appends the resulting composition to `compositions`.
 */
const liftCompositionChange =
  <E>(move: ProgressChange<E>) =>
  (state: AnalysisState, data: E): AnalysisState => {
    const { known, compositions } = liftProgressChange(move)(state, data)
    return { ...(known && { known }), compositions: [...compositions, known?.composition] }
  }

export const analysisAggregate = defineAggregate<AnalysisState, 'analysis'>(
  'analysis',
  { compositions: [] },
  {
    AnalysisRequested: (_, data) => ({ known: progress.createAnalysisProgress(data), compositions: [] }),
    AnalysisStarted: liftProgressChange(progress.applyAnalysisStart),
    AnalysisCompleted: liftCompositionChange(progress.applyAnalysisCompletion),
    AnalysisFailed: liftProgressChange(progress.applyAnalysisFailure),
    AnalysisCorrected: (state, data) => ({
      ...liftCompositionChange(progress.applyAnalysisCorrectionData)(state, data),
      correctedBy: data.correctedBy,
    }),
  },
)

type AnalysisIdParts = Pick<EventData<'AnalysisRequested'>, 'picture' | 'siteId' | 'method' | 'head'>

/**
 * Returns the id of an analysis, which is also the id of its event stream.
 * Requests for the same photo, site, method and detector version get the same id.
 * The same analysis is therefore run only once.
 */
export const analysisIdOf = ({ picture, siteId, method, head }: AnalysisIdParts) =>
  hash('sha256', JSON.stringify([picture, siteId ?? null, method, ...(head ? [head.version] : [])]), 'hex').slice(0, 24)

/**
 * State of the detector's material heads, the layers that classify the boxes' materials.
 * Contains the open training (refit), the number of ended trainings, and the head in use.
 */
export interface RetrainedDetectorState {
  /** Number of the last training of material layers that has completed or failed; initially 0. */
  done: number
  /** The open request of a refit, not yet completed. */
  asked?: { refit: number; requestedAt: string }
  /**
   * Learned correction of the detector that is in use.
   * Absent while the detector is used as shipped.
   */
  inUse?: MaterialHeadCorrection
  /** Photos with which the classifier head in use was trained. */
  learnedFrom: readonly string[]
}

const ended = ({ asked: _, ...state }: RetrainedDetectorState, done: number): RetrainedDetectorState => ({
  ...state,
  done,
})

export const materialHeadAggregate = defineSingleStreamAggregate<RetrainedDetectorState, 'material-head'>(
  'material-head',
  { done: 0, learnedFrom: [] },
  {
    RefitRequested: (state, { refit, requestedAt }) => ({ ...state, asked: { refit, requestedAt } }),
    MaterialHeadRefitted: (state, { refit, version, base, weights, taken, learnedFrom }) => ({
      ...ended(state, refit),
      ...(taken && weights !== undefined && { inUse: { version, base, weights }, learnedFrom }),
    }),
    RefitFailed: (state, { refit }) => ended(state, refit),
  },
)
