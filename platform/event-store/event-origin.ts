/**
 * Origin of an event: whether the demo simulation caused it, and when it happened.
 * The log stores permanently that an event was simulated.
 * The time comes from the event's data, because the event may be recorded long afterwards.
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
