/** By which room auditors know that the views have come past what they did: of those that are there for all roles. */
import type { RoomName } from '#contract/feed/rooms.ts'

export const AUDITORS_ROOM: RoomName = 'my-notifications'
