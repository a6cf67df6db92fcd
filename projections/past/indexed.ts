/** By which fields the reads find rows, in views that have many: a row of the past is found by them without looking at all. */
import type { ViewName } from '#contract/tables.ts'

/** What is asked for by other fields is found too, by looking at every row that there was. */
export const INDEXED: Readonly<Record<ViewName, readonly string[]>> = {
  accounts: [],
  reports: ['open', 'userId', 'timestamp', 'collectedAt', 'reference'],
  zones: [],
  notifications: ['to', 'timestamp'],
  vehicles: [],
  sites: [],
  schedules: ['open', 'completedAt', 'cancelledAt', 'scheduledStart'],
  deliveries: ['underWay', 'day', 'createdAt', 'arrivedAt', 'reference'],
  compositions: ['day', 'site_id'],
  configuration: [],
  trips: ['vehicle_id', 'trip_start'],
  security: ['kind', 'at'],
  analyses: ['siteId', 'requestedAt'],
  refits: [],
  forecasts: [],
  foreseen: ['date'],
  checkpoints: [],
  accesses: ['userId'],
  findings: ['status', 'rule', 'happenedAt'],
  thresholds: [],
}
