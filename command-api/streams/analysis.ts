/** One photo, looked at for one site by one method: how far that has come, and what was seen. */
import { hash } from 'node:crypto'
import type { EventData } from '#contract/events.ts'
import * as progress from '#contract/waste/analysis-progress.ts'
import { category } from '../kernel/category.ts'

export interface AnalysisState {
  /** Absent before it was asked for. */
  known?: progress.Progress
  /** What it said, at first and after each correction: by percent; undefined where nothing was found. */
  compositions: readonly progress.Progress['composition'][]
  /** Who corrected it last. */
  correctedBy?: string
}

type Move<E> = (known: progress.Progress, data: E) => progress.Progress

const moved =
  <E>(move: Move<E>) =>
  (state: AnalysisState, data: E): AnalysisState =>
    state.known ? { ...state, known: move(state.known, data) } : state

/** The same, with a further word on the composition. */
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
    AnalysisRequested: (_, data) => ({ known: progress.requested(data), compositions: [] }),
    AnalysisStarted: moved(progress.started),
    AnalysisCompleted: saying(progress.completed),
    AnalysisFailed: moved(progress.failed),
    AnalysisCorrected: (state, data) => ({
      ...saying(progress.corrected)(state, data),
      correctedBy: data.correctedBy,
    }),
  },
)

type Named = Pick<EventData<'AnalysisRequested'>, 'picture' | 'siteId' | 'method' | 'head'>

/** The same photo for the same site, method and refit is the same analysis: its stream sees to it that it is done once. */
export const analysisIdOf = ({ picture, siteId, method, head }: Named) =>
  hash('sha256', JSON.stringify([picture, siteId ?? null, method, ...(head ? [head.version] : [])]), 'hex').slice(0, 24)
