/** A user’s inbox: its rooms, rows, icons, counts and commands. */

import { t } from '@lingui/core/macro'
import {
  IconAlertTriangle,
  IconBell,
  IconGauge,
  IconRecycle,
  IconRefresh,
  IconReportAnalytics,
  IconShieldLock,
  IconTruck,
} from '@tabler/icons-react'
import { useMemo } from 'react'
import type { AnswerOf } from '#contract/endpoints.ts'
import { rooms } from '#contract/feed/rooms.ts'
import type { NotificationKind } from '#contract/notifications/notifications.ts'
import type { Notification } from '#contract/views.ts'
import type { Role } from '#domain/city.ts'
import { api, useAttempt } from '#web/lib/api/api.ts'
import { command, query } from '#web/lib/api/request.ts'
import { useSession } from '#web/lib/api/session.ts'
import { roomOrder } from '#web/lib/feed/room.ts'
import { isLoaded, type RoomView, usePending, useRefreshWith, useRoom } from '#web/lib/feed/use-room.ts'
import { inCity } from '#web/lib/format/times.ts'
import { toastCatchingUp, toastFailure } from '#web/ui/toasts.tsx'

const notificationsApi = api.injectEndpoints({
  endpoints: (build) => ({
    readNotification: build.mutation(command('readNotification')),
    archiveNotification: build.mutation(command('archiveNotification')),
    notificationCounts: build.query(query('notificationCounts')),
    olderNotifications: build.query({ ...query('olderNotifications'), keepUnusedDataFor: 0 }),
  }),
})

/** `key` is the Idempotency-Key, the same for every retry. */
export const {
  useReadNotificationMutation,
  useArchiveNotificationMutation,
  useLazyOlderNotificationsQuery,
  useNotificationCountsQuery,
} = notificationsApi

/** Returns true if the role shares a list of notifications. */
export const hasSharedList = (role: Role) => (rooms.notifications.roles as readonly Role[]).includes(role)

/** Returns the rooms with the notifications of a role's user. */
const inboxRooms = (role: Role) =>
  hasSharedList(role) ? (['my-notifications', 'notifications'] as const) : (['my-notifications'] as const)

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

const DAY_MS = 86_400_000

const dayOf = inCity({
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
})

interface Day {
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
    day: date === today ? t`Today` : date === yesterday ? t`Yesterday` : date,
    notifications,
  }))
}

/** Returns the unread notifications not in `known`; none if it is null. */
export function arrivedSince(known: ReadonlySet<string> | null, inbox: readonly Notification[]): Notification[] {
  return known ? inbox.filter(({ id, read }) => !read && !known.has(id)) : []
}

export type Counts = AnswerOf<'notificationCounts'>

/** A list of notifications; `hasMore` says that older ones exist on the server. */
interface Shown {
  rows: readonly Notification[]
  hasMore: boolean
}

/**
 * Returns the counts for a role with a shared list.
 * Undefined while the list is truncated and the server has not responded.
 */
export function useRoleCounts(shown: Shown): Counts | undefined {
  const { counts, refetch } = useCounts(shown)
  useRefreshWith('my-notifications', refetch)
  useRefreshWith('notifications', refetch)
  return counts
}

/** Returns the counts for all other roles. */
export function useOwnCounts(shown: Shown): Counts | undefined {
  const { counts, refetch } = useCounts(shown)
  useRefreshWith('my-notifications', refetch)
  return counts
}

function useCounts({ rows, hasMore }: Shown) {
  const { data, refetch } = useNotificationCountsQuery(undefined, { skip: !hasMore, refetchOnMountOrArgChange: true })
  return {
    counts: hasMore ? data : { total: rows.length, unread: unreadIn(rows) },
    refetch: () => hasMore && refetch(),
  }
}

/** Returns how many of these rows are unread. */
export const unreadIn = (rows: Shown['rows']): number => rows.filter(({ read }) => !read).length

/** Notifications, newest first and without archived ones, and their freshness. */
export interface InboxView extends Omit<RoomView<Notification>, 'rows'> {
  inbox: readonly Notification[]
}

/** An inbox with the counts over all notifications; undefined while these are unknown. */
export interface CountedInbox extends InboxView {
  counts: Counts | undefined
}

/** Returns true if the rows are those of the server, or were when it last responded. */
export const isKnown = ({ status }: Pick<InboxView, 'status'>) => isLoaded(status)

/** Live notifications of a role with a shared list: that list and the user's own. */
export function useRoleInbox(): InboxView & Merged {
  const own = useRoom('my-notifications')
  const role = useRoom('notifications')
  const list = useMemo(
    () =>
      merged(
        own.rows,
        role.rows.filter(({ archived }) => !archived),
      ),
    [own.rows, role.rows],
  )
  const arrivals = useMemo(() => ({ ...own.arrivals, ...role.arrivals }), [own.arrivals, role.arrivals])
  const both = [own, role]
  const worse = both.find(({ status }) => status === 'error') ?? both.find((room) => !isKnown(room)) ?? role
  return {
    ...list,
    arrivals,
    status: worse.status,
    error: worse.error,
    retry() {
      for (const room of both) if (!isKnown(room)) room.retry()
    },
  }
}

/** `wereRead` receives the ids once the server has stored them. */
export function useMarkRead(wereRead?: (ids: readonly string[]) => void) {
  const { user } = useSession()
  const attempt = useAttempt()
  const [readNotification] = useReadNotificationMutation()
  const { pending, run } = usePending(...(user ? inboxRooms(user.role) : []))

  /** Those before a failure stay read. */
  async function readAll(ids: readonly string[]) {
    let position = '0'
    for (const id of ids) {
      position = (await attempt(id, (key) => readNotification({ id, key }).unwrap())).position
      wereRead?.([id])
    }
    return { position }
  }

  return {
    pending,
    async markRead(ids: readonly string[]) {
      try {
        const done = await run(() => readAll(ids))
        if (done && !done.arrived) toastCatchingUp()
      } catch (error) {
        toastFailure(error, t`Failed to update the notification`)
      }
    },
  }
}

const looks = {
  capacity: { icon: IconGauge, tone: 'progress' },
  collection: { icon: IconTruck, tone: 'done' },
  waste: { icon: IconRecycle, tone: 'new' },
  alert: { icon: IconAlertTriangle, tone: 'critical' },
  update: { icon: IconRefresh, tone: 'new' },
  report: { icon: IconReportAnalytics, tone: 'plain' },
  security: { icon: IconShieldLock, tone: 'plain' },
  default: { icon: IconBell, tone: 'plain' },
} as const
type IconName = keyof typeof looks

/** Words to search for in the title of a notice, which a person wrote; the first match wins. */
const WORDS = ['capacity', 'collection', 'waste', 'alert', 'update'] as const

/** Looks by kind: titles are in the reader's language. */
const ofKind: Record<Exclude<NotificationKind, 'notice'>, IconName> = {
  threshold: 'collection',
  schedule: 'collection',
  dispatch: 'collection',
  collected: 'default',
  missed: 'default',
  composition: 'waste',
  capacity: 'capacity',
  forecast: 'waste',
  security: 'security',
  digest: 'report',
}

/** Icon and colour of a notification, by its kind or by a word in the title of a notice. */
export function iconName({ title, kind }: Pick<Notification, 'title' | 'kind'>): IconName {
  if (kind !== 'notice') return ofKind[kind]
  const words = title.toLowerCase()
  return WORDS.find((word) => words.includes(word)) ?? 'default'
}

export const iconOf = (notification: Pick<Notification, 'title' | 'kind'>) => looks[iconName(notification)]
