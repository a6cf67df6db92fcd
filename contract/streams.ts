/** Stream categories of the log, and each event type's category. */
import type { EventOf, EventType } from './events.ts'

/**
 * Form of the id at the end of each category's stream names.
 * Null means that the category has a single stream, named like the category.
 */
export const STREAM_ID_FIELDS = {
  access: 'userId',
  account: 'userId',
  admins: null,
  analysis: 'analysisId',
  bin: 'userId',
  checkpoint: 'hour that it was due at',
  checkpointkey: null,
  command: 'command id',
  configuration: null,
  delivery: 'deliveryId',
  dispatch: 'zone',
  drivers: 'number of the part, from the second part on',
  erasure: 'personId',
  finding: 'findingId',
  findingrules: null,
  forecast: 'day on which it is made',
  gateway: 'gateway',
  identity: 'keyed hash of an email, employee ID or phone number',
  installation: null,
  lookups: 'userId',
  'mail-server': null,
  'material-head': null,
  notification: 'notificationId',
  rebuilds: null,
  repairs: null,
  score: 'day that was foreseen',
  security: 'noteId',
  signins: 'userId',
  site: 'siteId',
  ticket: 'siteId and the number of a weighbridge ticket',
  vehicle: 'vehicleId',
  zone: 'zone',
  zonecode: 'code',
} as const

export type StreamCategory = keyof typeof STREAM_ID_FIELDS
/** Valid stream names of a category. */
export type StreamName<C extends StreamCategory> = C extends StreamCategory
  ? (typeof STREAM_ID_FIELDS)[C] extends null
    ? C
    : `${C}-${string}`
  : never

