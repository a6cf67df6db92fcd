/** One's own notifications as the bell shows them: the newest, by day, and which of them have just come. */
import type { Notification } from '#contract/views.ts'
import { inCity } from '#web/format/city-time.ts'

const DAY_MS = 86_400_000

const dayOf = inCity({
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
})

export interface Day {
  day: string
  notifications: Notification[]
}

/** The notifications of each day in Accra, in the order that they come in. `now`: epoch ms. */
export function byDay(inbox: readonly Notification[], now: number): Day[] {
  const today = dayOf(now)
  const yesterday = dayOf(now - DAY_MS)
  const days = new Map<string, Notification[]>()
  for (const notification of inbox) {
    const day = dayOf(Date.parse(notification.timestamp))
    days.set(day, [...(days.get(day) ?? []), notification])
  }
  return [...days].map(([date, notifications]) => ({
    day: date === today ? 'Today' : date === yesterday ? 'Yesterday' : date,
    notifications,
  }))
}

/** The unread ones that `known` lacks; none before anything is known. */
export function arrivedSince(known: ReadonlySet<string> | null, inbox: readonly Notification[]): Notification[] {
  return known ? inbox.filter(({ id, read }) => !read && !known.has(id)) : []
}
