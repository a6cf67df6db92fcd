/** The time of day in the city. */

const HOUR_MS = 60 * 60_000
const DAY_MS = 24 * HOUR_MS

/** One formatter for each time zone, made when it is first asked for: making one costs more than a hundred uses of it. */
function formats(locale: string, parts: Intl.DateTimeFormatOptions): (timeZone: string) => Intl.DateTimeFormat {
  const made = new Map<string, Intl.DateTimeFormat>()
  return (timeZone) => {
    const format = made.get(timeZone) ?? new Intl.DateTimeFormat(locale, { timeZone, ...parts })
    made.set(timeZone, format)
    return format
  }
}

const TIME = { hour: '2-digit', minute: '2-digit' } as const
const DATE = { year: 'numeric', month: '2-digit', day: '2-digit' } as const
const clock = formats('en-GB', TIME)
const calendar = formats('sv-SE', DATE)
const wholeField = formats('sv-SE', { ...DATE, ...TIME })

/** Such as `14:05`; `at` in ISO 8601, `timeZone` by its IANA name. */
export const timeIn = (timeZone: string, at: string): string => clock(timeZone).format(new Date(at))

/** A moment as a form's field holds it on the city's clocks: `2026-01-05T14:15`. */
export const fieldIn = (timeZone: string, at: number): string => wholeField(timeZone).format(at).replace(' ', 'T')

/** The day in a zone of each UTC day that was asked for; where another begins within it, of each quarter of an hour of it. */
type DayOf = string | (string | undefined)[]

/** More than five years of days; no clock is ahead of UTC by a part of a quarter of an hour. */
const MOST_KEPT = 4_000
const QUARTER_MS = 15 * 60_000
const daysOf = new Map<string, Map<string, DayOf>>()

const dateIn = (timeZone: string, at: number): string => calendar(timeZone).format(at)

/** The day in the city, `2026-01-05`, of a moment in ISO 8601 UTC. Years of rows are asked for at once. */
export const dayIn = (timeZone: string, at: string): string => dayOf(timeZone, at, 0)

/** `hours` must not lead to another day of UTC. */
function dayOf(timeZone: string, at: string, hours: number): string {
  const known = daysOf.get(timeZone) ?? new Map<string, DayOf>()
  daysOf.set(timeZone, known)
  const date = at.slice(0, 10)
  let day = known.get(date)
  if (day === undefined) {
    if (known.size >= MOST_KEPT) known.clear()
    const begins = Date.parse(date)
    const first = dateIn(timeZone, begins)
    day = first === dateIn(timeZone, begins + DAY_MS - 1) ? first : []
    known.set(date, day)
  }
  if (typeof day === 'string') return day
  const quarter = (Number(at.slice(11, 13)) + hours) * 4 + Math.floor(Number(at.slice(14, 16)) / 15)
  day[quarter] ??= dateIn(timeZone, Date.parse(date) + quarter * QUARTER_MS)
  return day[quarter]
}

/** The day in the city so many hours later. Where that is no other day of UTC it takes no reckoning with dates. */
export function dayInLater(timeZone: string, at: string, hours: number): string {
  const hour = Number(at.slice(11, 13)) + hours
  if (Number.isInteger(hour) && hour >= 0 && hour < 24) return dayOf(timeZone, at, hours)
  return dayIn(timeZone, new Date(Date.parse(at) + hours * HOUR_MS).toISOString())
}

/** The day so many days after another (`2026-01-05`); before it where they are negative. */
export const addDays = (day: string, days: number) =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10)

/** Returns the earlier of two days. */
export const earlierDay = (one: string, other: string) => (one < other ? one : other)

/** Returns the later of two days. */
export const laterDay = (one: string, other: string) => (one > other ? one : other)

/** The days from one to another (`2026-01-05`), both included. */
export function daysFrom(from: string, to: string): string[] {
  const [first, last] = [Date.parse(from), Date.parse(to)]
  const count = Math.max(0, Math.round((last - first) / DAY_MS) + 1)
  return Array.from({ length: count }, (_, index) => new Date(first + index * DAY_MS).toISOString().slice(0, 10))
}

/** Today in the city and the days before it, so many in all, oldest first. */
export function lastDays(timeZone: string, now: Date, count: number): string[] {
  const today = dayIn(timeZone, now.toISOString())
  return daysFrom(addDays(today, 1 - count), today)
}

/** The Monday of a day's week, or that day. */
export const mondayOf = (day: string) => addDays(day, -((new Date(day).getUTCDay() + 6) % 7))
