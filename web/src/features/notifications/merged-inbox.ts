/** Merges lists of notifications as far back as each of them reaches. */
import { rooms } from '#contract/feed/rooms.ts'
import type { Notification } from '#contract/views.ts'
import { roomOrder } from '#web/lib/feed/room.ts'

const MOST = rooms.notifications.limit

export interface Merged {
  /** Newest first, without archived ones. */
  inbox: readonly Notification[]
  /** Last entry of a truncated list; older ones may exist. */
  end: Notification | undefined
}

/**
 * Merges lists that are newest first and truncated at the room's limit.
 * A full list may lack rows after its last one, so older rows of other lists are hidden as well.
 */
export function merged(...lists: readonly (readonly Notification[])[]): Merged {
  const ends = lists.filter((list) => list.length >= MOST).map((list) => list.at(-1) as Notification)
  const end = ends.sort(roomOrder.notifications)[0]
  const inbox = lists
    .flat()
    .filter((row) => !row.archived && (!end || roomOrder.notifications(row, end) <= 0))
    .sort(roomOrder.notifications)
  return { inbox, end }
}
