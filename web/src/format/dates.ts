/** Reads dates as people type them, the same in every field: '19 Nov', '2026-11-19', '19/11/2026', 'yesterday', 'last Tuesday'. */
import { addDays } from '#rules/city-time.ts'
import { lookUp } from '#rules/dictionary.ts'

/** Which days a field is for: starts lie ahead, records behind. */
export type Toward = 'future' | 'past'

export const INVALID_DATE = 'Date input not valid.'
export const DATE_EXAMPLES = 'Such as 19 Nov, 19/11/2026 or yesterday'

const NEAR: Record<string, number> = { today: 0, tomorrow: 1, yesterday: -1 }
const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']
const MONTHS = [
  ...['january', 'february', 'march', 'april', 'may', 'june'],
  ...['july', 'august', 'september', 'october', 'november', 'december'],
]
const WEEK = 7
/**
 * A date without a year lies at most this many days on the wrong side of today, so that a slip is refused by its field
 * and not moved by a year.
 */
const WRONG_SIDE_DAYS: Record<Toward, number> = { future: 180, past: WEEK }

interface ReadingDate {
  /** '2026-11-19' in the city. */
  today: string
  toward: Toward
}

/** Returns what was typed as '2026-11-19'; undefined when it is no date. */
export function readDate(typed: string, { today, toward }: ReadingDate): string | undefined {
  const text = typed.trim().toLowerCase().replace(/\s+/g, ' ')
  const near = lookUp(NEAR, text)
  if (near !== undefined) return addDays(today, near)
  if (isDate(text)) return text
  return slashed(text) ?? weekday(text, { today, toward }) ?? named(text, { today, toward })
}

/** Whether a text is a date of the calendar as '2026-11-19'. */
export const isDate = (text: string) =>
  /^\d{4}-\d\d-\d\d$/.test(text) &&
  !Number.isNaN(Date.parse(text)) &&
  new Date(text).toISOString().slice(0, 10) === text

/** '19/11/2026'. The day comes first, and second only where it could be no month. */
function slashed(text: string): string | undefined {
  const [, first, second, year] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text) ?? []
  if (!first || !second || !year) return
  return Number(second) > 12 ? dateOf(year, first, second) : dateOf(year, second, first)
}

/** 'tuesday', 'last tue', 'next tuesday'. Alone it is the nearest one, today included. */
function weekday(text: string, { today, toward }: ReadingDate): string | undefined {
  const [, which, name] = /^(?:(last|next) )?([a-z]{3,9})$/.exec(text) ?? []
  const index = placeOf(name, WEEKDAYS)
  if (index === undefined) return
  const ahead = (index - new Date(today).getUTCDay() + WEEK) % WEEK
  if (which === 'next') return addDays(today, ahead || WEEK)
  if (which === 'last') return addDays(today, ahead - WEEK)
  return addDays(today, toward === 'past' && ahead > 0 ? ahead - WEEK : ahead)
}

/** '19 Nov', 'Thu 19 November 2026', 'Nov 19, 2026', '19th Nov'. */
function named(text: string, { today, toward }: ReadingDate): string | undefined {
  const [, before, rest = ''] = /^([a-z]+)\.?,? (.+)$/.exec(text) ?? []
  const date = (placeOf(before, WEEKDAYS) === undefined ? text : rest).replace(/[.,]/g, '')
  const [, day, month, year] = /^(\d{1,2})(?:st|nd|rd|th)? ([a-z]{3,9})(?: (\d{4}))?$/.exec(date) ?? []
  const [, month2, day2, year2] = /^([a-z]{3,9}) (\d{1,2})(?:st|nd|rd|th)?(?: (\d{4}))?$/.exec(date) ?? []
  const index = placeOf(month ?? month2, MONTHS)
  if (index === undefined) return
  const inYear = (of: number | string) => dateOf(String(of), String(index + 1), day ?? day2 ?? '')
  const typedYear = year ?? year2
  if (typedYear) return inYear(typedYear)
  const thisYear = Number(today.slice(0, 4))
  const nearest = inYear(thisYear)
  if (nearest === undefined) return
  if (toward === 'future' && nearest < addDays(today, -WRONG_SIDE_DAYS.future)) return inYear(thisYear + 1)
  if (toward === 'past' && nearest > addDays(today, WRONG_SIDE_DAYS.past)) return inYear(thisYear - 1)
  return nearest
}

/** The place of a name that may be shortened to three letters. */
function placeOf(text: string | undefined, names: readonly string[]): number | undefined {
  const index = text && text.length >= 3 ? names.findIndex((name) => name.startsWith(text)) : -1
  return index < 0 ? undefined : index
}

/** Of '2026', '2', '30': none. */
function dateOf(year: string, month: string, day: string): string | undefined {
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return isDate(date) ? date : undefined
}
