/** Who acts in events, and what they are about: trucks, sites, zones and whatever else their fields name. */

import { ROLES } from '#rules/city.ts'
import { lookUp } from '#rules/dictionary.ts'

/** Whoever acts: somebody of a role, or nobody. */
export const ACTING = [...ROLES, 'system'] as const

/** What there is, as filters and links name it: `truck:T001`. */
export const THING_KINDS = [
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
export type ThingKind = (typeof THING_KINDS)[number]
export type Thing = `${ThingKind}:${string}`

/** By the name of a field, in whichever event it stands. */
const KIND_OF: Readonly<Record<string, ThingKind>> = {
  reportId: 'report',
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
/** What is about things of its own, or a list of such. */
const PARTS = ['loads', 'arrived', 'about', 'found']

/** Every thing that an event is about, each once. */
export function thingsOf(data: object): Thing[] {
  const things = new Set<Thing>()
  collect(data, things)
  return [...things]
}

function collect(data: object, into: Set<Thing>): void {
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
