/** Analyses: one row per photo, site and method, from request to corrections. */

import * as progress from '#contract/analyses/analysis-progress.ts'
import type { Analysis } from '#contract/views.ts'
import { simulatedMarkOf } from '#platform/event-store/simulated.ts'
import type { Row } from '#platform/read-store/read-store.ts'
import { defineView } from '../runner/view.ts'

export interface AnalysisRow extends Row, progress.AnalysisProgress, Pick<Analysis, 'simulated'> {}

const id = ({ analysisId }: { analysisId: string }) => analysisId

export const analysesView = defineView<AnalysisRow>({
  name: 'analyses',
  on: {
    AnalysisRequested: {
      id,
      row: (_, event) => ({ ...progress.createAnalysisProgress(event.data), ...simulatedMarkOf(event) }),
    },
    AnalysisStarted: { id, row: (row, { data }) => row && progress.applyStart(row, data) },
    AnalysisCompleted: { id, row: (row, { data }) => row && progress.applyCompletion(row, data) },
    AnalysisFailed: { id, row: (row, { data }) => row && progress.applyFailure(row, data) },
    AnalysisCorrected: { id, row: (row, { data }) => row && progress.applyCorrection(row, data) },
  },
})

export function toAnalysis({ position: _, ...row }: AnalysisRow): Analysis {
  return progress.toAnalysis(row)
}
