/** What somebody is told, live: what is for them alone, and for those whose role has a list of its own, that too. */
import { useMemo } from 'react'
import { rooms } from '#contract/rooms.ts'
import type { Notification } from '#contract/views.ts'
import type { Role } from '#rules/city.ts'
import { type RoomView, useRoom } from '#web/feed/use-room.ts'
import { type Merged, merged } from './merged-inbox.ts'

export interface InboxView extends Omit<RoomView<Notification>, 'rows'>, Merged {
  /** Whether the rows are what the server has, or had when it was last heard. */
  known: boolean
}

/** Whether a role reads a list together. */
export const readsTogether = (role: Role) => (rooms.notifications.roles as readonly Role[]).includes(role)

/** The rooms that show what somebody of this role is told. */
export const inboxRooms = (role: Role) =>
  readsTogether(role) ? (['my-notifications', 'notifications'] as const) : (['my-notifications'] as const)

const isKnown = ({ status }: RoomView<Notification>) => status !== 'loading' && status !== 'error'

/** For a role without a list of its own. */
export function useOwnInbox(): InboxView {
  const { rows, ...room } = useRoom('my-notifications')
  const list = useMemo(() => merged(rows), [rows])
  return { ...room, ...list, known: isKnown({ rows, ...room }) }
}

/** For a role that reads a list together. */
export function useRoleInbox(): InboxView {
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
  const worse =
    [own, role].find(({ status }) => status === 'error') ?? [own, role].find((room) => !isKnown(room)) ?? role
  return {
    ...list,
    arrivals,
    status: worse.status,
    error: worse.error,
    known: isKnown(own) && isKnown(role),
    retry() {
      for (const room of [own, role]) if (!isKnown(room)) room.retry()
    },
  }
}
