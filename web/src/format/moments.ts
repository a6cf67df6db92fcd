/** Days with a time of day as people type them: 'tomorrow 7:00', '23 Nov 14:00'; read on the city's clocks. */

import { addDays, fieldIn } from '#rules/city-time.ts'
import { lookUp } from '#rules/dictionary.ts'
import { momentIn } from '#rules/wall-clock.ts'
import { cityWords } from './city-words.ts'
import { dayTime } from './day-times.ts'

/** Which moments a field is for: starts lie ahead, weighings behind. */
export type Toward = 'future' | 'past'

const NEAR: Record<string, number> = { today: 0, tomorrow: 1, yesterday: -1 }
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const WEEKDAY = /^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*\.?,? +/
/** Behind its day, and alone: '14:00', '7.30', '2 pm'. */
const TIME = /(?:^|[ t,])(\d{1,2})(?:[:.](\d{2}))?(?: ?([ap])\.?m\.?)?$/
/** Whoever leaves the year out means no day that lies further off on the wrong side. */
const FAR_DAYS = 180

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
  const day = named === '' ? nextDay(time, present, held, toward) : readDay(named, present.slice(0, 10), toward)
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

function readDay(named: string, today: string, toward: Toward): string | undefined {
  const near = lookUp(NEAR, named)
  if (near !== undefined) return addDays(today, near)
  if (/^\d{4}-\d\d-\d\d$/.test(named)) return dayOf(...(named.split('-') as [string, string, string]))
  const text = named.replace(WEEKDAY, '').replace(/[.,]/g, '')
  const [, date, month, year] = /^(\d{1,2}) ([a-z]{3,9})(?: (\d{4}))?$/.exec(text) ?? []
  const [, month2, date2, year2] = /^([a-z]{3,9}) (\d{1,2})(?: (\d{4}))?$/.exec(text) ?? []
  const number = String(MONTHS.indexOf((month ?? month2 ?? '').slice(0, 3)) + 1)
  const on = (of: number | string) => dayOf(String(of), number, date ?? date2 ?? '')
  const said = year ?? year2
  if (said) return on(said)
  const thisYear = Number(today.slice(0, 4))
  const day = on(thisYear)
  const off = day === undefined ? 0 : (Date.parse(day) - Date.parse(today)) / 86_400_000
  if (toward === 'future' ? off < -FAR_DAYS : off > FAR_DAYS) return on(thisYear + (toward === 'future' ? 1 : -1))
  return day
}

/** Of '2026', '2', '30': none. */
function dayOf(year: string, month: string, date: string): string | undefined {
  const day = `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`
  const at = Date.parse(day)
  return !Number.isNaN(at) && new Date(at).toISOString().slice(0, 10) === day ? day : undefined
}
