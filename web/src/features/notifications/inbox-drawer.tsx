/** The drawer that the bell opens. */

import { Skeleton } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import type { Ref } from 'react'
import { lookUp } from '#domain/dictionary.ts'
import { figure } from '#web/lib/format/numbers.ts'
import { FreezeRegionContext, useFreezeRegion, useFrozenRows } from '#web/lib/hooks/frozen-rows.ts'
import { useNow } from '#web/lib/hooks/replay-context.ts'
import { Drawer } from '#web/ui/drawer.tsx'
import { NewRows } from '#web/ui/rows.tsx'
import { EmptyState, ErrorState } from '#web/ui/states.tsx'
import classes from './inbox.module.css'
import { InboxItem } from './inbox-item.tsx'
import type { CountedInbox } from './inbox-view.ts'
import { MarkAll } from './mark-all.tsx'
import { byDay } from './own-notifications.ts'
import { unreadIn } from './use-counts.ts'

const MINUTE_MS = 60_000

type InboxProps = CountedInbox

function Inbox({ inbox, status, error, arrivals, counts, retry }: InboxProps) {
  const { value, region, place } = useFreezeRegion()
  if (status === 'loading') return <Skeleton height={112} />
  if (status === 'error') return <ErrorState message={error ?? 'Failed to fetch notifications'} retry={retry} />
  if (inbox.length === 0) {
    return (
      <EmptyState icon={IconBell} title="No new notifications.">
        What concerns you appears here the moment it happens: collections, your reports, and changes to your account.
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
        <span className={classes.news} aria-live="polite" ref={place} />
        <MarkAll of={shown} unread={counts?.unread} />
      </div>
      <NewRows {...news} of="notifications" />
      {byDay(shown, now).map(({ day, notifications }) => (
        <section key={day} aria-label={day}>
          <h3 className={classes.day}>{day}</h3>
          <ul className={classes.list}>
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

/** Formats as '26 unread', with the total if the list shows only the newest. */
function words(shown: InboxProps['inbox'], counts: InboxProps['counts']): string {
  const unread = `${figure(counts?.unread ?? unreadIn(shown))} unread`
  return counts && counts.total > shown.length
    ? `${unread} · newest ${figure(shown.length)} of ${figure(counts.total)}`
    : unread
}

export function InboxDrawer({ opened, close, ...inbox }: InboxProps & { opened: boolean; close(): void }) {
  return (
    <Drawer title="Your notifications" opened={opened} close={close}>
      <Inbox {...inbox} />
    </Drawer>
  )
}
