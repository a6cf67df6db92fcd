/** The notifications' reads at the door: the newest 20 to the reader, or to dispatchers, of the kinds that the reader wants. */

import { NOTIFICATION_KINDS, wants } from '#contract/notifications.ts'
import { reject } from '#contract/problems.ts'
import type { Principal } from '#platform/auth/tokens.ts'
import type { Handlers } from '#platform/http/api.ts'
import type { Filter } from '#platform/read-store/read-store.ts'
import { readSettings } from '../reader-settings.ts'
import type { Reading } from '../reading.ts'
import { type NotificationRow, toNotification } from './notifications-view.ts'

const NEWEST = 20

export function notificationReads(reading: Reading): Handlers {
  const { reads, runner } = reading

  async function newest(principal: Principal, only: Filter) {
    const settings = await readSettings(reading, principal)
    const kinds = NOTIFICATION_KINDS.filter((kind) => wants(principal.role, settings, kind))
    const query = { filter: { ...only, kind: { $in: kinds } }, sort: { timestamp: -1 }, limit: NEWEST } as const
    const rows = await reads.find<NotificationRow>(runner.table('notifications'), query)
    return { notifications: rows.map(toNotification) }
  }

  return {
    async notifications({ query, principal }) {
      if (query.userId !== undefined && query.userId !== principal.userId)
        return reject('forbidden', 'You can only see your own notifications.')
      return newest(principal, { to: principal.userId })
    },
    dispatcherNotifications: ({ principal }) => newest(principal, { to: 'dispatcher', archived: false }),
    recyclerNotifications: ({ principal }) => newest(principal, { to: 'recycler', archived: false }),
    archivedNotifications: ({ principal }) => newest(principal, { to: 'dispatcher', archived: true }),
  }
}
