/** Defines the feed's rooms: their view, row order, roles that may join, and fallback endpoints. */
import { ROLES, type Role } from '#domain/city.ts'
import type { EndpointName } from '../routes.ts'
import type { ViewName } from '../tables.ts'

export interface RoomDefinition {
  roles: readonly Role[]
  view: ViewName
  /**
   * Sort fields: 1 ascending, -1 descending.
   * Ties are sorted by id.
   */
  order: Readonly<Record<string, 1 | -1>>
  /** Maximum number of rows in each list of the feed room. */
  limit?: number
  /**
   * API endpoints that return the same rows as this feed room.
   * Clients use them while the feed is unavailable, if their role permits it.
   */
  fallback: readonly EndpointName[]
}

/**
 * Maximum number of deliveries on their way in a list, and of arrived ones.
 * A city of 500 zones with a load a day has 3,500 in a week.
 */
export const MAX_DELIVERIES_LISTED = 4_000

const newest = { timestamp: -1 } as const
const byId = { id: 1 } as const
const notifications = {
  view: 'notifications',
  order: { sequence: -1 },
  limit: 20,
} as const
const reports = { view: 'reports', order: newest } as const
const schedules = {
  view: 'schedules',
  order: { scheduledStart: -1 },
  fallback: ['schedules'],
} as const
const zones = { view: 'zones', order: { openedAt: 1 } } as const

export const feedRooms = {
  'active-reports': {
    ...reports,
    roles: ['dispatcher', 'admin'],
    fallback: ['activeReports'],
  },
  'my-reports': { ...reports, roles: ['resident'], fallback: ['userReports'] },
  zones: { ...zones, roles: ['dispatcher', 'admin'], fallback: ['openZones'] },
  /**
   * Room with the row of the reader's zone.
   * It has no HTTP fallback: the endpoint `openZones` returns all zones and is for staff only.
   */
  'my-zone': { ...zones, roles: ['resident'], fallback: [] },
  /**
   * Notifications of the reader's role, only of the kinds that the reader has not switched off.
   * Dispatchers also get archived notifications, up to the same limit.
   */
  notifications: {
    ...notifications,
    roles: ['dispatcher', 'recycler'],
    fallback: ['dispatcherNotifications', 'archivedNotifications', 'recyclerNotifications'],
  },
  /** Personal notifications of the reader, of the kinds that they want. */
  'my-notifications': { ...notifications, roles: ROLES, fallback: ['notifications'] },
  /** Open schedules, and the newest that ended in the last 24 hours. */
  schedules: { ...schedules, roles: ['dispatcher', 'admin'] },
  /** Schedules of the reader's zone: open, and the newest that ended in the last 24 hours. */
  'my-schedules': { ...schedules, roles: ['resident'] },
  /**
   * Open collections of the reader's truck.
   * No endpoint replaces this room, because `driverSheet` returns only one collection.
   */
  'my-rounds': { ...schedules, roles: ['driver'], fallback: [] },
  /** Stops of the current collection of the reader's truck. */
  'my-stops': {
    roles: ['driver'],
    view: 'reports',
    order: { timestamp: 1 },
    fallback: ['driverSheet'],
  },
  vehicles: {
    roles: ['dispatcher', 'admin'],
    view: 'vehicles',
    order: byId,
    fallback: ['vehicles'],
  },
  sites: {
    roles: ['dispatcher', 'recycler', 'admin'],
    view: 'sites',
    order: byId,
    fallback: ['sites'],
  },
  /** The newest deliveries on the way, and the newest that arrived in the last 7 days. */
  deliveries: {
    roles: ['dispatcher', 'recycler', 'admin'],
    view: 'deliveries',
    order: { createdAt: -1 },
    fallback: ['deliveries'],
  },
  /** The newest analyses, including queued ones. */
  analyses: {
    roles: ['dispatcher', 'admin'],
    view: 'analyses',
    order: { sequence: -1 },
    limit: 20,
    fallback: ['analyses'],
  },
  /** State of the forecast, in a single row. */
  forecasts: {
    roles: ['recycler', 'dispatcher', 'admin'],
    view: 'forecasts',
    order: byId,
    fallback: ['forecastState'],
  },
  /** The configuration, in a single row. */
  configuration: {
    roles: ['dispatcher', 'admin'],
    view: 'configuration',
    order: byId,
    fallback: ['configuration'],
  },
} as const satisfies Record<string, RoomDefinition>

export type RoomName = keyof typeof feedRooms
