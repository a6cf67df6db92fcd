/**
 * Recyclers' notifications page, grouped by day.
 * Older notifications load on request.
 */

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Anchor, Button, Skeleton } from '@mantine/core'
import { IconArrowRight, IconBell, IconCheck, IconMapPin } from '@tabler/icons-react'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { feedRooms } from '#contract/feed/rooms.ts'
import type { Notification, Site } from '#contract/views.ts'
import { lookUp } from '#domain/dictionary.ts'
import { failureTextOf } from '#web/lib/api/api.ts'
import { roomRowOrders } from '#web/lib/feed/room.ts'
import { useRoom, useRowHighlight } from '#web/lib/feed/use-room.ts'
import { accessibleActionNameOf } from '#web/lib/format/names.ts'
import { formatNumber, formatUpToTenths, withUnit } from '#web/lib/format/numbers.ts'
import { formatExactTime, formatTimeOfDay } from '#web/lib/format/times.ts'
import { FreezeRegionContext, useFreezeRegion, useFrozenRows } from '#web/lib/hooks/frozen-rows.ts'
import { useTitle } from '#web/lib/hooks/page.ts'
import { useCommandsDisabled, useNow } from '#web/lib/hooks/replay-context.ts'
import { Badge, FreshnessBadge, Meter, RelativeTime, SimulatedBadge } from '#web/ui/marks.tsx'
import page from '#web/ui/page.module.css'
import { PageHead, Panel } from '#web/ui/page.tsx'
import { NewRowsButton } from '#web/ui/rows.tsx'
import { EmptyState, ErrorState } from '#web/ui/states.tsx'
import { showToast } from '#web/ui/toasts.tsx'
import {
  countUnread,
  groupByDay,
  type InboxView,
  iconOf,
  isInboxLoaded,
  type MergedInbox,
  type NotificationCounts,
  useLazyOlderNotificationsQuery,
  useMarkRead,
  useMergedRoleInbox,
  useRoleNotificationCounts,
} from './inbox.ts'
import { MarkAllReadButton } from './inbox-drawer.tsx'
import classes from './notifications.module.css'

const MINUTE_MS = 60_000

export function AllNotifications() {
  useTitle(t`Notifications`)
  const view = useMergedRoleInbox()
  const older = useOlderNotifications(view)
  const counts = useRoleNotificationCounts(older)
  const { value, region, place } = useFreezeRegion()
  return (
    <div className={page.page} ref={region}>
      <PageHead
        title={t`Notifications`}
        lead={isInboxLoaded(view) ? countsText(older, counts) : t`Loading…`}
        titleAlone
      >
        <FreshnessBadge />
        <span className={classes.news} aria-live="polite" ref={place} />
        <MarkAllReadButton of={older.rows} unread={counts?.unread} wereRead={older.wereRead} />
      </PageHead>
      <FreezeRegionContext value={value}>
        <NotificationsContent view={view} older={older} />
      </FreezeRegionContext>
    </div>
  )
}

/**
 * Returns the counts as text: '26 unread · 28 in total'.
 * While the total is unknown, counts only the notifications shown.
 */
function countsText({ rows }: OlderNotifications, counts: NotificationCounts | undefined): string {
  if (counts) return t`${formatNumber(counts.unread)} unread · ${formatNumber(counts.total)} in total`
  return t`${formatNumber(countUnread(rows))} unread · newest ${formatNumber(rows.length)} shown`
}

function NotificationsContent({ view, older }: { view: InboxView; older: OlderNotifications }) {
  const { rows: sites } = useRoom('sites')
  if (view.status === 'loading') return <NotificationsSkeleton />
  if (view.status === 'error')
    return (
      <Panel title={t`Notifications`}>
        <ErrorState message={view.error ?? t`Failed to fetch notifications`} retry={view.retry} />
      </Panel>
    )
  if (older.rows.length === 0 && !older.hasMore) return <NoNotifications />
  return <NotificationsByDay view={view} older={older} sites={new Map(sites.map((site) => [site.id, site]))} />
}

const NotificationsSkeleton = () => (
  <div className={classes.list}>
    {[1, 2, 3].map((card) => (
      <Skeleton key={card} height={160} />
    ))}
  </div>
)

