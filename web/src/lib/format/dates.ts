/**
 * Parses and formats dates and times as people type them in fields.
 * Also returns a calendar's days, months and suggested times.
 */

import { t } from '@lingui/core/macro'
import { addDays, toDateTimeFieldValueIn } from '#domain/city-time.ts'
import { lookUp } from '#domain/dictionary.ts'
import { cacheByReaderLocale } from '#domain/reader-locale.ts'
import { parseDateTimeFieldIn } from '#domain/wall-clock.ts'
import {
  formatDayAndTime,
  formatMonthDayYear,
  formatShortMonth,
  getCitySettings,
  getRelativeDayLabels,
} from './times.ts'

// Parses typed dates in the same way in every field.
// Examples: '19 Nov', '2026-11-19', '19/11/2026', 'yesterday', 'last Tuesday'.

/** Whether a field's dates are usually in the future (schedules) or in the past (records). */
export type DateDirection = 'future' | 'past'

export const getInvalidDateText = () => t`Date input not valid.`
export const getDateExamples = () => t`Such as 19 Nov, 19/11/2026 or yesterday`

const RELATIVE_DAYS: Record<string, number> = { today: 0, tomorrow: 1, yesterday: -1 }
const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']
const MONTHS = [
  ...['january', 'february', 'march', 'april', 'may', 'june'],
  ...['july', 'august', 'september', 'october', 'november', 'december'],
]
const WEEK = 7
/**
 * Dates without a year are usually in the future, or usually in the past, by field.
 * Maximum number of days by which such a date may be on the other side of today.
 * For a larger difference, another year is assumed.
 */
const WRONG_SIDE_DAYS: Record<DateDirection, number> = { future: 180, past: WEEK }

interface ReadingDate {
  /** The present day in the city, such as '2026-11-19'. */
  today: string
  toward: DateDirection
}

/** Maps day and month names of the reader's language to English. */
const namesInLanguage = cacheByReaderLocale((locales) => {
  const names = new Map<string, string>()
  const add = (options: Intl.DateTimeFormatOptions, english: readonly string[], dayOf: (index: number) => number) => {
    const format = new Intl.DateTimeFormat(locales, { timeZone: 'UTC', ...options })
    for (const [index, name] of english.entries())
      names.set(format.format(dayOf(index)).toLowerCase().replaceAll('.', ''), name)
  }
  for (const style of ['long', 'short'] as const) {
    // Sunday, the first weekday in the list, was 4 January 1970.
    add({ weekday: style }, WEEKDAYS, (index) => Date.UTC(1970, 0, 4 + index))
    add({ month: style }, MONTHS, (index) => Date.UTC(1970, index))
  }
  return names
})

/** Returns the text in lower case, with English names of days and months. */
function inEnglish(typed: string): string {
  const text = typed.trim().toLowerCase().replace(/\s+/g, ' ')
  for (const [near, label] of Object.entries(getRelativeDayLabels())) {
    const start = label.toLowerCase()
    if (text === start || text.startsWith(`${start} `)) return near + text.slice(start.length)
  }
  return text.replace(/\p{L}+\.?/gu, (word) => namesInLanguage().get(word.replace('.', '')) ?? word)
}

/** Parses text to a date such as '2026-11-19'; undefined if invalid. */
export function parseDate(typed: string, { today, toward }: ReadingDate): string | undefined {
  const text = inEnglish(typed)
  const near = lookUp(RELATIVE_DAYS, text)
  if (near !== undefined) return addDays(today, near)
  if (isDate(text)) return text
  return parseSlashedDate(text) ?? parseWeekday(text, { today, toward }) ?? parseMonthName(text, { today, toward })
}

/** Returns whether the text is a valid date such as '2026-11-19'. */
export const isDate = (text: string) =>
  /^\d{4}-\d\d-\d\d$/.test(text) &&
  !Number.isNaN(Date.parse(text)) &&
  new Date(text).toISOString().slice(0, 10) === text

/**
 * Parses a date such as '19/11/2026'; the day comes first.
 * The month comes first only if the second number is above 12.
 */
function parseSlashedDate(text: string): string | undefined {
  const [, first, second, year] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text) ?? []
  if (!first || !second || !year) return
  return Number(second) > 12 ? dateOf(year, first, second) : dateOf(year, second, first)
}

/**
 * Parses a weekday such as 'tuesday', 'last tue' or 'next tuesday'.
 * Without 'last' or 'next' it is the nearest one, including today.
 */
function parseWeekday(text: string, { today, toward }: ReadingDate): string | undefined {
  const [, which, name] = /^(?:(last|next) )?([a-z]{3,9})$/.exec(text) ?? []
  const index = indexOfName(name, WEEKDAYS)
  if (index === undefined) return
  const ahead = (index - new Date(today).getUTCDay() + WEEK) % WEEK
  if (which === 'next') return addDays(today, ahead || WEEK)
  if (which === 'last') return addDays(today, ahead - WEEK)
  return addDays(today, toward === 'past' && ahead > 0 ? ahead - WEEK : ahead)
}

