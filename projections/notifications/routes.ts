/**
 * Answers notification reads: the newest 20 of the kinds the reader wants.
 * Dispatchers share one list.
 */
import { reject } from '#contract/door/problems.ts'
import { rooms } from '#contract/feed/rooms.ts'
import type { Principal } from '#platform/auth/tokens.ts'
import type { Reads } from '#platform/http/api.ts'
import { PUSH_KEY, vapidKeys } from '#platform/push/vapid.ts'
import type { Rows } from '#platform/read-store/rows.ts'
import type { Role } from '#rules/city.ts'
import { newestNotifications, olderNotifications, within } from '../reading/lists.ts'
import { wantedKinds } from '../reading/reader-settings.ts'
import type { Reading } from '../reading/reading.ts'
import { type NotificationRow, toNotification } from './notifications-view.ts'

async function newest(rows: Rows, principal: Principal, to: string, archived?: boolean) {
  const list = newestNotifications(await wantedKinds(rows, principal), archived)
  const found = await rows.find<NotificationRow>('notifications', within({ to }, list))
  return { notifications: found.map(toNotification) }
}

const READ_TOGETHER: readonly Role[] = rooms.notifications.roles

/** Returns the lists of a reader: their own, and their role's if shared. */
const listsOf = ({ userId, role }: Principal) => (READ_TOGETHER.includes(role) ? [userId, role] : [userId])

/** `vault` stores the push key; browsers get its public half. */
export const pushReads = ({ vault }: Pick<Reading, 'vault'>): Reads => ({
  pushKey: async () => ({ key: vapidKeys(await vault.installationKey(PUSH_KEY)).publicKey }),
})

export function notificationReads(): Reads {
  return {
    async notifications({ query, principal }, { rows }) {
      if (query.userId !== undefined && query.userId !== principal.userId)
        return reject('forbidden', 'You can only see your own notifications.')
      return newest(rows, principal, principal.userId)
    },
    dispatcherNotifications: ({ principal }, { rows }) => newest(rows, principal, 'dispatcher', false),
    recyclerNotifications: ({ principal }, { rows }) => newest(rows, principal, 'recycler', false),
    async olderNotifications({ query, principal }, { rows }) {
      const found = await rows.find<NotificationRow>(
        'notifications',
        olderNotifications(await wantedKinds(rows, principal), listsOf(principal), query),
      )
      return { notifications: found.map(toNotification) }
    },
    async notificationCounts({ principal }, { rows }) {
      const { filter } = newestNotifications(await wantedKinds(rows, principal), false)
      const mine = { ...filter, to: { $in: listsOf(principal) } }
      const [total, unread] = await Promise.all([
        rows.count('notifications', mine),
        rows.count('notifications', { ...mine, read: false }),
      ])
      return { total, unread }
    },
    archivedNotifications: ({ principal }, { rows }) => newest(rows, principal, 'dispatcher', true),
  }
}
