/** The user's notifications for the bell: the newest by day, and new arrivals. */
import type { Notification } from '#contract/views.ts'
import { inCity } from '#web/lib/format/times.ts'

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

/**
 * Groups notifications by day of the city, in the given order.
 * `now` is epoch ms.
 */
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

/** Returns the unread notifications not in `known`; none if it is null. */
export function arrivedSince(known: ReadonlySet<string> | null, inbox: readonly Notification[]): Notification[] {
  return known ? inbox.filter(({ id, read }) => !read && !known.has(id)) : []
}
