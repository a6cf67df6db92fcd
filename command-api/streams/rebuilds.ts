/** Rebuilds that admins requested, and their latest times; also retried jobs. */
import { nothingOf, single } from '../kernel/category.ts'

export interface RebuildsState {
  /** Time of the last request by target. */
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
