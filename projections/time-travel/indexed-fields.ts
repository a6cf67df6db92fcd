/** Defines which fields of each view have an index in the time-travel file. */
import type { ViewName } from '#contract/tables.ts'

/**
 * Indexed fields by view.
 * Queries by other fields scan every row.
 */
export const INDEXED_FIELDS: Readonly<Record<ViewName, readonly string[]>> = {
  accounts: [],
  reports: ['open', 'userId', 'timestamp', 'collectedAt', 'reference', 'roundId', 'deliveryId'],
  zones: [],
  notifications: ['to', 'sequence'],
  vehicles: [],
  sites: [],
  schedules: ['open', 'completedAt', 'cancelledAt', 'scheduledStart'],
  deliveries: ['underWay', 'day', 'createdAt', 'arrivedAt', 'reference'],
  compositions: ['day', 'site_id'],
  configuration: [],
  trips: ['vehicle_id', 'trip_start'],
  security: ['kind', 'at'],
  analyses: ['siteId', 'sequence'],
  refits: [],
  forecasts: [],
  foreseen: ['date'],
  checkpoints: [],
  accesses: ['userId'],
  findings: ['status', 'rule', 'happenedAt'],
  thresholds: [],
  drivers: [],
  bins: [],
  gateways: [],
  texts: ['userId', 'at', 'messageId'],
}
