/** A user’s notifications: feed rooms, rows, icons, counts and commands. */

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
import { feedRooms } from '#contract/feed/rooms.ts'
import type { NotificationKind } from '#contract/notifications/notifications.ts'
import type { Notification } from '#contract/views.ts'
import type { Role } from '#domain/city.ts'
import { api, useIdempotentRunner } from '#web/lib/api/api.ts'
import { defineCommand, defineQuery } from '#web/lib/api/request.ts'
import { useSession } from '#web/lib/api/session.ts'
import { roomRowOrders } from '#web/lib/feed/room.ts'
import {
  isRoomLoaded,
  type RoomView,
  usePendingCommand,
  useRefetchOnRoomChange,
  useRoom,
} from '#web/lib/feed/use-room.ts'
import { createCityTimeFormatter } from '#web/lib/format/times.ts'
import { toastFailure, toastSavedNotShownYet } from '#web/ui/toasts.tsx'

const notificationsApi = api.injectEndpoints({
  endpoints: (build) => ({
    readNotification: build.mutation(defineCommand('readNotification')),
    archiveNotification: build.mutation(defineCommand('archiveNotification')),
    notificationCounts: build.query(defineQuery('notificationCounts')),
    olderNotifications: build.query({ ...defineQuery('olderNotifications'), keepUnusedDataFor: 0 }),
  }),
})

/**
 * API hooks for notifications.
 * A command's `key` is its Idempotency-Key, which a retry repeats.
 */
export const {
  useReadNotificationMutation,
  useArchiveNotificationMutation,
  useLazyOlderNotificationsQuery,
  useNotificationCountsQuery,
} = notificationsApi

/** Returns whether the role's users share one list of notifications. */
export const hasSharedNotifications = (role: Role) => (feedRooms.notifications.roles as readonly Role[]).includes(role)

const inboxRooms = (role: Role) =>
  hasSharedNotifications(role) ? (['my-notifications', 'notifications'] as const) : (['my-notifications'] as const)

const MOST = feedRooms.notifications.limit

export interface MergedInbox {
  /** Notifications, newest first, without archived ones. */
  inbox: readonly Notification[]
  /**
   * Last notification up to which the merged list is complete.
   * Older ones may be missing.
   * Undefined if the whole list is complete.
   */
  end: Notification | undefined
}

/**
 * Merges newest-first lists of limited length.
 * A list at its limit may lack older rows.
 * The result omits rows older than such a list's last row.
 */
export function mergeInboxes(...lists: readonly (readonly Notification[])[]): MergedInbox {
  const ends = lists.filter((list) => list.length >= MOST).map((list) => list.at(-1) as Notification)
  const end = ends.sort(roomRowOrders.notifications)[0]
  const inbox = lists
    .flat()
    .filter((row) => !row.archived && (!end || roomRowOrders.notifications(row, end) <= 0))
    .sort(roomRowOrders.notifications)
  return { inbox, end }
}

const DAY_MS = 86_400_000

