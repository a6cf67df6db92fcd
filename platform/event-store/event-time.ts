/**
 * Finds the time of an event in its data.
 * Simulated or late events are recorded long after they happened.
 */
import type { LoggedEvent } from './event-store.ts'

/** Returns the latest time in the event's data that is not after its recording. */
export function eventTime({ data, at }: { data: object; at: LoggedEvent['at'] }): number | undefined {
  const times = Object.entries(data).flatMap(([field, value]) => (field.endsWith('At') ? Date.parse(value) : []))
  const past = times.filter((time) => time <= at)
  return past.length > 0 ? Math.max(...past) : undefined
}
