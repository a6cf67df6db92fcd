/** Analysis of a photo for one site by one method; and the material heads of the built-in waste detector. */

import { hash } from 'node:crypto'
import * as progress from '#contract/analyses/analysis-progress.ts'
import type { MaterialHeadCorrection } from '#contract/analyses/refits.ts'
import type { EventData } from '#contract/events.ts'
import { defineAggregate, defineSingleStreamAggregate } from '../kernel/category.ts'

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

/**
 * Returns a reducer that applies `move` to a known analysis.
 * It also appends the resulting composition to `compositions`.
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
 * Returns the id of an analysis, the same for the same photo, site, method and refit (`head`).
 * One stream therefore runs the analysis only once.
 */
export const analysisIdOf = ({ picture, siteId, method, head }: AnalysisIdParts) =>
  hash('sha256', JSON.stringify([picture, siteId ?? null, method, ...(head ? [head.version] : [])]), 'hex').slice(0, 24)

/** Material heads, which classify the material of each box: open refit, ended refits, head in use. */
export interface MaterialHeadState {
  /** Number of the last ended refit, completed or failed; 0 before the first. */
  done: number
  /** The open request of a refit, not yet completed. */
  asked?: { refit: number; requestedAt: string }
  /** Refitted material head in use; absent while the heads that the detector was shipped with are in use. */
  inUse?: MaterialHeadCorrection
  /** Photos that the head in use learned from. */
  learnedFrom: readonly string[]
}

const ended = ({ asked: _, ...state }: MaterialHeadState, done: number): MaterialHeadState => ({ ...state, done })

export const materialHeadAggregate = defineSingleStreamAggregate<MaterialHeadState, 'material-head'>(
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
