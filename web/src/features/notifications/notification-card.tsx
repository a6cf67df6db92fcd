/** One notification on the notifications page: its text, its site, and a link to the site. */

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconArrowRight, IconCheck, IconChecks, IconMapPin } from '@tabler/icons-react'
import { useNavigate } from 'react-router'
import type { Notification, Site } from '#contract/views.ts'
import { useRowHighlight } from '#web/lib/feed/use-room.ts'
import { accessibleActionName } from '#web/lib/format/names.ts'
import { formatUpToTenths, withUnit } from '#web/lib/format/numbers.ts'
import { formatExactTime, formatTimeOfDay } from '#web/lib/format/times.ts'
import { useCommandsDisabled } from '#web/lib/hooks/replay-context.ts'
import { Badge, Meter, RelativeTime, SimulatedBadge } from '#web/ui/marks.tsx'
import { CommandButton } from '#web/ui/use-command.tsx'
import { iconOf, useMarkRead } from './inbox.ts'
import classes from './notifications.module.css'

interface MarkAllProps {
  of: readonly Notification[]
  /** Number of all unread notifications, if `of` contains only some of them. */
  unread?: number | undefined
  wereRead?: (ids: readonly string[]) => void
}

/** Button 'Mark all as read'. It is always rendered, so that nothing moves when the last notification is read. */
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

/** Fill levels (fractions of the capacity) above which the colour changes, as on the site's screen. */
const CRITICAL_ABOVE = 0.9
const HIGH_ABOVE = 0.7

/** Details of a notification's site: current fill level, location and last update. */
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

export function NotificationCard({ notification, site, arrivedAt, wereRead }: NotificationCardProps) {
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
  const off = useCommandsDisabled()
  if (site) {
    const open = () => {
      // Navigates without waiting for the command. If it fails, a toast on the next page says so.
      if (!read) void markRead([id])
      void navigate(`/recycler/sites/${encodeURIComponent(site.id)}`)
    }
    return (
      <Button
        variant="default"
        rightSection={<IconArrowRight size={16} aria-hidden="true" />}
        aria-label={accessibleActionName(t`View Details`, `${title}, ${site.name}`)}
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
      aria-label={accessibleActionName(t`Mark as read`, title)}
      aria-disabled={pending}
      onClick={() => void markRead([id])}
      {...off}
    >
      <Trans>Mark as read</Trans>
    </Button>
  )
}
