/**
 * Converts city time to moments.
 * Its library handles skipped and repeated hours.
 * This file is separate from city-time.ts, so that screens that only show times do not load it.
 */
import * as PlainDate from 'temporal-polyfill/fns/PlainDate'
import * as PlainDateTime from 'temporal-polyfill/fns/PlainDateTime'

const FIELD = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d)$/

/**
 * Returns the moment (epoch ms) of a field value such as `2026-01-05T14:15`, or NaN.
 * A repeated hour gives the first moment, a skipped one the moment as much later.
 */
export function momentIn(timeZone: string, field: string): number {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0] = FIELD.exec(field)?.slice(1).map(Number) ?? []
  try {
    const read = PlainDateTime.create(year, month, day, hour, minute)
    return PlainDateTime.toZonedDateTime(read, timeZone).epochMilliseconds
  } catch (error) {
    // For example 30 February or month 0.
    if (error instanceof RangeError) return Number.NaN
    throw error
  }
}

/**
 * Returns the moment (epoch ms) at which a day, `2026-01-05`, begins in the city.
 * It is later if the clocks skip midnight.
 */
export function dayStart(timeZone: string, day: string): number {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  return PlainDate.toZonedDateTime(PlainDate.create(year, month, date), timeZone).epochMilliseconds
}

/** Returns that moment in ISO 8601 UTC. */
export const dayStartIso = (timeZone: string, day: string) => new Date(dayStart(timeZone, day)).toISOString()
