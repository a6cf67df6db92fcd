/** The bell of the frame with the notifications of the user's role. */
import { useMemo } from 'react'
import { useSession } from '#web/calls/session.ts'
import { useRoom } from '#web/feed/use-room.ts'
import { Bell } from './bell.tsx'
import { readsTogether } from './inbox-rooms.ts'
import { merged } from './merged-inbox.ts'
import { useOwnCounts, useRoleCounts } from './use-counts.ts'
import { useRoleInbox } from './use-inbox.ts'

export function MyNotifications() {
  const { user } = useSession()
  if (!user) return null
  return readsTogether(user.role) ? <RoleBell /> : <OwnBell />
}

function RoleBell() {
  const { end, ...view } = useRoleInbox()
  const counts = useRoleCounts({ rows: view.inbox, hasMore: end !== undefined })
  return <Bell {...view} counts={counts} />
}

function OwnBell() {
  const { rows, ...room } = useRoom('my-notifications')
  const { inbox, end } = useMemo(() => merged(rows), [rows])
  const counts = useOwnCounts({ rows: inbox, hasMore: end !== undefined })
  return <Bell {...room} inbox={inbox} counts={counts} />
}
