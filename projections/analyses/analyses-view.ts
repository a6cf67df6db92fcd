/**
 * View of analyses: one row per photo, site and method.
 * A second view has the refits, which adapt the detector to people's corrections.
 */

import * as progress from '#contract/analyses/analysis-progress.ts'
import type { HeadRefit, HeadRefitRecord } from '#contract/analyses/refits.ts'
import type { Analysis } from '#contract/views.ts'
import { simulatedMarkOf } from '#platform/event-store/event-origin.ts'
import type { Row } from '#platform/read-store/read-store.ts'
import { defineView } from '../runner/view.ts'

export interface AnalysisRow extends Row, progress.AnalysisProgress, Pick<Analysis, 'simulated'> {}

const analysisIdOf = ({ analysisId }: { analysisId: string }) => analysisId

export const analysesView = defineView<AnalysisRow>({
  name: 'analyses',
  on: {
    AnalysisRequested: {
      id: analysisIdOf,
      row: (_, event) => ({
        ...progress.createAnalysisProgress(event.data),
        ...simulatedMarkOf(event),
        sequence: event.position,
      }),
    },
    AnalysisStarted: { id: analysisIdOf, row: (row, { data }) => row && progress.applyAnalysisStart(row, data) },
    AnalysisCompleted: { id: analysisIdOf, row: (row, { data }) => row && progress.applyAnalysisCompletion(row, data) },
    AnalysisFailed: { id: analysisIdOf, row: (row, { data }) => row && progress.applyAnalysisFailure(row, data) },
    AnalysisCorrected: {
      id: analysisIdOf,
      row: (row, { data }) => row && progress.applyAnalysisCorrectionData(row, data),
    },
  },
})

export function toAnalysis({ position: _, ...row }: AnalysisRow): Analysis {
  return progress.toAnalysis(row)
}

/** Retrainings ("refits") of the material classifiers, from request to outcome. */
export interface RefitRow extends Row, HeadRefitRecord {}

const refitIdOf = ({ refit }: { refit: number }) => String(refit)

export const refitsView = defineView<RefitRow>({
  name: 'refits',
  on: {
    RefitRequested: {
      id: refitIdOf,
      row: (_, { data: { refit, requestedAt: askedAt } }) => ({
        id: refitIdOf({ refit }),
        refit,
        state: 'asked',
        taken: false,
        askedAt,
      }),
    },
    MaterialHeadRefitted: {
      id: refitIdOf,
      row(row, { data: { refit, refittedAt: endedAt, weights, learnedFrom, ...made } }) {
        const { version, base, taken } = made
        return {
          id: refitIdOf({ refit }),
          refit,
          state: 'done',
          taken,
          endedAt,
          made,
          ...(row?.askedAt !== undefined && { askedAt: row.askedAt }),
          ...(weights !== undefined && { head: { version, base, weights, learnedFrom } }),
        }
      },
    },
    RefitFailed: {
      id: refitIdOf,
      row: (row, { data: { refit, reason, failedAt: endedAt } }) => ({
        id: refitIdOf({ refit }),
        refit,
        state: 'failed',
        taken: false,
        endedAt,
        reason,
        ...(row?.askedAt !== undefined && { askedAt: row.askedAt }),
      }),
    },
  },
})

export function toRefit({ id: _, position: __, taken: ___, head: ____, ...refit }: RefitRow): HeadRefit {
  return refit
}
