/**
 * Answers queries for notifications: the newest 20 of the kinds that the user has not switched off.
 * All dispatchers share one list.
 */

import { feedRooms } from '#contract/feed/rooms.ts'
import { reject } from '#contract/http/problems.ts'
import { msg } from '#contract/languages/message.ts'
import type { Role } from '#domain/city.ts'
import type { Principal } from '#platform/auth/tokens.ts'
import type { EndpointCall, ReadHandlers } from '#platform/http/api.ts'
import { deriveVapidKeys, PUSH_KEY_NAME } from '#platform/push/vapid.ts'
import { createRowComparator } from '#platform/read-store/order.ts'
import type { Rows } from '#platform/read-store/rows.ts'
import type { ReadDependencies } from '../queries/dependencies.ts'
import {
  createNewestNotificationsQuery,
  createOlderNotificationsQuery,
  restrictListToFields,
} from '../queries/lists.ts'
import { readWantedNotificationKinds } from '../queries/reader-settings.ts'
import { type NotificationRow, toNotifications } from './notifications-view.ts'

type Reading = Pick<EndpointCall<'notifications'>, 'principal' | 'locale'>

async function readNewest(rows: Rows, { principal, locale }: Reading, to: string, archived?: boolean) {
  const list = createNewestNotificationsQuery(await readWantedNotificationKinds(rows, principal), archived)
  const found = await rows.find<NotificationRow>('notifications', restrictListToFields({ to }, list))
  return { notifications: await toNotifications(found, rows, locale) }
}

const { order, limit, roles } = feedRooms.notifications
const SHARED_LIST_ROLES: readonly Role[] = roles

/**
 * Returns the recipients whose notifications a reader sees.
 * These are the reader and, if the role shares a list, the reader's role.
 */
const listsOf = ({ userId, role }: Principal) => (SHARED_LIST_ROLES.includes(role) ? [userId, role] : [userId])

/**
 * Returns the public key with which browsers subscribe to pushes.
 * The secret key is in the vault.
 */
export const createPushReadHandlers = ({ vault }: Pick<ReadDependencies, 'vault'>): ReadHandlers => ({
  pushKey: async () => ({ key: deriveVapidKeys(await vault.installationKey(PUSH_KEY_NAME)).publicKey }),
})

export function createNotificationReadHandlers(): ReadHandlers {
  return {
    async notifications({ query, principal, locale }, { rows }) {
      if (query.userId !== undefined && query.userId !== principal.userId)
        return reject('forbidden', msg`You can only see your own notifications.`)
      return readNewest(rows, { principal, locale }, principal.userId)
    },
    dispatcherNotifications: (call, { rows }) => readNewest(rows, call, 'dispatcher', false),
    recyclerNotifications: (call, { rows }) => readNewest(rows, call, 'recycler', false),
    async olderNotifications({ query, principal, locale }, { rows }) {
      const kinds = await readWantedNotificationKinds(rows, principal)
      // Reads each recipient's list alone, because an index then has its order.
      const lists = listsOf(principal).map((to) =>
        rows.find<NotificationRow>('notifications', createOlderNotificationsQuery(kinds, to, query)),
      )
      const found = (await Promise.all(lists)).flat().sort(createRowComparator(order)).slice(0, limit)
      return { notifications: await toNotifications(found, rows, locale) }
    },
    async notificationCounts({ principal }, { rows }) {
      const { filter } = createNewestNotificationsQuery(await readWantedNotificationKinds(rows, principal), false)
      const mine = { ...filter, to: { $in: listsOf(principal) } }
      const [total, unread] = await Promise.all([
        rows.count('notifications', mine),
        rows.count('notifications', { ...mine, read: false }),
      ])
      return { total, unread }
    },
    archivedNotifications: (call, { rows }) => readNewest(rows, call, 'dispatcher', true),
  }
}
