/**
 * Parses dates as people type them, equally in every field.
 * Examples: '19 Nov', '2026-11-19', '19/11/2026', 'yesterday', 'last Tuesday'.
 */
import { addDays } from '#domain/city-time.ts'
import { lookUp } from '#domain/dictionary.ts'

/** Direction of a field: schedules are in the future, records in the past. */
export type DateDirection = 'future' | 'past'

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
 * Most days that a date without a year may be on the wrong side of today.
 * The field refuses such a slip instead of moving it by a year.
 */
const WRONG_SIDE_DAYS: Record<DateDirection, number> = { future: 180, past: WEEK }

interface ReadingDate {
  /** '2026-11-19' in the city. */
  today: string
  toward: DateDirection
}

/** Parses typed text to '2026-11-19'; undefined if it is no date. */
export function readDate(typed: string, { today, toward }: ReadingDate): string | undefined {
  const text = typed.trim().toLowerCase().replace(/\s+/g, ' ')
  const near = lookUp(NEAR, text)
  if (near !== undefined) return addDays(today, near)
  if (isDate(text)) return text
  return slashed(text) ?? weekday(text, { today, toward }) ?? named(text, { today, toward })
}

/** Returns true for a valid date such as '2026-11-19'. */
export const isDate = (text: string) =>
  /^\d{4}-\d\d-\d\d$/.test(text) &&
  !Number.isNaN(Date.parse(text)) &&
  new Date(text).toISOString().slice(0, 10) === text

/**
 * Parses '19/11/2026', day first.
 * The month comes first only if the second number is no month.
 */
function slashed(text: string): string | undefined {
  const [, first, second, year] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text) ?? []
  if (!first || !second || !year) return
  return Number(second) > 12 ? dateOf(year, first, second) : dateOf(year, second, first)
}

/**
 * Parses 'tuesday', 'last tue', 'next tuesday'.
 * A weekday alone is the nearest one, including today.
 */
function weekday(text: string, { today, toward }: ReadingDate): string | undefined {
  const [, which, name] = /^(?:(last|next) )?([a-z]{3,9})$/.exec(text) ?? []
  const index = placeOf(name, WEEKDAYS)
  if (index === undefined) return
  const ahead = (index - new Date(today).getUTCDay() + WEEK) % WEEK
  if (which === 'next') return addDays(today, ahead || WEEK)
  if (which === 'last') return addDays(today, ahead - WEEK)
  return addDays(today, toward === 'past' && ahead > 0 ? ahead - WEEK : ahead)
}

/** Parses '19 Nov', 'Thu 19 November 2026', 'Nov 19, 2026', '19th Nov'. */
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

/** Returns the index of a name; three letters suffice. */
function placeOf(text: string | undefined, names: readonly string[]): number | undefined {
  const index = text && text.length >= 3 ? names.findIndex((name) => name.startsWith(text)) : -1
  return index < 0 ? undefined : index
}

/** Returns the date, or undefined for an invalid one such as '2026', '2', '30'. */
function dateOf(year: string, month: string, day: string): string | undefined {
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return isDate(date) ? date : undefined
}
