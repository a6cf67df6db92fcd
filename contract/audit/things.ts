/** Actors and subjects of events: trucks, sites, zones and others whose ids are in event fields. */

import { ROLES } from '#domain/city.ts'
import { lookUp } from '#domain/dictionary.ts'

/** Actor roles, including the system. */
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

/** Kind of subject by field name, the same in every event. */
const KIND_OF: Readonly<Record<string, EventSubjectKind>> = {
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
/** Names of nested fields that contain subjects, or lists of them. */
const PARTS = ['loads', 'arrived', 'about', 'found']

/** Returns every subject of an event, without duplicates. */
export function eventSubjectsOf(data: object): EventSubject[] {
  const things = new Set<EventSubject>()
  collect(data, things)
  return [...things]
}

function collect(data: object, into: Set<EventSubject>): void {
  for (const [field, value] of Object.entries(data)) {
    const kind = lookUp(KIND_OF, field)
    if (kind) {
      for (const id of Array.isArray(value) ? value : [value])
        if (typeof id === 'string' && id) into.add(`${kind}:${id}`)
    } else if (PARTS.includes(field)) {
      for (const part of Array.isArray(value) ? value : [value])
        if (typeof part === 'object' && part !== null) collect(part, into)
    }
  }
}
