/** How many notifications there are and how many are unread, over all and not only the newest. */
import type { AnswerOf } from '#contract/endpoints.ts'
import { useRefreshWith } from '#web/feed/live-refresh.ts'
import { useNotificationCountsQuery } from './keep-notification.ts'
import type { Older } from './use-older.ts'

export type Counts = AnswerOf<'notificationCounts'>

/** Undefined while nobody knows: the list goes on behind its end, and the server has not answered. */
export function useCounts({ rows, hasMore }: Pick<Older, 'rows' | 'hasMore'>): Counts | undefined {
  const { data, refetch } = useNotificationCountsQuery(undefined, { skip: !hasMore, refetchOnMountOrArgChange: true })
  const refetchIfAsked = () => hasMore && refetch()
  useRefreshWith('my-notifications', refetchIfAsked)
  useRefreshWith('notifications', refetchIfAsked)
  return hasMore ? data : { total: rows.length, unread: rows.filter(({ read }) => !read).length }
}