const NoNotifications = () => (
  <Panel title={t`Notifications`}>
    <div className={classes.empty}>
      <EmptyState icon={IconBell} title={t`No Notifications Yet`}>
        <Trans>
          You&apos;ll receive notifications about waste collection updates, site capacity alerts, and important
          announcements here.
        </Trans>
      </EmptyState>
      <EmptyState icon={IconBell} title={t`Tip`}>
        <Trans>
          Choose your notifications, and turn them on for this device, in your{' '}
          <Anchor component={Link} to="/recycler/profile?tab=settings">
            settings
          </Anchor>
          .
        </Trans>
      </EmptyState>
    </div>
  </Panel>
)

interface NotificationsByDayProps {
  view: InboxView
  older: OlderNotifications
  sites: ReadonlyMap<string, Site>
}

function NotificationsByDay({ view, older, sites }: NotificationsByDayProps) {
  const now = useNow(MINUTE_MS)
  const { shown, gone: _, ...news } = useFrozenRows(older.rows, t`${older.pages} pages`)
  return (
    <>
      <NewRowsButton {...news} of="notifications" />
      {groupByDay(shown, now).map(({ day, notifications }) => (
        <section key={day} aria-label={day}>
          <h2 className={classes.day}>{day}</h2>
          <ul className={classes.list}>
            {notifications.map((notification) => (
              <NotificationCard
                key={notification.id}
                notification={notification}
                site={sites.get(siteOf(notification))}
                arrivedAt={lookUp(view.arrivals, notification.id)}
                wereRead={older.wereRead}
              />
            ))}
          </ul>
        </section>
      ))}
      {older.hasMore && (
        <Button
          variant="default"
          className={classes.older}
          loading={older.pending}
          onClick={() => void older.fetchMore()}
        >
          <Trans>Show older notifications</Trans>
        </Button>
      )}
    </>
  )
}

const siteOf = ({ metadata }: Notification) => (typeof metadata.siteId === 'string' ? metadata.siteId : '')

interface OlderNotifications {
  /** Live and older notifications, newest first. */
  rows: readonly Notification[]
  /** True if the server may have older notifications. */
  hasMore: boolean
  /** Number of pages of older notifications loaded so far. */
  pages: number
  pending: boolean
  fetchMore(): Promise<void>
  /**
   * Marks older notifications as read in the list on the screen.
   * The feed sends no changes of older notifications.
   */
  wereRead(ids: readonly string[]): void
}

function useOlderNotifications({ inbox, end }: MergedInbox): OlderNotifications {
  const [behind, setBehind] = useState<readonly Notification[]>([])
  const [seen, setSeen] = useState(inbox)
  const [ended, setEnded] = useState(false)
  const [pages, setPages] = useState(0)
  const [ask, { isFetching }] = useLazyOlderNotificationsQuery()
  // Once older pages are shown, rows that leave the live list stay visible.
  if (seen !== inbox) {
    setSeen(inbox)
    if (behind.length > 0) setBehind(mergeNotifications(seen, behind))
  }
  const rows = behind.length > 0 ? mergeNotifications(inbox, behind) : inbox
  return {
    rows,
    hasMore: end !== undefined && !ended,
    pages,
    pending: isFetching,
    async fetchMore() {
      const last = rows.at(-1) ?? end
      if (!last) return
      try {
        const { notifications } = await ask({ before: last.sequence, beforeId: last.id }).unwrap()
        setBehind((before) => mergeNotifications(before, notifications))
        setPages(pages + 1)
        setEnded(notifications.length < feedRooms.notifications.limit)
      } catch (error) {
        showToast('error', failureTextOf(error, t`Failed to fetch notifications`))
      }
    },
    wereRead: (ids) => setBehind((now) => now.map((row) => (ids.includes(row.id) ? { ...row, read: true } : row))),
  }
}

/**
 * Merges two lists of notifications, newest first.
 * A notification that is in both lists is taken from `first`.
 */
function mergeNotifications(first: readonly Notification[], second: readonly Notification[]): Notification[] {
  const byId = new Map([...second, ...first].map((row) => [row.id, row]))
  return [...byId.values()].sort(roomRowOrders.notifications)
}

