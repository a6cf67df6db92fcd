/** What the dispatcher's dashboard asks for. */
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
