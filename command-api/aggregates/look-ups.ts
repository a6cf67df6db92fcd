/** Recent look-ups of people by an auditor, to limit their number per hour. */
import { LOOK_UPS_PER_HOUR_LIMIT } from '#contract/audit/look-ups.ts'
import { defineAggregate } from '../kernel/category.ts'

export interface RecentPersonLookUps {
  /** Times of the last look-ups, oldest first. */
  times: readonly string[]
}

export const personLookUps = defineAggregate<RecentPersonLookUps, 'lookups'>(
  'lookups',
  { times: [] },
  {
    PeopleLookedUp: ({ times }, { lookedUpAt }) => ({ times: [...times, lookedUpAt].slice(-LOOK_UPS_PER_HOUR_LIMIT) }),
  },
)