/** Parses a date with a month's name: '19 Nov', 'Thu 19 November 2026', 'Nov 19, 2026', '19th Nov'. */
function parseMonthName(text: string, { today, toward }: ReadingDate): string | undefined {
  const [, before, rest = ''] = /^([a-z]+)\.?,? (.+)$/.exec(text) ?? []
  const weekdayIndex = indexOfName(before, WEEKDAYS)
  const date = (weekdayIndex === undefined ? text : rest).replace(/[.,]/g, '')
  const [, day, month, year] = /^(\d{1,2})(?:st|nd|rd|th)? ([a-z]{3,9})(?: (\d{4}))?$/.exec(date) ?? []
  const [, month2, day2, year2] = /^([a-z]{3,9}) (\d{1,2})(?:st|nd|rd|th)?(?: (\d{4}))?$/.exec(date) ?? []
  const index = indexOfName(month ?? month2, MONTHS)
  if (index === undefined) return
  // Rejects a date whose weekday is wrong, because it is a typing error.
  const isRight = (found: string) => weekdayIndex === undefined || new Date(found).getUTCDay() === weekdayIndex
  const inYear = (of: number | string) => {
    const found = dateOf(String(of), String(index + 1), day ?? day2 ?? '')
    return found !== undefined && isRight(found) ? found : undefined
  }
  const typedYear = year ?? year2
  if (typedYear) return inYear(typedYear)
  const thisYear = Number(today.slice(0, 4))
  const nearest = inYear(thisYear)
  // The typed date does not exist this year, such as 29 February, or a weekday of another year.
  if (nearest === undefined) return inYear(toward === 'past' ? thisYear - 1 : thisYear + 1)
  if (toward === 'future' && nearest < addDays(today, -WRONG_SIDE_DAYS.future)) return inYear(thisYear + 1)
  if (toward === 'past' && nearest > addDays(today, WRONG_SIDE_DAYS.past)) return inYear(thisYear - 1)
  return nearest
}

/**
 * Returns the index of the first name that starts with the text.
 * Returns undefined if there is none, or if the text has fewer than three letters.
 */
function indexOfName(text: string | undefined, names: readonly string[]): number | undefined {
  const index = text && text.length >= 3 ? names.findIndex((name) => name.startsWith(text)) : -1
  return index < 0 ? undefined : index
}

/**
 * Returns the date as text.
 * Returns undefined for an invalid date such as '2026', '2', '30'.
 */
function dateOf(year: string, month: string, day: string): string | undefined {
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return isDate(date) ? date : undefined
}

export const getInvalidDateTimeText = () =>
  t`${getInvalidDateText()} Enter a time such as 14:00, or a day and a time such as tomorrow\u00a007:00 or 23\u00a0Nov\u00a014:00.`

/** Matches a time alone or at a text's end: '14:00', '7.30', '2 pm'. */
const TYPED_TIME = /(?:^|[ t,])(\d{1,2})(?:[:.](\d{2}))?(?: ?([ap])\.?m\.?)?$/
/**
 * Formats a field's value `2026-01-05T14:15` as 'Today 14:15'.
 * Returns other text unchanged.
 * Uses '05/01/2026 14:15' if the parser cannot read dates in the reader's language.
 * `now` is epoch ms.
 */
export function formatDateTime(field: string, now: number): string {
  const at = parseDateTimeFieldIn(getCitySettings().timeZone, field)
  if (Number.isNaN(at)) return field
  const words = formatDayAndTime(new Date(at).toISOString(), now)
  const isRead = (toward: DateDirection) => parseTypedDateTime(words, { now, held: '', toward }) === field
  if (isRead('future') || isRead('past')) return words
  const [year, month, day] = field.slice(0, 10).split('-')
  return `${day}/${month}/${year} ${field.slice(11, 16)}`
}

interface ReadingMoment {
  /** Present time, in epoch ms. */
  now: number
  /**
   * The field's previous value.
   * If the user types a time without a day, the day of this value is used.
   */
  held: string
  toward: DateDirection
}

/** Parses typed text to a value such as `2026-01-05T14:15`; undefined if invalid. */
export function parseTypedDateTime(typed: string, { now, held, toward }: ReadingMoment): string | undefined {
  const text = inEnglish(typed)
  const [whole = '', ...parts] = TYPED_TIME.exec(text) ?? []
  const time = timeOf(parts)
  if (time === undefined) return
  const present = toDateTimeFieldValueIn(getCitySettings().timeZone, now)
  const named = text.slice(0, text.length - whole.length).replace(/,$/, '')
  const today = present.slice(0, 10)
  const day = named === '' ? nextDay(time, present, held, toward) : parseDate(named, { today, toward })
  return day && `${day}T${time}`
}

