/** Parses days with times as people type them, in the city's time zone: 'tomorrow 7:00', '23 Nov 14:00'. */

import { addDays, fieldIn } from '#domain/city-time.ts'
import { momentIn } from '#domain/wall-clock.ts'
import { cityTerms } from './city-terms.ts'
import { type DateDirection, INVALID_DATE, readDate } from './dates.ts'
import { dayTime } from './day-times.ts'

/** Error of a text that is no moment. */
export const INVALID_MOMENT = `${INVALID_DATE} Write a time such as 14:00, or a day with it: tomorrow\u00a007:00, 23\u00a0Nov\u00a014:00.`

/** Time after a day or alone: '14:00', '7.30', '2 pm'. */
const TIME = /(?:^|[ t,])(\d{1,2})(?:[:.](\d{2}))?(?: ?([ap])\.?m\.?)?$/
/**
 * Formats `2026-01-05T14:15` as 'Today 14:15'; returns other text unchanged.
 * `now` is epoch ms.
 */
export function writeMoment(field: string, now: number): string {
  const at = momentIn(cityTerms().timeZone, field)
  return Number.isNaN(at) ? field : dayTime(new Date(at).toISOString(), now)
}

export interface ReadingMoment {
  /** Epoch ms. */
  now: number
  /** Previous value of the field; a time alone uses its day. */
  held: string
  toward: DateDirection
}

/** Parses typed text to `2026-01-05T14:15`; undefined if it is no moment. */
export function readMoment(typed: string, { now, held, toward }: ReadingMoment): string | undefined {
  const text = typed.trim().toLowerCase().replace(/\s+/g, ' ')
  const [whole = '', ...parts] = TIME.exec(text) ?? []
  const time = timeOf(parts)
  if (time === undefined) return
  const present = fieldIn(cityTerms().timeZone, now)
  const named = text.slice(0, text.length - whole.length).replace(/,$/, '')
  const today = present.slice(0, 10)
  const day = named === '' ? nextDay(time, present, held, toward) : readDate(named, { today, toward })
  return day && `${day}T${time}`
}

/**
 * Returns '14:00' for '2', undefined and 'p'.
 * A number alone is no time.
 */
function timeOf([hour, minute, half]: (string | undefined)[]): string | undefined {
  if (hour === undefined || (minute === undefined && half === undefined)) return
  if (half && (Number(hour) < 1 || Number(hour) > 12)) return
  const hours = half ? (Number(hour) % 12) + (half === 'p' ? 12 : 0) : Number(hour)
  if (hours > 23 || Number(minute ?? 0) > 59) return
  return `${String(hours).padStart(2, '0')}:${minute ?? '00'}`
}

/**
 * Returns the day of a time alone: the field's day, or today.
 * A time of today on the wrong side moves to the neighbouring day.
 */
function nextDay(time: string, present: string, held: string, toward: DateDirection): string {
  const today = present.slice(0, 10)
  const day = /^\d{4}-\d\d-\d\dT/.test(held) ? held.slice(0, 10) : today
  if (day !== today) return day
  if (toward === 'future') return time < present.slice(11) ? addDays(today, 1) : today
  return time > present.slice(11) ? addDays(today, -1) : today
}
