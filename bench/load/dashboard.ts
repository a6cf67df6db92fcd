/** What the dispatcher's dashboard asks for, and the rooms that it joins. */
import type { RoomName } from '#contract/feed/rooms.ts'
import type { EndpointName } from '#contract/lines.ts'

export const DASHBOARD = [
  'activeReports',
  'openZones',
  'schedules',
  'deliveries',
  'vehicles',
  'sites',
  'dispatcherNotifications',
  'notifications',
  'recommendation',
] as const satisfies EndpointName[]

export const BOARD_ROOMS = [
  'active-reports',
  'zones',
  'schedules',
  'vehicles',
  'deliveries',
  'sites',
  'notifications',
  'my-notifications',
] as const satisfies RoomName[]
