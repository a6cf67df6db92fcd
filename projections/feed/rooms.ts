/** Defines each feed room: its view, its lists, the readers' scopes, and how rows are sent. */
import type { RoomRowTypes } from '#contract/feed/feed.ts'
import { feedRooms, type RoomName } from '#contract/feed/rooms.ts'
import type { TextLocale } from '#contract/languages/locales.ts'
import type { NotificationKind } from '#contract/notifications/notifications.ts'
import type { ViewName, ZoneRow } from '#contract/tables.ts'
import type { Principal } from '#platform/auth/tokens.ts'
import type { Row } from '#platform/read-store/read-store.ts'
import type { Rows } from '#platform/read-store/rows.ts'
import type { Sealer } from '#platform/sealing.ts'
import { type AnalysisRow, toAnalysis } from '../analyses/analyses-view.ts'
import { readStartedRound, readVehicleIdOfDriver, toCollectionStops } from '../driver/sheet.ts'
import { unsealVehicles, type VehicleRow } from '../fleet/vehicles-view.ts'
import { toForecastState } from '../forecasts/routes.ts'
import { type NotificationRow, toNotifications } from '../notifications/notifications-view.ts'
import * as lists from '../queries/lists.ts'
import type { ReportRow } from '../reports/reports-view.ts'
import { unsealReports } from '../reports/unseal-reports.ts'
import { type DeliveryRow, decryptDeliveries } from '../schedules/deliveries-view.ts'
import { type ScheduleRow, unsealSchedules } from '../schedules/schedules-view.ts'
import { toConfigurationRow } from '../settings/configuration-view.ts'
import { type SiteRow, toSite } from '../sites/sites-view.ts'
import { toZoneCard } from '../zones/zones-view.ts'

/** Field values that a row must have for a reader to see it. */
export type RoomScope = Record<string, string>

/**
 * Dependencies for converting stored rows to the form that clients receive.
 * They are the keys of names and places, the time zone and the language.
 */
export interface ClientRowDependencies {
  sealer: Sealer
  rows: Pick<Rows<'configuration' | 'bins'>, 'get'>
  /**
   * Language of the reader.
   * The default is English.
   */
  locale?: TextLocale | undefined
}

interface RoomDefinition<R extends Row, Wire> {
  scope(principal: Principal): RoomScope
  /**
   * Returns the scope of a reader whose rows depend on the reader's truck.
   * Called again when the driver gets another truck.
   */
  scopeByTruck?(principal: Principal, rows: Rows<'drivers' | 'schedules'>): Promise<RoomScope>
  scopeOf(row: R): RoomScope
  /**
   * Returns the queries that select the room's rows.
   * The endpoint of the same rows uses the same queries.
   * Notifications are limited to the kinds that the reader wants.
   */
  lists(now: Date, scope: RoomScope, kinds: readonly NotificationKind[]): readonly lists.ListQuery[]
  /**
   * Set if rows leave the feed room without an event.
   * `with time`: after some time, or when newer rows exceed the limit.
   * `with newer`: when newer rows exceed the limit.
   */
  moves?: 'with time' | 'with newer'
  /** Returns the rows in the form that clients receive. */
  wire(rows: R[], reading: ClientRowDependencies): Promise<Wire[]>
}

interface AnyRoom extends RoomDefinition<Row, unknown> {
  view: ViewName
}

const noScope = () => ({})

function room<N extends RoomName, R extends Row>(name: N, definition: RoomDefinition<R, RoomRowTypes[N]>): AnyRoom {
  return { ...definition, view: feedRooms[name].view }
}

/** Defines a feed room whose rows are the same for all permitted readers. */
function viewRoom<N extends RoomName, R extends Row>(
  name: N,
  list: lists.ListQuery,
  toWire: (row: R) => RoomRowTypes[N],
): AnyRoom {
  return room<N, R>(name, {
    scope: noScope,
    scopeOf: noScope,
    lists: () => [list],
    wire: async (rows) => rows.map(toWire),
  })
}

const standingSchedules = {
  moves: 'with time',
  wire: (rows: ScheduleRow[], { sealer }: ClientRowDependencies) => unsealSchedules(rows, sealer),
} as const

const newestNotifications = {
  scopeOf: (row: NotificationRow) => ({ to: row.to }),
  moves: 'with newer',
  wire: (rows: NotificationRow[], reading: ClientRowDependencies) =>
    toNotifications(rows, reading.rows, reading.locale),
} as const

