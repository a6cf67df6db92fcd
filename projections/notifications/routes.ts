/** The notifications' reads at the door: the newest 20 to dispatchers, recent or archived. */
import type { Handlers } from '#platform/http/api.ts'
import type { Reading } from '../reading.ts'
import { type NotificationRow, toNotification } from './notifications-view.ts'

const NEWEST = 20

export function notificationReads({ reads, runner }: Reading): Handlers {
  const toDispatchers = (archived: boolean) => async () => {
    const filter = { audience: 'dispatcher', archived }
    const query = { filter, sort: { timestamp: -1 }, limit: NEWEST } as const
    const rows = await reads.find<NotificationRow>(runner.table('notifications'), query)
    return { notifications: rows.map(toNotification) }
  }
  return { dispatcherNotifications: toDispatchers(false), archivedNotifications: toDispatchers(true) }
}
