/** One of the user's notifications: kind, text, age and a button to mark it read. */
import { Button } from '@mantine/core'
import {
  IconAlertTriangle,
  IconCalendarTime,
  IconChartLine,
  IconChartPie,
  IconCheck,
  IconCircleCheck,
  IconCircleX,
  IconGauge,
  IconMessage,
  IconReportAnalytics,
  IconShieldLock,
  IconTruck,
} from '@tabler/icons-react'
import type { NotificationKind } from '#contract/notifications/notifications.ts'
import type { Notification } from '#contract/views.ts'
import { useHighlighted } from '#web/lib/feed/use-room.ts'
import { Badge, RelativeTime, SimulatedBadge } from '#web/ui/marks.tsx'
import classes from './inbox.module.css'
import words from './notification.module.css'
import { useMarkRead } from './use-mark-read.ts'

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

export interface InboxItemProps {
  notification: Notification
  /** True for a removed notification that stays frozen during interaction. */
  gone: boolean
  arrivedAt: number | undefined
}

export function InboxItem({ notification, gone, arrivedAt }: InboxItemProps) {
  const { id, kind, title, message, timestamp, read } = notification
  const marked = useHighlighted(arrivedAt)
  const { pending, markRead } = useMarkRead()
  const Icon = icons[kind]
  return (
    <li className={classes.item} data-marked={marked || undefined} aria-busy={pending}>
      <Icon className={classes.icon} size={20} stroke={1.6} aria-hidden="true" />
      <div className={classes.words}>
        <div className={words.head}>
          <h4 className={words.title}>{title}</h4>
          {!read && <Badge tone="new">New</Badge>}
        </div>
        <p className={words.message}>{message}</p>
        <div className={words.foot}>
          <span>
            <RelativeTime iso={timestamp} /> <SimulatedBadge of={notification} />
          </span>
          {!read && (
            <Button
              variant="subtle"
              color="gray"
              size="sm"
              h={44}
              px="xs"
              leftSection={<IconCheck size={16} aria-hidden="true" />}
              aria-label={`Mark read: ${title}`}
              aria-disabled={pending || gone}
              data-disabled={gone || undefined}
              onClick={() => !gone && void markRead([id])}
            >
              Mark read
            </Button>
          )}
        </div>
      </div>
    </li>
  )
}
