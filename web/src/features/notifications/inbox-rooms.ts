/** In which rooms of the feed the notifications of a role stand. */
import { rooms } from '#contract/feed/rooms.ts'
import type { Role } from '#rules/city.ts'

/** Whether a role reads a list together. */
export const readsTogether = (role: Role) => (rooms.notifications.roles as readonly Role[]).includes(role)

/** The rooms that show what somebody of this role is told. */
export const inboxRooms = (role: Role) =>
  readsTogether(role) ? (['my-notifications', 'notifications'] as const) : (['my-notifications'] as const)
