/** The rooms of the feed: who may join each, which rows of which view stand in it in which order, and what answers the same. */
import { ROLES, type Role } from '#rules/city.ts'
import type { EndpointName } from '../lines.ts'
import type { ViewName } from '../tables.ts'

export interface RoomLine {
  roles: readonly Role[]
  view: ViewName
  /** By which field rows are read, up or down; those that are equal in it by their id. */
  order: Readonly<Record<string, 1 | -1>>
  /** Of each list in the room, so many at most. */
  limit?: number
  /** What answers the same rows while there is no connection: those of these endpoints that a reader's role may call. */
  fallback: readonly EndpointName[]
  /** What to say when they can't be fetched and the server gave no reason. */
  failure: string
}

const newest = { timestamp: -1 } as const
const byId = { id: 1 } as const
const notifications = {
  view: 'notifications',
  order: newest,
  limit: 20,
  failure: 'Failed to fetch notifications',
} as const
const reports = { view: 'reports', order: newest } as const
const schedules = {
  view: 'schedules',
  order: { scheduledStart: -1 },
  fallback: ['schedules'],
  failure: 'Failed to load collection schedules',
} as const
/** In the order that they were opened. */
const zones = { view: 'zones', order: { openedAt: 1 }, failure: 'Failed to fetch threshold status' } as const

export const rooms = {
  /** Open reports of all zones. */
  'active-reports': {
    ...reports,
    roles: ['dispatcher', 'admin'],
    fallback: ['activeReports'],
    failure: 'Failed to fetch active reports',
  },
  /** The reader's own reports. */
  'my-reports': { ...reports, roles: ['resident'], fallback: ['userReports'], failure: 'Failed to fetch reports' },
  /** A card for each open zone. */
  zones: { ...zones, roles: ['dispatcher', 'admin'], fallback: ['openZones'] },
  /** The zone of the reader, as a card. No endpoint tells residents of it: `openZones` tells staff of every zone. */
  'my-zone': { ...zones, roles: ['resident'], fallback: [] },
  /** To the reader's role, of the kinds that the reader wants; for dispatchers, and as many archived. */
  notifications: {
    ...notifications,
    roles: ['dispatcher', 'recycler'],
    fallback: ['dispatcherNotifications', 'archivedNotifications', 'recyclerNotifications'],
  },
  /** To the reader alone, of the kinds that they want. */
  'my-notifications': { ...notifications, roles: ROLES, fallback: ['notifications'] },
  /** Open schedules, and those that ended in the last 24 hours. */
  schedules: { ...schedules, roles: ['dispatcher', 'admin'] },
  /** The same of the reader's zone. */
  'my-schedules': { ...schedules, roles: ['resident'] },
  vehicles: {
    roles: ['dispatcher', 'admin'],
    view: 'vehicles',
    order: byId,
    fallback: ['vehicles'],
    failure: 'Failed to load vehicles',
  },
  sites: {
    roles: ['dispatcher', 'recycler', 'admin'],
    view: 'sites',
    order: byId,
    fallback: ['sites'],
    failure: 'Failed to fetch waste sites',
  },
  /** Deliveries under way, and those of the last 7 days. */
  deliveries: {
    roles: ['dispatcher', 'recycler', 'admin'],
    view: 'deliveries',
    order: { createdAt: -1 },
    fallback: ['deliveries'],
    failure: 'Failed to fetch deliveries',
  },
  /** The newest photos that were analysed, or are to be. */
  analyses: {
    roles: ['dispatcher', 'admin'],
    view: 'analyses',
    order: { requestedAt: -1 },
    limit: 20,
    fallback: ['analyses'],
    failure: 'Failed to load analyses',
  },
  /** Which forecast there is, as one row. */
  forecasts: {
    roles: ['recycler', 'dispatcher', 'admin'],
    view: 'forecasts',
    order: byId,
    fallback: ['forecastState'],
    failure: 'Failed to load the forecast',
  },
  /** The configuration, as one row. */
  configuration: {
    roles: ['dispatcher', 'admin'],
    view: 'configuration',
    order: byId,
    fallback: ['configuration'],
    failure: 'Failed to load configuration',
  },
} as const satisfies Record<string, RoomLine>

export type RoomName = keyof typeof rooms
