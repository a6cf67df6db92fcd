/** The bell of the frame with the notifications of the user's role. */
import { useSession } from '#web/calls/session.ts'
import { useRoom } from '#web/feed/use-room.ts'
import { Bell } from './bell.tsx'
import { readsTogether } from './inbox-rooms.ts'
import { useRoleInbox } from './use-inbox.ts'

export function MyNotifications() {
  const { user } = useSession()
  if (!user) return null
  return readsTogether(user.role) ? <RoleBell /> : <OwnBell />
}

const RoleBell = () => <Bell {...useRoleInbox()} />

function OwnBell() {
  const { rows, ...room } = useRoom('my-notifications')
  return <Bell {...room} inbox={rows.filter(({ archived }) => !archived)} />
}
