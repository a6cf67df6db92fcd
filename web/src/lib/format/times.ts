/** The city's settings, and time and day formats in its zone. */

import { plural, t } from '@lingui/core/macro'
import { useSyncExternalStore } from 'react'
import { type CitySettings, DEFAULT_CITY } from '#domain/city-settings.ts'
import { cacheByReaderLocale } from '#domain/reader-locale.ts'
import { withUnit } from './numbers.ts'
import { browserStorage } from './storage.ts'

// The city's settings: names, currency, fuels and time zone.
// The browser stores the last response; before the first, defaults apply.

const STORAGE_KEY = 'wastesense_city'
const listeners = new Set<() => void>()
let cachedSettings = storedSettings()

function storedSettings(): CitySettings {
  const text = browserStorage.getItem(STORAGE_KEY)
  try {
    return text ? { ...DEFAULT_CITY, ...(JSON.parse(text) as CitySettings) } : DEFAULT_CITY
  } catch (error) {
    console.warn('The stored city could not be read.', error)
    return DEFAULT_CITY
  }
}

/** Returns the city's settings for code outside components. */
export const getCitySettings = (): CitySettings => cachedSettings

/** Applies the city's settings and stores them for the next start. */
export function storeCitySettings(received: CitySettings): void {
  if (JSON.stringify(received) === JSON.stringify(cachedSettings)) return
  cachedSettings = received
  browserStorage.setItem(STORAGE_KEY, JSON.stringify(received))
  for (const listener of listeners) listener()
}