const dayOf = createCityTimeFormatter({
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
 * Groups notifications by day in the city's time zone, in order.
 * `now` is epoch ms.
 */
export function groupByDay(inbox: readonly Notification[], now: number): Day[] {
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

/**
 * Returns unread notifications missing in `known`.
 * Returns none while `known` is null, before the first list.
 */
export function findNewUnread(known: ReadonlySet<string> | null, inbox: readonly Notification[]): Notification[] {
  return known ? inbox.filter(({ id, read }) => !read && !known.has(id)) : []
}

export type NotificationCounts = AnswerOf<'notificationCounts'>

/**
 * Visible notifications.
 * `hasMore`: the server has older ones.
 */
interface VisibleNotifications {
  rows: readonly Notification[]
  hasMore: boolean
}

/**
 * Returns counts of all and unread notifications, for roles with a shared list.
 * Undefined while the list is incomplete and the server sent no counts.
 */
export function useRoleNotificationCounts(shown: VisibleNotifications): NotificationCounts | undefined {
  const { counts, refetch } = useCounts(shown)
  useRefetchOnRoomChange('my-notifications', refetch)
  useRefetchOnRoomChange('notifications', refetch)
  return counts
}

/** Returns counts of all and unread notifications, for roles with personal notifications only. */
export function useOwnNotificationCounts(shown: VisibleNotifications): NotificationCounts | undefined {
  const { counts, refetch } = useCounts(shown)
  useRefetchOnRoomChange('my-notifications', refetch)
  return counts
}

function useCounts({ rows, hasMore }: VisibleNotifications) {
  const { data, refetch } = useNotificationCountsQuery(undefined, { skip: !hasMore, refetchOnMountOrArgChange: true })
  return {
    counts: hasMore ? data : { total: rows.length, unread: countUnread(rows) },
    refetch: () => hasMore && refetch(),
  }
}

/** Returns the number of unread notifications in `rows`. */
export const countUnread = (rows: VisibleNotifications['rows']): number => rows.filter(({ read }) => !read).length

/** Notifications that are not archived, newest first, and the status of their feed room. */
export interface InboxView extends Omit<RoomView<Notification>, 'rows'> {
  inbox: readonly Notification[]
}

/** Inbox with the counts of all notifications; undefined until known. */
export interface CountedInbox extends InboxView {
  counts: NotificationCounts | undefined
}

/** Returns whether the notifications have been received, even if they are outdated by now. */
export const isInboxLoaded = ({ status }: Pick<InboxView, 'status'>) => isRoomLoaded(status)

/** Returns the live merged list: the user's own and the role's notifications. */
export function useMergedRoleInbox(): InboxView & MergedInbox {
  const own = useRoom('my-notifications')
  const role = useRoom('notifications')
  const list = useMemo(
    () =>
      mergeInboxes(
        own.rows,
        role.rows.filter(({ archived }) => !archived),
      ),
    [own.rows, role.rows],
  )
  const arrivals = useMemo(() => ({ ...own.arrivals, ...role.arrivals }), [own.arrivals, role.arrivals])
  const both = [own, role]
  const worse = both.find(({ status }) => status === 'error') ?? both.find((room) => !isInboxLoaded(room)) ?? role
  return {
    ...list,
    arrivals,
    status: worse.status,
    error: worse.error,
    retry() {
      for (const room of both) if (!isInboxLoaded(room)) room.retry()
    },
  }
}

/**
 * Returns functions that mark notifications as read.
 * `wereRead` is called with the ids that the server has stored.
 */
export function useMarkRead(wereRead?: (ids: readonly string[]) => void) {
  const { user } = useSession()
  const attempt = useIdempotentRunner()
  const [readNotification] = useReadNotificationMutation()
  const { pending, run } = usePendingCommand(...(user ? inboxRooms(user.role) : []))

  /**
   * Marks notifications as read, one after the other.
   * If one fails, the earlier ones stay marked.
   */
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
        if (done && !done.arrived) toastSavedNotShownYet()
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

/**
 * Words in a notice's title that select its icon.
 * The first word found decides.
 * People write notices freely, so a notice has no kind that could select an icon.
 */
const WORDS = ['capacity', 'collection', 'waste', 'alert', 'update'] as const

/**
 * Icon for each kind of notification.
 * Titles can't decide the icon, because they are translated.
 */
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

/** Returns a notification's icon from its kind, or from a notice's title. */
export function iconNameOf({ title, kind }: Pick<Notification, 'title' | 'kind'>): IconName {
  if (kind !== 'notice') return ofKind[kind]
  const words = title.toLowerCase()
  return WORDS.find((word) => words.includes(word)) ?? 'default'
}

export const iconOf = (notification: Pick<Notification, 'title' | 'kind'>) => looks[iconNameOf(notification)]
