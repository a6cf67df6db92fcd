/** A notification on its page: text, site and a link to the site. */
import { Button } from '@mantine/core'
import { IconArrowRight, IconCheck } from '@tabler/icons-react'
import { useNavigate } from 'react-router'
import type { Notification, Site } from '#contract/views.ts'
import { Badge, SimulatedBadge } from '#web/components/badge.tsx'
import { useMarked } from '#web/feed/marked.ts'
import { clock, exactTime } from '#web/format/times.ts'
import { useOff } from '#web/hooks/past.ts'
import words from './notification.module.css'
import classes from './notification-card.module.css'
import { lookOf } from './notification-look.ts'
import { SiteDetails } from './site-details.tsx'
import { useMarkRead } from './use-mark-read.ts'

export interface NotificationCardProps {
  notification: Notification
  /** Site of the notification, if known. */
  site: Site | undefined
  arrivedAt: number | undefined
  wereRead(ids: readonly string[]): void
}

export function NotificationCard({ notification, site, arrivedAt, wereRead }: NotificationCardProps) {
  const { title, message, timestamp, read } = notification
  const marked = useMarked(arrivedAt)
  const { icon: Icon, tone } = lookOf(notification)
  return (
    <li className={classes.card} data-marked={marked || undefined} data-unread={!read || undefined}>
      <span className={classes.icon} data-tone={tone}>
        <Icon size={20} stroke={1.6} aria-hidden="true" />
      </span>
      <div className={classes.words}>
        <div className={words.head}>
          <h3 className={words.title}>{title}</h3>
          {!read && <Badge tone="new">New</Badge>}
        </div>
        <p className={words.message}>{message}</p>
        {site && <SiteDetails site={site} />}
        <div className={words.foot}>
          <span>
            <time dateTime={timestamp} title={exactTime(timestamp)}>
              {clock(timestamp)}
            </time>{' '}
            <SimulatedBadge of={notification} />
          </span>
          <Actions notification={notification} site={site} wereRead={wereRead} />
        </div>
      </div>
    </li>
  )
}

function Actions({ notification, site, wereRead }: Omit<NotificationCardProps, 'arrivedAt'>) {
  const { id, title, read } = notification
  const navigate = useNavigate()
  const { pending, markRead } = useMarkRead(wereRead)
  const off = useOff()
  if (site) {
    const open = () => {
      // The navigation does not wait for the mark; a toast on the site's page shows a failure.
      if (!read) void markRead([id])
      void navigate(`/recycler/sites/${encodeURIComponent(site.id)}`)
    }
    return (
      <Button
        variant="default"
        mih={44}
        rightSection={<IconArrowRight size={16} aria-hidden="true" />}
        aria-label={`View Details: ${title}, ${site.name}`}
        onClick={open}
      >
        View Details
      </Button>
    )
  }
  if (read) return null
  return (
    <Button
      variant="subtle"
      color="gray"
      size="sm"
      h={44}
      px="xs"
      leftSection={<IconCheck size={16} aria-hidden="true" />}
      aria-label={`Mark read: ${title}`}
      aria-disabled={pending}
      onClick={() => void markRead([id])}
      {...off}
    >
      Mark read
    </Button>
  )
}
