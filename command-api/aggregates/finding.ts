/** A finding of the audit, raised once by a rule and processed by people; and the thresholds of the rules. */
import type { FindingStatus, FindingThresholds } from '#contract/audit/findings.ts'
import { defineAggregate, defineSingleStreamAggregate } from '../kernel/category.ts'

export interface FindingState {
  /** Status of the finding; absent before it is raised. */
  status?: FindingStatus
}

export const finding = defineAggregate<FindingState, 'finding'>(
  'finding',
  {},
  {
    FindingRaised: () => ({ status: 'found' }),
    FindingMoved: (_, { status }) => ({ status }),
  },
)

/** Thresholds of the rules; absent until an admin sets them. */
export const findingThresholds = defineSingleStreamAggregate<{ thresholds?: FindingThresholds }, 'findingrules'>(
  'findingrules',
  {},
  { FindingThresholdsSet: (_, { thresholds }) => ({ thresholds }) },
)
