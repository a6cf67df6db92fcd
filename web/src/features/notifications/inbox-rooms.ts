/** The feed's rooms with a role's notifications. */
import { rooms } from '#contract/feed/rooms.ts'
import type { Role } from '#domain/city.ts'

/** Returns true if the role shares a list of notifications. */
export const hasSharedList = (role: Role) => (rooms.notifications.roles as readonly Role[]).includes(role)

/** Returns the rooms with the notifications of a role's user. */
export const inboxRooms = (role: Role) =>
  hasSharedList(role) ? (['my-notifications', 'notifications'] as const) : (['my-notifications'] as const)
