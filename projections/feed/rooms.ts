/** What each room holds: of which view, which of its rows for whom, and how they look on the wire. */
import type { RoomName, RoomRows } from '#contract/feed.ts'
import type { ViewName } from '#contract/tables.ts'
import type { Principal } from '#platform/auth/tokens.ts'
import type { Filter, Query, Row } from '#platform/read-store/read-store.ts'
import type { Sealer } from '#platform/sealing.ts'
import { type DeliveryRow, toDelivery } from '../collections/deliveries-view.ts'
import { openSchedules } from '../collections/open-schedules.ts'
import type { ScheduleRow } from '../collections/schedules-view.ts'
import { openVehicles } from '../fleet/open-vehicles.ts'
import type { VehicleRow } from '../fleet/vehicles-view.ts'
import { type NotificationRow, toNotification } from '../notifications/notifications-view.ts'
import { openReports } from '../reports/open-reports.ts'
import { toConfigurationRow } from '../settings/configuration-view.ts'
import { type SiteRow, toSite } from '../sites/sites-view.ts'
import { toZoneStatus } from '../zones/zones-view.ts'

export interface Room<R extends Row, Wire> {
  view: ViewName
  /** The part of the room's rows that a reader sees, as equal fields; also names the socket.io room. */
  scope(principal: Principal): Record<string, string>
  /** The scope that a row belongs to. */
  scopeOf(row: R): Record<string, string>
  /** Of the rows in scope those that stand in the room; the others have left it. */
  filter: Filter
  matches(row: R): boolean
  sort: NonNullable<Query['sort']>
  limit?: number
  wire(rows: R[], sealer: Sealer): Promise<Wire[]>
}

export type AnyRoom = Room<Row, unknown>

const everybody = () => ({})
const always = () => true

function room<N extends RoomName, R extends Row>(_name: N, definition: Room<R, RoomRows[N]>): AnyRoom {
  return definition as unknown as AnyRoom
}

/** A room that holds every row of the view of its name, for everybody who may join. */
function wholeView<N extends 'zones' | 'configuration'>(name: N, toWire: (row: never) => RoomRows[N]): AnyRoom {
  return room(name, {
    view: name,
    scope: everybody,
    scopeOf: everybody,
    filter: {},
    matches: always,
    sort: { id: 1 },
    wire: async (rows) => rows.map((row) => toWire(row as never)),
  })
}

/** The newest schedules; how long an ended one is still of interest is for the reader's clock to say. */
const standingSchedules = {
  view: 'schedules',
  filter: {},
  matches: always,
  sort: { scheduledStart: -1 },
  limit: 200,
  wire: openSchedules,
} as const

/** The newest notifications to somebody: a person, or a role that all of it reads. */
const newestNotifications = {
  view: 'notifications',
  scopeOf: (row: NotificationRow) => ({ to: row.to }),
  filter: {},
  matches: always,
  sort: { timestamp: -1 },
  limit: 100,
  wire: async (rows: NotificationRow[]) => rows.map(toNotification),
} as const

export const roomTable: Record<RoomName, AnyRoom> = {
  'active-reports': room('active-reports', {
    view: 'reports',
    scope: everybody,
    scopeOf: everybody,
    filter: { open: true },
    matches: (row: { open: boolean } & Row) => row.open,
    sort: { timestamp: -1 },
    wire: (rows, sealer) => openReports(rows as never, sealer, { withName: true }),
  }),
  'my-reports': room('my-reports', {
    view: 'reports',
    scope: (principal) => ({ userId: principal.userId }),
    scopeOf: (row: { userId: string } & Row) => ({ userId: row.userId }),
    filter: {},
    matches: always,
    sort: { timestamp: -1 },
    wire: (rows, sealer) => openReports(rows as never, sealer, { withName: false }),
  }),
  zones: wholeView('zones', toZoneStatus),
  'my-zone': room('my-zone', {
    view: 'zones',
    scope: (principal) => ({ id: principal.zone ?? '' }),
    scopeOf: (row) => ({ id: row.id }),
    filter: {},
    matches: always,
    sort: { id: 1 },
    wire: async (rows) => rows.map((row) => toZoneStatus(row as never)),
  }),
  notifications: room('notifications', { ...newestNotifications, scope: ({ role }) => ({ to: role }) }),
  'my-notifications': room('my-notifications', { ...newestNotifications, scope: ({ userId }) => ({ to: userId }) }),
  schedules: room('schedules', { ...standingSchedules, scope: everybody, scopeOf: everybody }),
  'my-schedules': room('my-schedules', {
    ...standingSchedules,
    scope: (principal) => ({ zone: principal.zone ?? '' }),
    scopeOf: (row: ScheduleRow) => ({ zone: row.zone }),
  }),
  vehicles: room('vehicles', {
    view: 'vehicles',
    scope: everybody,
    scopeOf: everybody,
    filter: { in_fleet: true },
    matches: (row: VehicleRow) => row.in_fleet,
    sort: { id: 1 },
    wire: openVehicles,
  }),
  sites: room('sites', {
    view: 'sites',
    scope: everybody,
    scopeOf: everybody,
    filter: { open: true },
    matches: (row: SiteRow) => row.open,
    sort: { id: 1 },
    wire: async (rows) => rows.map(toSite),
  }),
  deliveries: room('deliveries', {
    view: 'deliveries',
    scope: everybody,
    scopeOf: everybody,
    filter: {},
    matches: always,
    sort: { createdAt: -1 },
    limit: 200,
    wire: async (rows: DeliveryRow[]) => rows.map(toDelivery),
  }),
  configuration: wholeView('configuration', toConfigurationRow),
}

/** The name of a room for one scope, such as `my-reports{"userId":"u1"}`. */
export const instanceName = (name: RoomName, scope: Record<string, string>) => `${name}${JSON.stringify(scope)}`