function listen(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useCitySettings = (): CitySettings => useSyncExternalStore(listen, getCitySettings, () => DEFAULT_CITY)

/** Formats money as 'GH₵ 12.50', without a line break. */
export const withCurrency = (amount: string) => `${cachedSettings.currency.symbol}\u00a0${amount}`

/** Returns a formatter of times (epoch ms) in the city's time zone. */
export const createCityTimeFormatter = (options: Intl.DateTimeFormatOptions) =>
  writer(options, () => getCitySettings().timeZone)

/** Returns a formatter of calendar days such as '2026-01-05' for any time zone. */
function ofDay(options: Intl.DateTimeFormatOptions, english?: string): (day: string) => string {
  const write = writer(options, () => 'UTC', english)
  return (day) => write(Date.parse(day))
}

/**
 * Returns a formatter that is created on first use.
 * Creating one takes 20 ms on a slow phone.
 * `english` is the locale for English readers, if not British.
 */
function writer(options: Intl.DateTimeFormatOptions, zone: () => string, english?: string): (at: number) => string {
  const formats = cacheByReaderLocale((locales) => {
    const isEnglish = locales[0]?.startsWith('en')
    return inTimeZone(isEnglish && english ? [english] : locales, options)
  })
  return (at) => formats()(zone()).format(at)
}

/**
 * Returns a function that formats a time.
 * It caches the formatter of the last time zone.
 * Clocks have 24 hours in every language.
 */
function inTimeZone(locales: string[], options: Intl.DateTimeFormatOptions) {
  let format: Intl.DateTimeFormat | undefined
  let of = ''
  return (timeZone: string) => {
    if (!format || of !== timeZone)
      format = new Intl.DateTimeFormat(locales, { timeZone, hourCycle: 'h23', ...options })
    of = timeZone
    return format
  }
}

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** Formats a day as 'Thursday, 12 March 2026'. */
export const formatFullDate = ofDay({ dateStyle: 'full' })
/** Formats a day as '12 Mar'. */
export const formatShortDate = ofDay({ day: 'numeric', month: 'short' })
/** Formats a day as 'Mar 12, 2026', as the specification demands for analyses. */
export const formatMonthDayYear = ofDay({ day: 'numeric', month: 'short', year: 'numeric' }, 'en-US')
/** Formats a month as 'Mar 2026'. */
export const formatShortMonth = ofDay({ month: 'short', year: 'numeric' }, 'en-US')
/** Formats a month as 'March 2026'. */
export const formatLongMonth = ofDay({ month: 'long', year: 'numeric' })
/** Formats a day as 'Thu 12 Mar'. */
export const formatWeekdayDate = ofDay({ weekday: 'short', day: 'numeric', month: 'short' })

const longDate = createCityTimeFormatter({ weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' })
const shortDate = createCityTimeFormatter({ weekday: 'short', day: 'numeric', month: 'short' })
const weekdayOf = createCityTimeFormatter({ weekday: 'short' })

/**
 * Formats a time's day as 'Today', 'Tomorrow', 'Yesterday' or 'Mon, 5 Jan 2026'.
 * `now` is epoch ms.
 */
export function formatDay(iso: string, now: number): string {
  const near = relativeDayOf(iso, now)
  return near ? getRelativeDayLabels()[near] : longDate(Date.parse(iso))
}

type RelativeDay = 'today' | 'tomorrow' | 'yesterday'

export const getRelativeDayLabels = (): Record<RelativeDay, string> => ({
  today: t`Today`,
  tomorrow: t`Tomorrow`,
  yesterday: t`Yesterday`,
})

/**
 * Returns whether the time is today, tomorrow or yesterday; undefined for other days.
 * `now` is epoch ms.
 */
export function relativeDayOf(iso: string, now: number): RelativeDay | undefined {
  const day = longDate(Date.parse(iso))
  const near = { today: now, tomorrow: now + DAY_MS, yesterday: now - DAY_MS }
  return (Object.keys(near) as RelativeDay[]).find((name) => longDate(near[name]) === day)
}

/**
 * Formats a period as '14:15 – 17:15', over midnight '22:30 – Tue 01:30', longer '22:30 – Tue 13 Jan, 01:30'.
 * The text does not break.
 */
export function formatTimeRange(from: string, to: string): string {
  const [start, end] = [Date.parse(from), Date.parse(to)]
  const isSameDay = shortDate(start) === shortDate(end)
  const day = end - start < DAY_MS ? weekdayOf(end) : `${shortDate(end)},`
  return `${formatTimeOfDay(from)} –${isSameDay ? '\u2060' : ` ${day}`} ${formatTimeOfDay(to)}`.replaceAll(
    ' ',
    '\u00a0',
  )
}

const yearOf = createCityTimeFormatter({ year: 'numeric' })

/**
 * Formats a time as 'Today 14:00', 'Mon 5 Jan, 14:00', another year's as 'Sun 5 Jan 2025, 14:00'.
 * `now` is epoch ms.
 */
export function formatDayAndTime(iso: string, now: number): string {
  const day = formatShortDay(iso, now)
  return relativeDayOf(iso, now) ? `${day} ${formatTimeOfDay(iso)}` : `${day}, ${formatTimeOfDay(iso)}`
}

/** Formats a day as 'Today', 'Tomorrow', 'Yesterday' or 'Mon 5 Jan', in another year 'Sun 5 Jan 2025'. */
export function formatShortDay(iso: string, now: number): string {
  const near = relativeDayOf(iso, now)
  if (near) return getRelativeDayLabels()[near]
  const at = Date.parse(iso)
  return (yearOf(at) === yearOf(now) ? shortDate : longDate)(at).replace(',', '')
}

const dayWithYear = createCityTimeFormatter({ day: 'numeric', month: 'short', year: 'numeric' })
const dayOfYear = createCityTimeFormatter({ day: 'numeric', month: 'short' })
const timeOfDay = createCityTimeFormatter({ hour: '2-digit', minute: '2-digit' })
const exactTime = createCityTimeFormatter({ dateStyle: 'full', timeStyle: 'medium' })

/**
 * Formats an age: 'just now', '3 min ago', '2 h ago', '4 days ago'.
 * Older times become a date.
 * A time in this device's future is 'just now'.
 */
export function formatTimeAgo(iso: string, now: number): string {
  const age = now - Date.parse(iso)
  if (age < MINUTE_MS) return t`just now`
  if (age < HOUR_MS) return t`${withUnit(Math.floor(age / MINUTE_MS), 'min')} ago`
  if (age < DAY_MS) return t`${withUnit(Math.floor(age / HOUR_MS), 'h')} ago`
  const days = Math.floor(age / DAY_MS)
  if (days < 7) return t`${plural(days, { one: '# day', other: '# days' })} ago`
  return dayWithYear(Date.parse(iso))
}

/** Formats a time as 'Monday, 5 January 2026 at 08:00:12 (Accra)'. */
export function formatExactTime(iso: string): string {
  return `${exactTime(Date.parse(iso))} (${getCitySettings().name})`
}

/** Formats a time of day as '14:15'. */
export function formatTimeOfDay(iso: string): string {
  return timeOfDay(Date.parse(iso))
}

/**
 * Formats today's time as '08:00', others as '5 Jan, 08:00'.
 * In another year: '5 Jan 2026, 08:00'.
 */
export function formatRecentTime(iso: string, now: number): string {
  const at = Date.parse(iso)
  const time = timeOfDay(at)
  if (dayWithYear(at) === dayWithYear(now)) return time
  return `${yearOf(at) === yearOf(now) ? dayOfYear(at) : dayWithYear(at)}, ${time}`
}

/** Formats a duration as '0.2 s' below ten seconds, then '12 s', '3 min', '2 h'. */
export function formatDuration(ms: number): string {
  if (ms < 10 * SECOND_MS) return withUnit((Math.max(0, ms) / SECOND_MS).toFixed(1), 's')
  if (ms < MINUTE_MS) return withUnit(Math.floor(ms / SECOND_MS), 's')
  if (ms < HOUR_MS) return withUnit(Math.floor(ms / MINUTE_MS), 'min')
  return withUnit(Math.floor(ms / HOUR_MS), 'h')
}

/** Formats a duration as '45 min', '3 h' or '1 h 10 min', from two days on as '5 days'. */
export function formatHoursAndMinutes(ms: number): string {
  const minutes = Math.round(ms / MINUTE_MS)
  if (minutes >= 2 * 24 * 60) return plural(Math.round(ms / DAY_MS), { one: '# day', other: '# days' })
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  const parts = [...(hours > 0 ? [withUnit(hours, 'h')] : []), ...(rest > 0 ? [withUnit(rest, 'min')] : [])]
  return parts.join(' ') || withUnit(0, 'min')
}
