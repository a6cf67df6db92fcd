/** Total and unread number of all notifications, beyond the loaded ones. */
import type { AnswerOf } from '#contract/endpoints.ts'
import { useRefreshWith } from '#web/feed/live-refresh.ts'
import { useNotificationCountsQuery } from './keep-notification.ts'
import type { Older } from './use-older.ts'

export type Counts = AnswerOf<'notificationCounts'>

/** Returns undefined while unknown: the list has more rows and the server has not responded. */
export function useCounts({ rows, hasMore }: Pick<Older, 'rows' | 'hasMore'>): Counts | undefined {
  const { data, refetch } = useNotificationCountsQuery(undefined, { skip: !hasMore, refetchOnMountOrArgChange: true })
  const refetchIfAsked = () => hasMore && refetch()
  useRefreshWith('my-notifications', refetchIfAsked)
  useRefreshWith('notifications', refetchIfAsked)
  return hasMore ? data : { total: rows.length, unread: rows.filter(({ read }) => !read).length }
}
