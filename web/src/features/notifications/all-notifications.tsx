/** The page of notifications by day, with older ones on demand. */

import { Anchor, Button, Skeleton } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import { Link } from 'react-router'
import type { Notification, Site } from '#contract/views.ts'
import { lookUp } from '#rules/dictionary.ts'
import { NewRows } from '#web/components/new-rows.tsx'
import page from '#web/components/page.module.css'
import { PageHead } from '#web/components/page-head.tsx'
import { Panel } from '#web/components/panel.tsx'
import { EmptyState, ErrorState } from '#web/components/states.tsx'
import { FreshnessBadge } from '#web/feed/freshness-badge.tsx'
import { useRoom } from '#web/feed/use-room.ts'
import { figure } from '#web/format/numbers.ts'
import { useHeldRows } from '#web/hooks/held-rows.ts'
import { RegionContext, useRegion } from '#web/hooks/region.ts'
import { useNow } from '#web/hooks/ticker.ts'
import { type InboxView, isKnown } from './inbox-view.ts'
import { MarkAll } from './mark-all.tsx'
import classes from './notification-card.module.css'
import { NotificationCard } from './notification-card.tsx'
import { byDay } from './own-notifications.ts'
import { type Counts, unreadIn, useRoleCounts } from './use-counts.ts'
import { useRoleInbox } from './use-inbox.ts'
import { type Older, useOlder } from './use-older.ts'

const MINUTE_MS = 60_000

export function AllNotifications() {
  const view = useRoleInbox()
  const older = useOlder(view)
  const counts = useRoleCounts(older)
  const { value, region, place } = useRegion()
  return (
    <div className={page.page} ref={region}>
      <PageHead title="Notifications" lead={isKnown(view) ? words(older, counts) : 'Loading…'} titleAlone>
        <FreshnessBadge />
        <span className={classes.news} aria-live="polite" ref={place} />
        <MarkAll of={older.rows} unread={counts?.unread} wereRead={older.wereRead} />
      </PageHead>
      <RegionContext value={value}>
        <Content view={view} older={older} />
      </RegionContext>
    </div>
  )
}

/** Formats as '26 unread · 28 in total'; for a part, the figures of the shown ones. */
function words({ rows }: Older, counts: Counts | undefined): string {
  if (counts) return `${figure(counts.unread)} unread · ${figure(counts.total)} in total`
  return `${figure(unreadIn(rows))} unread · newest ${figure(rows.length)} shown`
}

function Content({ view, older }: { view: InboxView; older: Older }) {
  const { rows: sites } = useRoom('sites')
  if (view.status === 'loading') return <Loading />
  if (view.status === 'error')
    return (
      <Panel title="Notifications">
        <ErrorState message={view.error ?? 'Failed to fetch notifications'} retry={view.retry} />
      </Panel>
    )
  if (older.rows.length === 0 && !older.hasMore) return <Nothing />
  return <Days view={view} older={older} sites={new Map(sites.map((site) => [site.id, site]))} />
}

const Loading = () => (
  <div className={classes.list}>
    {[1, 2, 3].map((card) => (
      <Skeleton key={card} height={160} />
    ))}
  </div>
)

const Nothing = () => (
  <Panel title="Notifications">
    <div className={classes.empty}>
      <EmptyState icon={IconBell} title="No Notifications Yet">
        You&apos;ll receive notifications about waste collection updates, site capacity alerts, and important
        announcements here.
      </EmptyState>
      <EmptyState icon={IconBell} title="Tip">
        You choose which of them you get, and whether this device rings, in your{' '}
        <Anchor component={Link} to="/recycler/profile?tab=settings">
          settings
        </Anchor>
        .
      </EmptyState>
    </div>
  </Panel>
)

interface DaysProps {
  view: InboxView
  older: Older
  sites: ReadonlyMap<string, Site>
}

function Days({ view, older, sites }: DaysProps) {
  const now = useNow(MINUTE_MS)
  const { shown, gone: _, ...news } = useHeldRows(older.rows, `${older.pages} pages`)
  return (
    <>
      <NewRows {...news} of="notifications" />
      {byDay(shown, now).map(({ day, notifications }) => (
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
          mih={44}
          className={classes.older}
          loading={older.pending}
          onClick={() => void older.fetchMore()}
        >
          Show older
        </Button>
      )}
    </>
  )
}

const siteOf = ({ metadata }: Notification) => (typeof metadata.siteId === 'string' ? metadata.siteId : '')
