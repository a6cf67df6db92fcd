/** Audit findings with their follow-up steps, and one row with the thresholds of their rules. */
import type { FindingRule, FindingStatus, FindingSubject, FindingThresholds } from '#contract/audit/findings.ts'
import { simulatedMarkOf } from '#platform/event-store/simulated.ts'
import type { Row } from '#platform/read-store/read-store.ts'
import { defineView } from '../runner/view.ts'

export interface FindingRow extends Row {
  rule: FindingRule
  about: FindingSubject
  evidence: readonly number[]
  figures: Readonly<Record<string, number>>
  happenedAt: string
  raisedAt: string
  status: FindingStatus
  /** Follow-up steps. `sealed` is `{ note }`, encrypted with the key of the person `by`. */
  steps: readonly { status: FindingStatus; at: string; by: string; sealed?: string }[]
  simulated?: true
}

export const findingsView = defineView<FindingRow>({
  name: 'findings',
  on: {
    FindingRaised: {
      id: ({ findingId }) => findingId,
      row: (_, { data: { findingId: id, ...found }, meta }) => ({
        ...simulatedMarkOf({ meta }),
        id,
        ...found,
        status: 'found',
        steps: [],
      }),
    },
    FindingMoved: {
      id: ({ findingId }) => findingId,
      row: (row, { data: { status, movedAt: at, movedBy: by, sealed } }) =>
        row && { ...row, status, steps: [...row.steps, { status, at, by, ...(sealed && { sealed }) }] },
    },
  },
})

export interface FindingThresholdsRow extends Row {
  thresholds: FindingThresholds
}

/** Id of the row with the thresholds. */
export const FINDING_THRESHOLDS_ROW_ID = 'thresholds'

export const findingThresholdsView = defineView<FindingThresholdsRow>({
  name: 'thresholds',
  on: {
    FindingThresholdsSet: {
      id: () => FINDING_THRESHOLDS_ROW_ID,
      row: (_, { data: { thresholds } }) => ({ id: FINDING_THRESHOLDS_ROW_ID, thresholds }),
    },
  },
})
