/**
 * Converts city times to UTC with a library for skipped and repeated hours.
 * It is separate from city-time.ts, so display-only screens skip the library.
 */
import * as PlainDate from 'temporal-polyfill/fns/PlainDate'
import * as PlainDateTime from 'temporal-polyfill/fns/PlainDateTime'

const FIELD = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d)$/

/**
 * Converts a form's date and time, such as `2026-01-05T14:15`, to epoch ms; NaN if invalid.
 * If clocks are set back and an hour repeats, returns the first time.
 * If clocks are set forward and an hour is skipped, returns the time after the change.
 */
export function parseDateTimeFieldIn(timeZone: string, field: string): number {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0] = FIELD.exec(field)?.slice(1).map(Number) ?? []
  try {
    const read = PlainDateTime.create(year, month, day, hour, minute)
    return PlainDateTime.toZonedDateTime(read, timeZone).epochMilliseconds
  } catch (error) {
    // The date does not exist, such as 30 February.
    if (error instanceof RangeError) return Number.NaN
    throw error
  }
}

/**
 * Returns the epoch ms at which a day (`2026-01-05`) begins in the city.
 * It is later than 00:00 if the clocks skip midnight.
 */
export function dayStartOf(timeZone: string, day: string): number {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  return PlainDate.toZonedDateTime(PlainDate.create(year, month, date), timeZone).epochMilliseconds
}

/** Returns a city day's start as ISO 8601 in UTC. */
export const dayStartIsoOf = (timeZone: string, day: string) => new Date(dayStartOf(timeZone, day)).toISOString()
