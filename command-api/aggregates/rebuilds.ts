/** Rebuilds that admins requested, by target with the latest time; and failed jobs that they retried. */
import { defineSingleStreamAggregate, ignoreEvents } from '../kernel/category.ts'

export interface RebuildRequestsState {
  /** Time of the last request, by target: a view or the policies. */
  requested: Readonly<Record<string, string>>
}

export const rebuildRequests = defineSingleStreamAggregate<RebuildRequestsState, 'rebuilds'>(
  'rebuilds',
  { requested: {} },
  {
    RebuildRequested: ({ requested }, { target, requestedAt }) => ({
      requested: { ...requested, [target]: requestedAt },
    }),
    ...ignoreEvents('JobRetried'),
  },
)