/** Fractions of a site's capacity above which its fill level has another colour. */
const CRITICAL_ABOVE = 0.9
const HIGH_ABOVE = 0.7

function SiteDetails({ site }: { site: Site }) {
  const { name, location, currentCapacity, maxCapacity, lastUpdated } = site
  return (
    <div className={classes.site}>
      <h4 className={classes.siteTitle}>
        <Trans>Site Details</Trans> <SimulatedBadge of={site} />
      </h4>
      <dl className={classes.facts}>
        <div>
          <dt>
            <Trans>Capacity</Trans>
          </dt>
          <dd className="ws-figures">{t`${formatUpToTenths(currentCapacity)} of ${withUnit(formatUpToTenths(maxCapacity), 't')}`}</dd>
        </div>
        <div>
          <dt>
            <Trans>Location</Trans>
          </dt>
          <dd>
            <IconMapPin size={14} aria-hidden="true" /> <span>{location}</span>
          </dd>
        </div>
        <div>
          <dt>
            <Trans>Last updated</Trans>
          </dt>
          <dd>{lastUpdated ? <RelativeTime iso={lastUpdated} /> : t`Never`}</dd>
        </div>
      </dl>
      <Meter label={t`${name}: capacity used`} value={currentCapacity} max={maxCapacity} tone={toneOf(site)} />
    </div>
  )
}

function toneOf({ currentCapacity, maxCapacity }: Site) {
  if (currentCapacity > maxCapacity * CRITICAL_ABOVE) return 'critical'
  return currentCapacity > maxCapacity * HIGH_ABOVE ? 'progress' : 'done'
}

interface NotificationCardProps {
  notification: Notification
  /** Site that the notification is about, if known. */
  site: Site | undefined
  arrivedAt: number | undefined
  wereRead(ids: readonly string[]): void
}

function NotificationCard({ notification, site, arrivedAt, wereRead }: NotificationCardProps) {
  const { title, message, timestamp, read } = notification
  const marked = useRowHighlight(arrivedAt)
  const { icon: Icon, tone } = iconOf(notification)
  return (
    <li className={classes.card} data-marked={marked || undefined} data-unread={!read || undefined}>
      <span className={classes.icon} data-tone={tone}>
        <Icon size={20} stroke={1.6} aria-hidden="true" />
      </span>
      <div className={classes.words}>
        <div className={classes.head}>
          <h3 className={classes.title}>{title}</h3>
          {!read && (
            <Badge tone="new">
              <Trans>New</Trans>
            </Badge>
          )}
        </div>
        <p className={classes.message}>{message}</p>
        {site && <SiteDetails site={site} />}
        <div className={classes.foot}>
          <span>
            <time dateTime={timestamp} title={formatExactTime(timestamp)}>
              {formatTimeOfDay(timestamp)}
            </time>{' '}
            <SimulatedBadge of={notification} />
          </span>
          <NotificationActions notification={notification} site={site} wereRead={wereRead} />
        </div>
      </div>
    </li>
  )
}

function NotificationActions({ notification, site, wereRead }: Omit<NotificationCardProps, 'arrivedAt'>) {
  const { id, title, read } = notification
  const navigate = useNavigate()
  const { pending, markRead } = useMarkRead(wereRead)
  const off = useCommandsDisabled()
  if (site) {
    const open = () => {
      // Opens the next page without waiting for the command.
      // If the command fails, the next page shows a toast.
      if (!read) void markRead([id])
      void navigate(`/recycler/sites/${encodeURIComponent(site.id)}`)
    }
    return (
      <Button
        variant="default"
        rightSection={<IconArrowRight size={16} aria-hidden="true" />}
        aria-label={accessibleActionNameOf(t`View Details`, `${title}, ${site.name}`)}
        onClick={open}
      >
        <Trans>View Details</Trans>
      </Button>
    )
  }
  if (read) return null
  return (
    <Button
      variant="subtle"
      color="gray"
      size="sm"
      px="xs"
      leftSection={<IconCheck size={16} aria-hidden="true" />}
      aria-label={accessibleActionNameOf(t`Mark as read`, title)}
      aria-disabled={pending}
      onClick={() => void markRead([id])}
      {...off}
    >
      <Trans>Mark as read</Trans>
    </Button>
  )
}
