/** Live notifications of a role with a shared list: that list and the user's own. */
import { useMemo } from 'react'
import { useRoom } from '#web/lib/feed/use-room.ts'
import { type InboxView, isKnown } from './inbox-view.ts'
import { type Merged, merged } from './merged-inbox.ts'

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
