/** What an event's data tells of when it happened: a past that is simulated or sent later was recorded long after it. */
import type { LoggedEvent } from './event-store.ts'

/** The latest time of which an event's data tells that something happened at it, and not in its future. */
export function toldTime({ data, at }: { data: object; at: LoggedEvent['at'] }): number | undefined {
  const times = Object.entries(data).flatMap(([field, value]) => (field.endsWith('At') ? Date.parse(value) : []))
  const past = times.filter((time) => time <= at)
  return past.length > 0 ? Math.max(...past) : undefined
}
