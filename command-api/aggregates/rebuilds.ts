/** Rebuilds that admins requested, and their latest times; also retried jobs. */
import { singleStream, unchangedBy } from '../kernel/category.ts'

export interface RebuildsState {
  /** Time of the last request by target. */
  requested: Readonly<Record<string, string>>
}

export const rebuilds = singleStream<RebuildsState, 'rebuilds'>(
  'rebuilds',
  { requested: {} },
  {
    RebuildRequested: ({ requested }, { target, requestedAt }) => ({
      requested: { ...requested, [target]: requestedAt },
    }),
    ...unchangedBy('JobRetried'),
  },
)
