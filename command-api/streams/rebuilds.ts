/** What admins asked to be made anew of the log, and when last. */
import { single } from '../kernel/category.ts'

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
  },
)
