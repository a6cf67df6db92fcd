/** Days with a time of day as people type them: 'tomorrow 7:00', '23 Nov 14:00'; read on the city's clocks. */

import { addDays, fieldIn } from '#rules/city-time.ts'
import { momentIn } from '#rules/wall-clock.ts'
import { cityWords } from './city-words.ts'
import { INVALID_DATE, readDate, type Toward } from './dates.ts'
import { dayTime } from './day-times.ts'

/** What a field says of a text that is no moment. */
export const INVALID_MOMENT = `${INVALID_DATE} Write a time such as 14:00, or a day with it: tomorrow\u00a007:00, 23\u00a0Nov\u00a014:00.`

/** Behind its day, and alone: '14:00', '7.30', '2 pm'. */
const TIME = /(?:^|[ t,])(\d{1,2})(?:[:.](\d{2}))?(?: ?([ap])\.?m\.?)?$/
/** `2026-01-05T14:15` as 'Today 14:15'; what is no moment stays as it is. `now`: epoch ms. */
export function writeMoment(field: string, now: number): string {
  const at = momentIn(cityWords().timeZone, field)
  return Number.isNaN(at) ? field : dayTime(new Date(at).toISOString(), now)
}

export interface ReadingMoment {
  /** Epoch ms. */
  now: number
  /** The field before: a time of day alone keeps its day. */
  held: string
  toward: Toward
}

/** What was typed, as `2026-01-05T14:15`; undefined when it is no moment. */
export function readMoment(typed: string, { now, held, toward }: ReadingMoment): string | undefined {
  const text = typed.trim().toLowerCase().replace(/\s+/g, ' ')
  const [whole = '', ...parts] = TIME.exec(text) ?? []
  const time = timeOf(parts)
  if (time === undefined) return
  const present = fieldIn(cityWords().timeZone, now)
  const named = text.slice(0, text.length - whole.length).replace(/,$/, '')
  const today = present.slice(0, 10)
  const day = named === '' ? nextDay(time, present, held, toward) : readDate(named, { today, toward })
  return day && `${day}T${time}`
}

/** '14:00' of '2', undefined and 'p'. A number alone is no time. */
function timeOf([hour, minute, half]: (string | undefined)[]): string | undefined {
  if (hour === undefined || (minute === undefined && half === undefined)) return
  if (half && (Number(hour) < 1 || Number(hour) > 12)) return
  const hours = half ? (Number(hour) % 12) + (half === 'p' ? 12 : 0) : Number(hour)
  if (hours > 23 || Number(minute ?? 0) > 59) return
  return `${String(hours).padStart(2, '0')}:${minute ?? '00'}`
}

/** The day of a time alone: that which the field has; of today's what lies on the wrong side is another day's. */
function nextDay(time: string, present: string, held: string, toward: Toward): string {
  const today = present.slice(0, 10)
  const day = /^\d{4}-\d\d-\d\dT/.test(held) ? held.slice(0, 10) : today
  if (day !== today) return day
  if (toward === 'future') return time < present.slice(11) ? addDays(today, 1) : today
  return time > present.slice(11) ? addDays(today, -1) : today
}
