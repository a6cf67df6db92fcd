/** The notifications' reads at the door: the newest 20 to the reader, or to dispatchers, of the kinds that the reader wants. */
import { reject } from '#contract/problems.ts'
import type { Principal } from '#platform/auth/tokens.ts'
import type { Handlers } from '#platform/http/api.ts'
import { newestNotifications, within } from '../reading/lists.ts'
import { wantedKinds } from '../reading/reader-settings.ts'
import type { Reading } from '../reading/reading.ts'
import { type NotificationRow, toNotification } from './notifications-view.ts'

export function notificationReads(reading: Reading): Handlers {
  const { reads, runner } = reading

  async function newest(principal: Principal, to: string, archived?: boolean) {
    const list = newestNotifications(await wantedKinds(reading, principal), archived)
    const rows = await reads.find<NotificationRow>(runner.table('notifications'), within({ to }, list))
    return { notifications: rows.map(toNotification) }
  }

  return {
    async notifications({ query, principal }) {
      if (query.userId !== undefined && query.userId !== principal.userId)
        return reject('forbidden', 'You can only see your own notifications.')
      return newest(principal, principal.userId)
    },
    dispatcherNotifications: ({ principal }) => newest(principal, 'dispatcher', false),
    recyclerNotifications: ({ principal }) => newest(principal, 'recycler', false),
    archivedNotifications: ({ principal }) => newest(principal, 'dispatcher', true),
  }
}
