/**
 * Origin of an event: whether the simulated city caused it, and when it happened.
 * The log stores the city's mark for good.
 * The time comes from the data, because recording may be long after.
 */

import type { LoggedEvent, RecordedFields } from './event-store.ts'

export const isSimulated = ({ meta }: Pick<RecordedFields, 'meta'>): boolean => meta.simulated === true

/** Returns `{ simulated: true }` for the simulated city's events, otherwise an empty object. */
export const simulatedMarkOf = (event: Pick<RecordedFields, 'meta'>): { simulated?: true } =>
  isSimulated(event) ? { simulated: true } : {}

/** Returns the latest of the times in the event's data, ignoring times after the event was recorded. */
export function eventTimeOf({ data, at }: { data: object; at: LoggedEvent['at'] }): number | undefined {
  const times = Object.entries(data).flatMap(([field, value]) => (field.endsWith('At') ? Date.parse(value) : []))
  const past = times.filter((time) => time <= at)
  return past.length > 0 ? Math.max(...past) : undefined
}
