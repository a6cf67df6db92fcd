/** What admins asked to be made anew of the log, and when last; and the jobs that they had tried at once. */
import { nothingOf, single } from '../kernel/category.ts'

export interface RebuildsState {
  /** When each was asked for last. */
  requested: Readonly<Record<string, string>>
}

export const rebuilds = single<RebuildsState, 'rebuilds'>(
  'rebuilds',
  { requested: {} },
  {
    RebuildRequested: ({ requested }, { target, requestedAt }) => ({
      requested: { ...requested, [target]: requestedAt },
    }),
    ...nothingOf('JobRetried'),
  },
)
