/** The endpoints that the dispatcher's dashboard reads. */
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