/**
 * Returns a time of day: for hour '2' and 'p' without minutes, '14:00'.
 * A number without minutes or am/pm is not a time.
 */
function timeOf([hour, minute, half]: (string | undefined)[]): string | undefined {
  if (hour === undefined || (minute === undefined && half === undefined)) return
  if (half && (Number(hour) < 1 || Number(hour) > 12)) return
  const hours = half ? (Number(hour) % 12) + (half === 'p' ? 12 : 0) : Number(hour)
  if (hours > 23 || Number(minute ?? 0) > 59) return
  return `${String(hours).padStart(2, '0')}:${minute ?? '00'}`
}

/**
 * Returns the day for a typed time without a day.
 * If the field already contains a day other than today, returns that day.
 * For future dates, a time that has already passed today is tomorrow's.
 * For past dates, a time that is still to come is yesterday's.
 */
function nextDay(time: string, present: string, held: string, toward: DateDirection): string {
  const today = present.slice(0, 10)
  const day = /^\d{4}-\d\d-\d\dT/.test(held) ? held.slice(0, 10) : today
  if (day !== today) return day
  if (toward === 'future') return time < present.slice(11) ? addDays(today, 1) : today
  return time > present.slice(11) ? addDays(today, -1) : today
}

// Calendar functions use days such as '2026-01-05' and months such as '2026-01'.

const DAY_MS = 86_400_000
const YEARS_ON_A_PAGE = 12

const isoDayOf = (at: number) => new Date(at).toISOString().slice(0, 10)

/** Formats a day as 'Jan 5, 2026'. */
export const formatCalendarDay = formatMonthDayYear

/** Formats a month as 'Jan 2026'. */
export const formatCalendarMonth = (month: string) => formatShortMonth(`${month}-01`)

export const monthOf = (day: string) => day.slice(0, 7)

/** Returns the first and the last day of a month. */
export function calendarRangeOf(month: string): { from: string; to: string } {
  return { from: `${month}-01`, to: isoDayOf(Date.parse(`${shiftMonth(month, 1)}-01`) - DAY_MS) }
}

export function shiftMonth(month: string, by: number): string {
  const months = Number(month.slice(0, 4)) * 12 + Number(month.slice(5)) - 1 + by
  return `${Math.floor(months / 12)}-${String((months % 12) + 1).padStart(2, '0')}`
}

/** Returns a month's weeks, each from Sunday; days of neighbouring months are null. */
export function weeksOf(month: string): (string | null)[][] {
  const { from, to } = calendarRangeOf(month)
  const lead = new Date(from).getUTCDay()
  const count = Number(to.slice(8))
  return Array.from({ length: Math.ceil((lead + count) / 7) }, (_, week) =>
    Array.from({ length: 7 }, (_, weekday) => {
      const day = week * 7 + weekday - lead + 1
      return day < 1 || day > count ? null : `${month}-${String(day).padStart(2, '0')}`
    }),
  )
}

/** Returns the twelve years on the calendar page of this year. */
export function listYearsAround(year: number): number[] {
  const first = year - ((year - 1) % YEARS_ON_A_PAGE)
  return Array.from({ length: YEARS_ON_A_PAGE }, (_, index) => first + index)
}

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** Returns suggested times such as `2026-01-05T14:15` in the city's time zone. */
export function suggestDateTimes(
  toward: DateDirection,
  timeZone: string,
  now: number,
): { label: string; field: string }[] {
  const at = (later: number) => toDateTimeFieldValueIn(timeZone, now + later)
  const onDay = (days: number) => `${addDays(at(0).slice(0, 10), days)}T07:00`
  if (toward === 'future') {
    return [
      // Rounds up to a whole minute, so that the time is at least 15 minutes away.
      { label: t`In 15 min`, field: at(16 * MINUTE_MS - 1) },
      { label: t`In 1 h`, field: at(HOUR_MS + MINUTE_MS - 1) },
      { label: t`Tomorrow 07:00`, field: onDay(1) },
    ]
  }
  return [
    { label: t`Now`, field: at(0) },
    { label: t`1 h ago`, field: at(-HOUR_MS) },
    { label: t`Yesterday 07:00`, field: onDay(-1) },
  ]
}

/**
 * Converts ISO 8601 to a date field's value, such as `2026-01-05T14:15`.
 * Uses the city's time zone.
 */
export const toDateTimeField = (iso: string) => toDateTimeFieldValueIn(getCitySettings().timeZone, Date.parse(iso))

/**
 * Converts a date field to ISO 8601.
 * Invalid text stays unchanged for the command's schema to reject.
 */
export function dateTimeFieldToIso(field: string): string {
  const at = parseDateTimeFieldIn(getCitySettings().timeZone, field)
  return Number.isNaN(at) ? field : new Date(at).toISOString()
}
