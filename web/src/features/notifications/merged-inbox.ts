/** Several lists of notifications read as one, as far back as each of them reaches. */
import { rooms } from '#contract/feed/rooms.ts'
import type { Notification } from '#contract/views.ts'
import { order } from '#web/feed/order.ts'

const MOST = rooms.notifications.limit

export interface Merged {
  /** Newest first; none that is archived. */
  inbox: readonly Notification[]
  /** The last of a list that was cut off: there may be older ones. */
  end: Notification | undefined
}

/**
 * Each list is newest first and cut off at the room's limit: behind the last of one that is full, others of its kind may
 * stand that are not here, so that no row of another list from behind there is shown either.
 */
export function merged(...lists: readonly (readonly Notification[])[]): Merged {
  const ends = lists.filter((list) => list.length >= MOST).map((list) => list.at(-1) as Notification)
  const end = ends.sort(order.notifications)[0]
  const inbox = lists
    .flat()
    .filter((row) => !row.archived && (!end || order.notifications(row, end) <= 0))
    .sort(order.notifications)
  return { inbox, end }
}
