/** Defines each room: its view, lists, scopes and wire form. */
import type { RoomRows } from '#contract/feed/feed.ts'
import { type RoomName, rooms } from '#contract/feed/rooms.ts'
import type { NotificationKind } from '#contract/people/notifications.ts'
import type { ViewName } from '#contract/tables.ts'
import type { Principal } from '#platform/auth/tokens.ts'
import type { Row } from '#platform/read-store/read-store.ts'
import type { Sealer } from '#platform/sealing.ts'
import { type AnalysisRow, toAnalysis } from '../analyses/analyses-view.ts'
import { type DeliveryRow, openDeliveries } from '../collections/deliveries-view.ts'
import { openSchedules } from '../collections/open-schedules.ts'
import type { ScheduleRow } from '../collections/schedules-view.ts'
import { openVehicles } from '../fleet/open-vehicles.ts'
import type { VehicleRow } from '../fleet/vehicles-view.ts'
import { toForecastState } from '../forecasts/routes.ts'
import { type NotificationRow, toNotification } from '../notifications/notifications-view.ts'
import * as lists from '../reading/lists.ts'
import { openReports } from '../reports/open-reports.ts'
import { toConfigurationRow } from '../settings/configuration-view.ts'
import { type SiteRow, toSite } from '../sites/sites-view.ts'
import { toZoneCard } from '../zones/zones-view.ts'

/** Fields that a row must match for a reader to see it. */
export type Scope = Record<string, string>

export interface Room<R extends Row, Wire> {
  view: ViewName
  scope(principal: Principal): Scope
  scopeOf(row: R): Scope
  /**
   * Returns the lists whose rows the room contains.
   * They equal those of its endpoint.
   * Notifications are limited to the wanted kinds.
   */
  lists(now: Date, scope: Scope, kinds: readonly NotificationKind[]): readonly lists.List[]
  /** Set if rows leave without an event: over time, or displaced by newer rows. */
  moves?: 'with time' | 'with newer'
  wire(rows: R[], sealer: Sealer): Promise<Wire[]>
}

export type AnyRoom = Room<Row, unknown>

const everybody = () => ({})

function room<N extends RoomName, R extends Row>(name: N, definition: Omit<Room<R, RoomRows[N]>, 'view'>): AnyRoom {
  return { ...definition, view: rooms[name].view } as unknown as AnyRoom
}

/** Defines a room with one list for all permitted readers. */
function wholeView<N extends RoomName>(name: N, list: lists.List, toWire: (row: never) => RoomRows[N]): AnyRoom {
  return room(name, {
    scope: everybody,
    scopeOf: everybody,
    lists: () => [list],
    wire: async (rows) => rows.map((row) => toWire(row as never)),
  })
}

const standingSchedules = {
  lists: (now: Date) => [lists.standingSchedules(now)],
  moves: 'with time',
  wire: openSchedules,
} as const

const newestNotifications = {
  scopeOf: (row: NotificationRow) => ({ to: row.to }),
  moves: 'with newer',
  wire: async (rows: NotificationRow[]) => rows.map(toNotification),
} as const

export const roomTable: Record<RoomName, AnyRoom> = {
  'active-reports': room('active-reports', {
    scope: everybody,
    scopeOf: everybody,
    lists: () => [lists.activeReports],
    wire: (rows, sealer) => openReports(rows as never, sealer, { withName: true }),
  }),
  'my-reports': room('my-reports', {
    scope: (principal) => ({ userId: principal.userId }),
    scopeOf: (row: { userId: string } & Row) => ({ userId: row.userId }),
    lists: () => [lists.allReports],
    wire: (rows, sealer) => openReports(rows as never, sealer, { withName: false }),
  }),
  zones: wholeView('zones', lists.openZones, toZoneCard),
  'my-zone': room('my-zone', {
    scope: (principal) => ({ id: principal.zone ?? '' }),
    scopeOf: (row) => ({ id: row.id }),
    lists: () => [lists.everyZone],
    wire: async (rows) => rows.map((row) => toZoneCard(row as never)),
  }),
  /** Dispatchers can see archived notifications too. */
  notifications: room('notifications', {
    ...newestNotifications,
    scope: ({ role }) => ({ to: role }),
    lists: (_now, { to }, kinds) =>
      (to === 'dispatcher' ? [false, true] : [false]).map((archived) => lists.newestNotifications(kinds, archived)),
  }),
  'my-notifications': room('my-notifications', {
    ...newestNotifications,
    scope: ({ userId }) => ({ to: userId }),
    lists: (_now, _scope, kinds) => [lists.newestNotifications(kinds)],
  }),
  schedules: room('schedules', { ...standingSchedules, scope: everybody, scopeOf: everybody }),
  'my-schedules': room('my-schedules', {
    ...standingSchedules,
    scope: (principal) => ({ zone: principal.zone ?? '' }),
    scopeOf: (row: ScheduleRow) => ({ zone: row.zone }),
  }),
  vehicles: room('vehicles', {
    scope: everybody,
    scopeOf: everybody,
    lists: () => [lists.fleet],
    wire: (rows: VehicleRow[], sealer) => openVehicles(rows, sealer),
  }),
  sites: room('sites', {
    scope: everybody,
    scopeOf: everybody,
    lists: () => [lists.openSites],
    wire: async (rows: SiteRow[]) => rows.map(toSite),
  }),
  deliveries: room('deliveries', {
    scope: everybody,
    scopeOf: everybody,
    lists: (now) => [lists.recentDeliveries(now)],
    moves: 'with time',
    wire: (rows: DeliveryRow[], sealer) => openDeliveries(rows, sealer),
  }),
  analyses: room('analyses', {
    scope: everybody,
    scopeOf: everybody,
    lists: () => [lists.newestAnalyses],
    moves: 'with newer',
    wire: async (rows: AnalysisRow[]) => rows.map(toAnalysis),
  }),
  forecasts: wholeView('forecasts', lists.stateOfForecasts, toForecastState),
  configuration: wholeView('configuration', lists.configuration, toConfigurationRow),
}

/** Names a room for one scope, such as `my-reports{"userId":"u1"}`. */
export const baseOf = (name: RoomName, scope: Scope) => `${name}${JSON.stringify(scope)}`
