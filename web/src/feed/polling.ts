/** Where each room's rows are fetched while the socket is down. */

import type { RoomName } from '#contract/feed.ts'
import { comparePositions } from '#contract/positions.ts'
import type {
  ConfigurationView,
  Delivery,
  Notification,
  Report,
  Schedule,
  Site,
  Vehicle,
  ZoneCard,
} from '#contract/views.ts'
import type { Role } from '#rules/city.ts'
import type { Row } from './room.ts'

export interface Fetched {
  rows: Row[]
  /** What the rows are true at: the `X-Position` of the answer. */
  position: string
}

/** GETs a path below /api. */
export type Get = <T>(path: string) => Promise<{ body: T; position: string }>

/** Who reads. */
export interface Reader {
  id: string
  role: Role
}

type FetchRoom = (get: Get, reader: Reader) => Promise<Fetched>

const reports = async (get: Get, path: string) => {
  const { body, position } = await get<{ reports: Report[] }>(path)
  return { rows: body.reports, position }
}

const notifications = async (get: Get, path: string) => {
  const { body, position } = await get<{ notifications: Notification[] }>(path)
  return { rows: body.notifications, position }
}

/** A resident is answered with those of their zone. */
const schedules: FetchRoom = async (get) => {
  const { body, position } = await get<{ schedules: Schedule[] }>('/auth/schedules')
  return { rows: body.schedules, position }
}

const fetches: Partial<Record<RoomName, FetchRoom>> = {
  'active-reports': (get) => reports(get, '/auth/reports/active'),
  'my-reports': (get, { id }) => reports(get, `/auth/reports/user/${encodeURIComponent(id)}`),
  async zones(get) {
    const { body, position } = await get<{ zones: ZoneCard[] }>('/auth/zones')
    return { rows: body.zones, position }
  },
  async notifications(get, { role }) {
    if (role === 'recycler') return notifications(get, '/auth/notifications/recycler')
    const [recent, archived] = await Promise.all([
      get<{ notifications: Notification[] }>('/auth/notifications/dispatcher'),
      get<{ notifications: Notification[] }>('/auth/notifications/dispatcher/archived'),
    ])
    const [older, newer] =
      comparePositions(recent.position, archived.position) < 0 ? [recent, archived] : [archived, recent]
    return { rows: [...older.body.notifications, ...newer.body.notifications], position: older.position }
  },
  'my-notifications': (get) => notifications(get, '/auth/notifications'),
  schedules,
  'my-schedules': schedules,
  async vehicles(get) {
    const { body, position } = await get<{ vehicles: Vehicle[] }>('/fuel/vehicles')
    return { rows: body.vehicles, position }
  },
  async sites(get) {
    const { body, position } = await get<{ sites: Site[] }>('/auth/waste-sites')
    return { rows: body.sites, position }
  },
  async deliveries(get) {
    const { body, position } = await get<{ deliveries: Delivery[] }>('/auth/deliveries')
    return { rows: body.deliveries, position }
  },
  async configuration(get) {
    const { body, position } = await get<{ config: ConfigurationView }>('/auth/config')
    return { rows: [{ id: 'configuration', ...body.config }], position }
  },
}

/** What to say when a room can't be fetched and the server gave no reason. */
export const fetchFailures: Record<RoomName, string> = {
  'active-reports': 'Failed to fetch active reports',
  'my-reports': 'Failed to fetch reports',
  zones: 'Failed to fetch threshold status',
  'my-zone': 'Failed to fetch threshold status',
  notifications: 'Failed to fetch notifications',
  'my-notifications': 'Failed to fetch notifications',
  schedules: 'Failed to load collection schedules',
  'my-schedules': 'Failed to load collection schedules',
  vehicles: 'Failed to load vehicles',
  sites: 'Failed to fetch waste sites',
  deliveries: 'Failed to fetch deliveries',
  configuration: 'Failed to load configuration',
}

/** Fetches a room whole; null for a room that no endpoint answers. */
export async function fetchRoom(room: RoomName, get: Get, reader: Reader): Promise<Fetched | null> {
  return (await fetches[room]?.(get, reader)) ?? null
}
