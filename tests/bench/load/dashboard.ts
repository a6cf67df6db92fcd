/** Lists the reads of the dispatcher's dashboard. */
import type { EndpointName } from '#contract/routes.ts'

export const DASHBOARD_ENDPOINTS = [
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
