/** Pages of older notifications after the live list, loaded on demand. */
import { useState } from 'react'
import { rooms } from '#contract/feed/rooms.ts'
import type { Notification } from '#contract/views.ts'
import { failureText } from '#web/calls/api.ts'
import { toast } from '#web/components/toasts.tsx'
import { order } from '#web/feed/order.ts'
import { useLazyOlderNotificationsQuery } from './keep-notification.ts'
import type { Merged } from './merged-inbox.ts'

export interface Older {
  /** Live and older notifications, newest first. */
  rows: readonly Notification[]
  /** True if more may exist. */
  hasMore: boolean
  /** Number of loaded pages. */
  pages: number
  pending: boolean
  fetchMore(): Promise<void>
  /** Marks these read locally, because the feed pushes no changes of old ones. */
  wereRead(ids: readonly string[]): void
}

export function useOlder({ inbox, end }: Merged): Older {
  const [behind, setBehind] = useState<readonly Notification[]>([])
  const [seen, setSeen] = useState(inbox)
  const [ended, setEnded] = useState(false)
  const [pages, setPages] = useState(0)
  const [ask, { isFetching }] = useLazyOlderNotificationsQuery()
  // With older pages visible, rows that drop out of the live list stay in place.
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

/** Merges two lists, newest first; for duplicates the first list wins. */
function joined(first: readonly Notification[], second: readonly Notification[]): Notification[] {
  const byId = new Map([...second, ...first].map((row) => [row.id, row]))
  return [...byId.values()].sort(order.notifications)
}