export const roomDefinitions: Record<RoomName, AnyRoom> = {
  'active-reports': room('active-reports', {
    scope: noScope,
    scopeOf: noScope,
    lists: () => [lists.activeReportsQuery],
    wire: (rows: ReportRow[], { sealer }) => unsealReports(rows, sealer, { withName: true }),
  }),
  'my-reports': room('my-reports', {
    scope: (principal) => ({ userId: principal.userId }),
    scopeOf: (row: ReportRow) => ({ userId: row.userId }),
    lists: () => [lists.allReportsQuery],
    wire: (rows: ReportRow[], { sealer }) => unsealReports(rows, sealer, { withName: false }),
  }),
  zones: viewRoom('zones', lists.openZonesQuery, (row: ZoneRow) => toZoneCard(row)),
  'my-zone': room('my-zone', {
    scope: (principal) => ({ id: principal.zone ?? '' }),
    scopeOf: (row) => ({ id: row.id }),
    lists: () => [lists.allZonesQuery],
    wire: async (rows: ZoneRow[]) => rows.map(toZoneCard),
  }),
  /** Dispatchers also see archived notifications, so their room contains the archived list too. */
  notifications: room('notifications', {
    ...newestNotifications,
    scope: ({ role }) => ({ to: role }),
    lists: (_now, { to }, kinds) =>
      (to === 'dispatcher' ? [false, true] : [false]).map((archived) =>
        lists.createNewestNotificationsQuery(kinds, archived),
      ),
  }),
  'my-notifications': room('my-notifications', {
    ...newestNotifications,
    scope: ({ userId }) => ({ to: userId }),
    lists: (_now, _scope, kinds) => [lists.createNewestNotificationsQuery(kinds)],
  }),
  schedules: room('schedules', {
    ...standingSchedules,
    lists: (now) => lists.createOpenOrRecentSchedulesQueries(now),
    scope: noScope,
    scopeOf: noScope,
  }),
  'my-schedules': room('my-schedules', {
    ...standingSchedules,
    lists: (now) => lists.createOpenOrRecentSchedulesQueries(now, lists.MAX_OWN_SCHEDULES_LISTED),
    scope: (principal) => ({ zone: principal.zone ?? '' }),
    scopeOf: (row: ScheduleRow) => ({ zone: row.zone }),
  }),
  'my-rounds': room('my-rounds', {
    scope: () => ({ 'vehicle.id': '' }),
    scopeByTruck: async ({ userId }, rows) => ({ 'vehicle.id': (await readVehicleIdOfDriver(rows, userId)) ?? '' }),
    scopeOf: (row: ScheduleRow) => ({ 'vehicle.id': row.vehicle.id }),
    lists: () => [lists.openSchedulesQuery],
    moves: 'with newer',
    wire: (rows: ScheduleRow[], { sealer }) => unsealSchedules(rows, sealer),
  }),
  'my-stops': room('my-stops', {
    scope: () => ({ roundId: '' }),
    scopeByTruck: async ({ userId }, rows) => ({ roundId: (await readStartedRound(rows, userId))?.id ?? '' }),
    scopeOf: (row: ReportRow) => ({ roundId: row.roundId ?? 'none' }),
    lists: () => [lists.stopsQuery],
    moves: 'with newer',
    wire: (rows: ReportRow[], { sealer, rows: read }) => toCollectionStops(rows, sealer, read),
  }),
  vehicles: room('vehicles', {
    scope: noScope,
    scopeOf: noScope,
    lists: () => [lists.fleetQuery],
    wire: (rows: VehicleRow[], { sealer }) => unsealVehicles(rows, sealer),
  }),
  sites: room('sites', {
    scope: noScope,
    scopeOf: noScope,
    lists: () => [lists.openSitesQuery],
    wire: async (rows: SiteRow[]) => rows.map(toSite),
  }),
  deliveries: room('deliveries', {
    scope: noScope,
    scopeOf: noScope,
    lists: (now) => lists.createRecentDeliveriesQueries(now),
    moves: 'with time',
    wire: (rows: DeliveryRow[], { sealer }) => decryptDeliveries(rows, sealer),
  }),
  analyses: room('analyses', {
    scope: noScope,
    scopeOf: noScope,
    lists: () => [lists.newestAnalysesQuery],
    moves: 'with newer',
    wire: async (rows: AnalysisRow[]) => rows.map(toAnalysis),
  }),
  forecasts: viewRoom('forecasts', lists.cityForecastStateQuery, toForecastState),
  configuration: viewRoom('configuration', lists.configurationQuery, toConfigurationRow),
}

/** Returns the room name for a scope, such as `my-reports{"userId":"u1"}`. */
export const scopedRoomNameOf = (name: RoomName, scope: RoomScope) => `${name}${JSON.stringify(scope)}`
