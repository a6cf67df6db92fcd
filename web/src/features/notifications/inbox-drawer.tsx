/** Drawer with the user's notifications, which the bell button opens. */
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Skeleton } from '@mantine/core'
import {
  IconAlertTriangle,
  IconBell,
  IconCalendarTime,
  IconChartLine,
  IconChartPie,
  IconCheck,
  IconChecks,
  IconCircleCheck,
  IconCircleX,
  IconGauge,
  IconMessage,
  IconReportAnalytics,
  IconShieldLock,
  IconTruck,
} from '@tabler/icons-react'
import type { Ref } from 'react'
import type { NotificationKind } from '#contract/notifications/notifications.ts'
import type { Notification } from '#contract/views.ts'
import { lookUp } from '#domain/dictionary.ts'
import { useRowHighlight } from '#web/lib/feed/use-room.ts'
import { accessibleActionNameOf } from '#web/lib/format/names.ts'
import { formatNumber } from '#web/lib/format/numbers.ts'
import { FreezeRegionContext, useFreezeRegion, useFrozenRows } from '#web/lib/hooks/frozen-rows.ts'
import { useNow } from '#web/lib/hooks/replay-context.ts'
import { Drawer } from '#web/ui/dialog.tsx'
import { Badge, RelativeTime, SimulatedBadge } from '#web/ui/marks.tsx'
import { NewRowsButton } from '#web/ui/rows.tsx'
import { EmptyState, ErrorState } from '#web/ui/states.tsx'
import { CommandButton } from '#web/ui/use-command.tsx'
import { type CountedInbox, countUnread, groupByDay, useMarkRead } from './inbox.ts'
import classes from './notifications.module.css'

const MINUTE_MS = 60_000

type InboxProps = CountedInbox

function Inbox({ inbox, status, error, arrivals, counts, retry }: InboxProps) {
  const { value, region, place } = useFreezeRegion()
  if (status === 'loading') return <Skeleton height={112} />
  if (status === 'error') return <ErrorState message={error ?? t`Failed to fetch notifications`} retry={retry} />
  if (inbox.length === 0) {
    return (
      <EmptyState icon={IconBell} title={t`No new notifications.`}>
        <Trans>Notifications about collections, your reports and your account appear here.</Trans>
      </EmptyState>
    )
  }
  return (
    <div ref={region}>
      <FreezeRegionContext value={value}>
        <Days inbox={inbox} arrivals={arrivals} counts={counts} place={place} />
      </FreezeRegionContext>
    </div>
  )
}

interface DaysProps extends Pick<InboxProps, 'inbox' | 'arrivals' | 'counts'> {
  place: Ref<HTMLElement>
}

function Days({ inbox, arrivals, counts, place }: DaysProps) {
  const now = useNow(MINUTE_MS)
  const { shown, gone, ...news } = useFrozenRows(inbox)
  return (
    <>
      <div className={classes.all}>
        <span className="ws-figures">{words(shown, counts)}</span>
        <span className={classes.inboxNews} aria-live="polite" ref={place} />
        <MarkAllReadButton of={shown} unread={counts?.unread} />
      </div>
      <NewRowsButton {...news} of="notifications" />
      {groupByDay(shown, now).map(({ day, notifications }) => (
        <section key={day} aria-label={day}>
          <h3 className={classes.inboxDay}>{day}</h3>
          <ul className={classes.inboxList}>
            {notifications.map((notification) => (
              <InboxItem
                key={notification.id}
                notification={notification}
                gone={gone(notification.id)}
                arrivedAt={lookUp(arrivals, notification.id)}
              />
            ))}
          </ul>
        </section>
      ))}
    </>
  )
}

/**
 * Returns a text such as '26 unread'.
 * If the list does not show all notifications, the text also contains their total.
 */
function words(shown: InboxProps['inbox'], counts: InboxProps['counts']): string {
  const unread = formatNumber(counts?.unread ?? countUnread(shown))
  return counts && counts.total > shown.length
    ? t`${unread} unread · newest ${formatNumber(shown.length)} of ${formatNumber(counts.total)}`
    : t`${unread} unread`
}

export function InboxDrawer({ opened, close, ...inbox }: InboxProps & { opened: boolean; close(): void }) {
  return (
    <Drawer title={t`Your notifications`} opened={opened} close={close}>
      <Inbox {...inbox} />
    </Drawer>
  )
}

const icons: Record<NotificationKind, typeof IconCheck> = {
  threshold: IconAlertTriangle,
  schedule: IconCalendarTime,
  dispatch: IconTruck,
  collected: IconCircleCheck,
  missed: IconCircleX,
  composition: IconChartPie,
  capacity: IconGauge,
  forecast: IconChartLine,
  security: IconShieldLock,
  digest: IconReportAnalytics,
  notice: IconMessage,
}

interface InboxItemProps {
  notification: Notification
  /** True for a removed notification that stays visible while the user interacts with the list. */
  gone: boolean
  arrivedAt: number | undefined
}

function InboxItem({ notification, gone, arrivedAt }: InboxItemProps) {
  const { id, kind, title, message, timestamp, read } = notification
  const marked = useRowHighlight(arrivedAt)
  const { pending, markRead } = useMarkRead()
  const Icon = icons[kind]
  return (
    <li className={classes.inboxItem} data-marked={marked || undefined} aria-busy={pending}>
      <Icon className={classes.inboxIcon} size={20} stroke={1.6} aria-hidden="true" />
      <div className={classes.inboxWords}>
        <div className={classes.head}>
          <h4 className={classes.title}>{title}</h4>
          {!read && (
            <Badge tone="new">
              <Trans>New</Trans>
            </Badge>
          )}
        </div>
        <p className={classes.message}>{message}</p>
        <div className={classes.foot}>
          <span>
            <RelativeTime iso={timestamp} /> <SimulatedBadge of={notification} />
          </span>
          {!read && (
            <Button
              variant="subtle"
              color="gray"
              size="sm"
              px="xs"
              leftSection={<IconCheck size={16} aria-hidden="true" />}
              aria-label={accessibleActionNameOf(t`Mark as read`, title)}
              aria-disabled={pending || gone}
              data-disabled={gone || undefined}
              onClick={() => !gone && void markRead([id])}
            >
              <Trans>Mark as read</Trans>
            </Button>
          )}
        </div>
      </div>
    </li>
  )
}

interface MarkAllProps {
  of: readonly Notification[]
  /**
   * Number of all unread notifications.
   * Needed if `of` contains only some of them.
   */
  unread?: number | undefined
  wereRead?: (ids: readonly string[]) => void
}

/**
 * Button 'Mark all as read'.
 * It stays rendered when all are read, so that nothing moves.
 */
export function MarkAllReadButton({ of, unread: all = 0, wereRead }: MarkAllProps) {
  const { pending, markRead } = useMarkRead(wereRead)
  const unread = of.filter(({ read }) => !read).map(({ id }) => id)
  return (
    <CommandButton
      variant="default"
      leftSection={<IconChecks size={18} aria-hidden="true" />}
      disabled={unread.length === 0}
      loading={pending}
      onClick={() => void markRead(unread)}
    >
      {all > unread.length ? t`Mark these as read` : t`Mark all as read`}
    </CommandButton>
  )
}
