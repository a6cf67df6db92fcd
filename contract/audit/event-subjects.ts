/** Subjects of events (trucks, sites, zones), actor roles, and type labels. */

import { ROLES } from '#domain/city.ts'
import { lookUp } from '#domain/dictionary.ts'

/** Roles of the people who cause events, and 'system' for the system. */
export const ACTOR_ROLES = [...ROLES, 'system'] as const

/** Kinds of subjects in filters and links, such as `truck:T001`. */
export const EVENT_SUBJECT_KINDS = [
  'report',
  'truck',
  'site',
  'zone',
  'delivery',
  'collection',
  'dispatch',
  'account',
  'analysis',
  'notification',
  'forecast',
  'claim',
  'move',
  'checkpoint',
  'finding',
] as const
export type EventSubjectKind = (typeof EVENT_SUBJECT_KINDS)[number]
export type EventSubject = `${EventSubjectKind}:${string}`

/**
 * Kind of object that an event field's id refers to, by the field's name.
 * A field name has the same meaning in all events.
 */
const SUBJECT_KIND_BY_FIELD: Readonly<Record<string, EventSubjectKind>> = {
  reportId: 'report',
  stopId: 'report',
  previousId: 'report',
  reportIds: 'report',
  markedIds: 'report',
  leftIds: 'report',
  vehicleId: 'truck',
  vehicleIds: 'truck',
  siteId: 'site',
  zone: 'zone',
  zoneId: 'zone',
  deliveryId: 'delivery',
  scheduleId: 'collection',
  scheduleIds: 'collection',
  dispatchId: 'dispatch',
  userId: 'account',
  analysisId: 'analysis',
  notificationId: 'notification',
  forecastId: 'forecast',
  claimId: 'claim',
  moveId: 'move',
  checkpointId: 'checkpoint',
  findingId: 'finding',
}
/** Names of event fields that contain objects with further subjects, or lists of such objects. */
const NESTED_FIELDS = ['loads', 'arrived', 'about', 'found']

/** Returns all objects that an event is about, such as `truck:T001`, without duplicates. */
export function eventSubjectsOf(data: object): EventSubject[] {
  const subjects = new Set<EventSubject>()
  collectSubjects(data, subjects)
  return [...subjects]
}

function collectSubjects(data: object, into: Set<EventSubject>): void {
  for (const [field, value] of Object.entries(data)) {
    const kind = lookUp(SUBJECT_KIND_BY_FIELD, field)
    if (kind) {
      for (const id of Array.isArray(value) ? value : [value])
        if (typeof id === 'string' && id) into.add(`${kind}:${id}`)
    } else if (NESTED_FIELDS.includes(field)) {
      for (const part of Array.isArray(value) ? value : [value])
        if (typeof part === 'object' && part !== null) collectSubjects(part, into)
    }
  }
}

/** Labels of event types whose names do not explain themselves. */
export const EVENT_TYPE_LABELS: ReadonlyMap<string, string> = new Map([
  ['AccountReassigned', 'Role or zone changed'],
  ['BinPlaced', 'Bin located'],
  ['BurstCleared', 'Reports accepted'],
  ['BurstFlagged', 'Reports flagged'],
  ['CheckpointMailed', 'Checkpoint emailed'],
  ['DeliveryMoved', 'Delivery updated'],
  ['DispatchAbandoned', 'Truck did not leave'],
  ['DriverReleased', 'Driver unassigned'],
  ['ErasureFinished', 'Personal data erased'],
  ['FindingMoved', 'Finding updated'],
  ['FindingRaised', 'Finding reported'],
  ['ForecastScored', 'Forecast checked'],
  ['IdentityReleased', 'Sign-in name freed'],
  ['IdentityReserved', 'Sign-in name reserved'],
  ['InstallationFounded', 'Installation created'],
  ['KeyClaimed', 'Command noted'],
  ['MailServerSet', 'Mail setup changed'],
  ['MaterialHeadRefitted', 'Detector trained'],
  ['NotificationMailed', 'Notification emailed'],
  ['NotificationPushed', 'Push notification sent'],
  ['NotificationTextBegun', 'SMS given to the gateway'],
  ['NotificationTextRefused', 'SMS refused by gateway'],
  ['NotificationTexted', 'SMS notification result'],
  ['NotificationUndelivered', 'SMS did not arrive'],
  ['PersonOpened', 'Name viewed'],
  ['PushSwitchedOff', 'Push notifications off'],
  ['PushSwitchedOn', 'Push notifications on'],
  ['RefitFailed', 'Training failed'],
  ['RefitRequested', 'Training requested'],
  ['RegistrationAbandoned', 'Sign-up not completed'],
  ['ResidentsMoveBegun', 'Move of residents started'],
  ['SecondFactorDropped', 'Two-step sign-in removed'],
  ['SecurityNoted', 'Security log entry'],
  ['StopServed', 'Stop recorded'],
])

/** Returns an event type's label, such as 'Bin reported full' for BinReportedFull. */
export function eventTypeLabelOf(type: string): string {
  const label = EVENT_TYPE_LABELS.get(type)
  if (label !== undefined) return label
  const words = type.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
