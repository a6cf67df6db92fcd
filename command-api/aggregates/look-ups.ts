/** Recent look-ups of an auditor, which their limit per hour counts. */
import { MOST_LOOK_UPS } from '#contract/audit/look-ups.ts'
import { category } from '../kernel/category.ts'

export interface RecentLookUps {
  /** When the last of them were, oldest first. */
  times: readonly string[]
}

export const lookUps = category<RecentLookUps, 'lookups'>(
  'lookups',
  { times: [] },
  { PeopleLookedUp: ({ times }, { lookedUpAt }) => ({ times: [...times, lookedUpAt].slice(-MOST_LOOK_UPS) }) },
)
