/** Room that tells auditors that views have passed their command; every role has it. */
import type { RoomName } from '#contract/feed/rooms.ts'

export const AUDITORS_ROOM: RoomName = 'my-notifications'
