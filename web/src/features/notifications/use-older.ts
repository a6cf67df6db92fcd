/** Pages of older notifications, fetched when they are asked for, behind the live list. */
import { useState } from 'react'
import { rooms } from '#contract/feed/rooms.ts'
import type { Notification } from '#contract/views.ts'
import { failureText } from '#web/calls/api.ts'
import { toast } from '#web/components/toasts.tsx'
import { order } from '#web/feed/order.ts'
import { useLazyOlderNotificationsQuery } from './keep-notification.ts'
import type { Merged } from './merged-inbox.ts'

export interface Older {
  /** The live list and what was fetched behind it, newest first. */
  rows: readonly Notification[]
  /** Whether there may be more. */
  hasMore: boolean
  /** How many pages were fetched. */
  pages: number
  pending: boolean
  fetchMore(): Promise<void>
  /** These were marked read here: what is so old is not pushed. */
  wereRead(ids: readonly string[]): void
}

export function useOlder({ inbox, end }: Merged): Older {
  const [behind, setBehind] = useState<readonly Notification[]>([])
  const [seen, setSeen] = useState(inbox)
  const [ended, setEnded] = useState(false)
  const [pages, setPages] = useState(0)
  const [ask, { isFetching }] = useLazyOlderNotificationsQuery()
  // What newer ones push out of the live list stays where it was, once something is shown behind it.
  if (seen !== inbox) {
    setSeen(inbox)
    if (behind.length > 0) setBehind(joined(seen, behind))
  }
  const rows = behind.length > 0 ? joined(inbox, behind) : inbox
  return {
    rows,
    hasMore: end !== undefined && !ended,
    pages,
    pending: isFetching,
    async fetchMore() {
      const last = rows.at(-1) ?? end
      if (!last) return
      try {
        const { notifications } = await ask({ before: last.timestamp, beforeId: last.id }).unwrap()
        setBehind((before) => joined(before, notifications))
        setPages(pages + 1)
        setEnded(notifications.length < rooms.notifications.limit)
      } catch (error) {
        toast('error', failureText(error, rooms.notifications.failure))
      }
    },
    wereRead: (ids) => setBehind((now) => now.map((row) => (ids.includes(row.id) ? { ...row, read: true } : row))),
  }
}

/** Each once, newest first; of one that stands in both, the first list's. */
function joined(first: readonly Notification[], second: readonly Notification[]): Notification[] {
  const byId = new Map([...second, ...first].map((row) => [row.id, row]))
  return [...byId.values()].sort(order.notifications)
}
