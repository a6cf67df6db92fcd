/** Total and unread number of all notifications, beyond the loaded ones. */
import type { AnswerOf } from '#contract/endpoints.ts'
import type { Notification } from '#contract/views.ts'
import { useRefreshWith } from '#web/lib/feed/use-room.ts'
import { useNotificationCountsQuery } from './notification-calls.ts'

export type Counts = AnswerOf<'notificationCounts'>

/** A list of notifications; `hasMore` says that older ones exist on the server. */
interface Shown {
  rows: readonly Notification[]
  hasMore: boolean
}

/**
 * Returns the counts for a role with a shared list.
 * Undefined while the list is truncated and the server has not responded.
 */
export function useRoleCounts(shown: Shown): Counts | undefined {
  const { counts, refetch } = useCounts(shown)
  useRefreshWith('my-notifications', refetch)
  useRefreshWith('notifications', refetch)
  return counts
}

/** Returns the counts for all other roles. */
export function useOwnCounts(shown: Shown): Counts | undefined {
  const { counts, refetch } = useCounts(shown)
  useRefreshWith('my-notifications', refetch)
  return counts
}

function useCounts({ rows, hasMore }: Shown) {
  const { data, refetch } = useNotificationCountsQuery(undefined, { skip: !hasMore, refetchOnMountOrArgChange: true })
  return {
    counts: hasMore ? data : { total: rows.length, unread: unreadIn(rows) },
    refetch: () => hasMore && refetch(),
  }
}

/** Returns how many of these rows are unread. */
export const unreadIn = (rows: Shown['rows']): number => rows.filter(({ read }) => !read).length