/** Each event type's category, and the day it was introduced. */
export const EVENT_CATALOGUE = {
  AccountRegistered: { stream: 'account', since: '2026-11-21' },
  AccountConfirmed: { stream: 'account', since: '2026-11-22' },
  AccountReassigned: { stream: 'account', since: '2026-11-21' },
  AccountChanged: { stream: 'account', since: '2026-11-22' },
  SettingsSaved: { stream: 'account', since: '2026-11-21' },
  PushSwitchedOn: { stream: 'account', since: '2026-11-22' },
  PushSwitchedOff: { stream: 'account', since: '2026-11-22' },
  RegistrationAbandoned: { stream: 'account', since: '2026-11-21' },
  PasswordChanged: { stream: 'account', since: '2026-11-21' },
  SecondFactorDropped: { stream: 'account', since: '2026-11-22' },
  AccountErased: { stream: 'account', since: '2026-11-21' },
  PhoneLinked: { stream: 'account', since: '2026-11-26' },
  PhoneUnlinked: { stream: 'account', since: '2026-11-26' },
  ErasureFinished: { stream: 'erasure', since: '2026-11-21' },
  StaffSignedIn: { stream: 'signins', since: '2026-11-21' },
  SecurityNoted: { stream: 'security', since: '2026-11-22' },
  AdminAppointed: { stream: 'admins', since: '2026-11-21' },
  AdminDismissed: { stream: 'admins', since: '2026-11-21' },
  IdentityReserved: { stream: 'identity', since: '2026-11-21' },
  IdentityReleased: { stream: 'identity', since: '2026-11-21' },
  BinReportedFull: { stream: 'bin', since: '2026-11-21' },
  ReportConfirmed: { stream: 'bin', since: '2026-11-22' },
  BinPlaced: { stream: 'bin', since: '2026-11-26' },
  StopServed: { stream: 'bin', since: '2026-11-26' },
  ReportCollected: { stream: 'bin', since: '2026-11-21' },
  ReportReopened: { stream: 'bin', since: '2026-11-22' },
  CollectionScheduled: { stream: 'vehicle', since: '2026-11-21' },
  CollectionRescheduled: { stream: 'vehicle', since: '2026-11-21' },
  CollectionStarted: { stream: 'vehicle', since: '2026-11-21' },
  CollectionCompleted: { stream: 'vehicle', since: '2026-11-21' },
  CollectionOverdue: { stream: 'vehicle', since: '2026-11-22' },
  CollectionCancelled: { stream: 'vehicle', since: '2026-11-21' },
  CancellationUndone: { stream: 'vehicle', since: '2026-11-22' },
  TruckDispatched: { stream: 'vehicle', since: '2026-11-21' },
  TruckArrived: { stream: 'vehicle', since: '2026-11-21' },
  DispatchAbandoned: { stream: 'vehicle', since: '2026-11-22' },
  VehicleRegistered: { stream: 'vehicle', since: '2026-11-21' },
  VehicleChanged: { stream: 'vehicle', since: '2026-11-21' },
  VehicleSentToWorkshop: { stream: 'vehicle', since: '2026-11-22' },
  VehicleBackInService: { stream: 'vehicle', since: '2026-11-22' },
  VehicleArchived: { stream: 'vehicle', since: '2026-11-21' },
  VehicleRemoved: { stream: 'vehicle', since: '2026-11-21' },
  VehicleRefuelled: { stream: 'vehicle', since: '2026-11-21' },
  ShiftEnded: { stream: 'vehicle', since: '2026-11-26' },
  TripLogged: { stream: 'vehicle', since: '2026-11-21' },
  DriverAssigned: { stream: 'drivers', since: '2026-11-26' },
  DriverReleased: { stream: 'drivers', since: '2026-11-26' },
  DriverListClosed: { stream: 'drivers', since: '2026-11-27' },
  DriverListOpened: { stream: 'drivers', since: '2026-11-27' },
  CollectionPlanned: { stream: 'dispatch', since: '2026-11-21' },
  PlanReduced: { stream: 'dispatch', since: '2026-11-21' },
  ReportsClaimed: { stream: 'dispatch', since: '2026-11-22' },
  ReportsAssigned: { stream: 'dispatch', since: '2026-11-26' },
  ClaimReleased: { stream: 'dispatch', since: '2026-11-22' },
  BurstFlagged: { stream: 'dispatch', since: '2026-11-22' },
  BurstCleared: { stream: 'dispatch', since: '2026-11-22' },
  DeliveryCreated: { stream: 'delivery', since: '2026-11-21' },
  DeliveryMoved: { stream: 'delivery', since: '2026-11-21' },
  CompletionUndone: { stream: 'delivery', since: '2026-11-22' },
  DeliveryWeighed: { stream: 'delivery', since: '2026-11-22' },
  CompositionDisputed: { stream: 'delivery', since: '2026-11-22' },
  DisputeSettled: { stream: 'delivery', since: '2026-11-22' },
  TicketUsed: { stream: 'ticket', since: '2026-11-22' },
  ForecastMade: { stream: 'forecast', since: '2026-11-22' },
  ForecastRequested: { stream: 'forecast', since: '2026-11-22' },
  ForecastFailed: { stream: 'forecast', since: '2026-11-22' },
  ForecastScored: { stream: 'score', since: '2026-11-22' },
  NotificationSent: { stream: 'notification', since: '2026-11-21' },
  NotificationRead: { stream: 'notification', since: '2026-11-21' },
  NotificationPushed: { stream: 'notification', since: '2026-11-22' },
  NotificationMailed: { stream: 'notification', since: '2026-11-22' },
  NotificationTextBegun: { stream: 'notification', since: '2026-11-26' },
  NotificationTextRefused: { stream: 'notification', since: '2026-11-26' },
  NotificationUndelivered: { stream: 'notification', since: '2026-11-26' },
  NotificationTexted: { stream: 'notification', since: '2026-11-26' },
  NotificationArchived: { stream: 'notification', since: '2026-11-21' },
  NotificationRestored: { stream: 'notification', since: '2026-11-22' },
  SiteOpened: { stream: 'site', since: '2026-11-21' },
  SiteChanged: { stream: 'site', since: '2026-11-21' },
  SiteClosed: { stream: 'site', since: '2026-11-21' },
  SiteCompositionUpdated: { stream: 'site', since: '2026-11-21' },
  AnalysisRequested: { stream: 'analysis', since: '2026-11-22' },
  AnalysisStarted: { stream: 'analysis', since: '2026-11-22' },
  AnalysisCompleted: { stream: 'analysis', since: '2026-11-22' },
  AnalysisFailed: { stream: 'analysis', since: '2026-11-22' },
  AnalysisCorrected: { stream: 'analysis', since: '2026-11-22' },
  RefitRequested: { stream: 'material-head', since: '2026-11-22' },
  MaterialHeadRefitted: { stream: 'material-head', since: '2026-11-22' },
  RefitFailed: { stream: 'material-head', since: '2026-11-22' },
  ConfigurationChanged: { stream: 'configuration', since: '2026-11-21' },
  MailServerSet: { stream: 'mail-server', since: '2026-11-22' },
  ZoneConfigured: { stream: 'zone', since: '2026-11-21' },
  ZoneOpened: { stream: 'zone', since: '2026-11-22' },
  ZoneChanged: { stream: 'zone', since: '2026-11-22' },
  ZoneClosed: { stream: 'zone', since: '2026-11-22' },
  ResidentsMoveBegun: { stream: 'zone', since: '2026-11-22' },
  ResidentsMoved: { stream: 'zone', since: '2026-11-22' },
  ZoneCodeReserved: { stream: 'zonecode', since: '2026-11-22' },
  PersonOpened: { stream: 'access', since: '2026-11-22' },
  PeopleLookedUp: { stream: 'lookups', since: '2026-11-26' },
  FindingRaised: { stream: 'finding', since: '2026-11-22' },
  FindingMoved: { stream: 'finding', since: '2026-11-22' },
  FindingThresholdsSet: { stream: 'findingrules', since: '2026-11-22' },
  CheckpointMade: { stream: 'checkpoint', since: '2026-11-22' },
  CheckpointMailed: { stream: 'checkpoint', since: '2026-11-22' },
  CheckpointKeyChanged: { stream: 'checkpointkey', since: '2026-11-22' },
  LogRestored: { stream: 'repairs', since: '2026-11-25' },
  CheckpointWithdrawn: { stream: 'repairs', since: '2026-11-25' },
  KeyClaimed: { stream: 'command', since: '2026-11-22' },
  RebuildRequested: { stream: 'rebuilds', since: '2026-11-23' },
  JobRetried: { stream: 'rebuilds', since: '2026-11-23' },
  GatewaySecretCreated: { stream: 'gateway', since: '2026-11-26' },
  GatewaySecretsRevoked: { stream: 'gateway', since: '2026-11-26' },
  InstallationFounded: { stream: 'installation', since: '2026-11-22' },
} as const satisfies Record<EventType, { stream: StreamCategory; since: string }>

/** Event types of a category. */
export type EventTypeInStream<C extends StreamCategory> = {
  [T in EventType]: (typeof EVENT_CATALOGUE)[T]['stream'] extends C ? T : never
}[EventType]
/** Events of a category. */
export type EventInStream<C extends StreamCategory> = EventOf<EventTypeInStream<C>>

/** Categories by event type. A command looks up each event of its stream. */
const CATEGORIES: ReadonlyMap<string, StreamCategory> = new Map(
  Object.entries(EVENT_CATALOGUE).map(([type, { stream }]) => [type, stream]),
)

/** Returns the category of an event type; undefined for types that this version does not know. */
export const categoryOfEventType = (type: string): StreamCategory | undefined => CATEGORIES.get(type)

/**
 * Returns whether this version knows the event type.
 * Other versions may write other types.
 */
export const isEventType = (type: string): type is EventType => CATEGORIES.has(type)
