/** Calendar features of a day: weekday, season, moon, holidays and the same day in earlier years. */
import { type EpochDay, partsOf, weekdayOf } from './days.ts'

const YEAR = 365.2425
/**
 * Mean lunar month in days.
 * `NEW_MOON` is a new moon (6 January 2000, 18:14 UT).
 * Poya days, Eid and Easter follow the moon.
 */
const MONTH_OF_MOON = 29.530588853
const NEW_MOON = 10_962.76

const turn = (part: number): [number, number] => [Math.sin(2 * Math.PI * part), Math.cos(2 * Math.PI * part)]

/** Returns the calendar features of a day, the weekday first. No value is missing. */
export function calendarFeaturesOf(day: EpochDay, holidays: ReadonlySet<EpochDay>): number[] {
  const { month, date } = partsOf(day)
  const year = day / YEAR
  const holiday = (ahead: number) => (holidays.has(day + ahead) ? 1 : 0)
  let inWeek = 0
  for (let back = 1; back <= weekdayOf(day); back++) inWeek += holiday(-back)
  const around = [holiday(0), holiday(-1), holiday(1), holiday(-2), inWeek]
  return [
    weekdayOf(day),
    date,
    Math.floor((date - 1) / 7),
    month,
    ...turn(year),
    ...turn(2 * year),
    ...turn((day - NEW_MOON) / MONTH_OF_MOON),
    day / YEAR,
    ...around,
  ]
}

const YEARS = 6

/** Returns the days with the same date in up to six earlier years. */
export function findSameDatesInEarlierYears(day: EpochDay): EpochDay[] {
  const { year, month, date } = partsOf(day)
  return Array.from({ length: YEARS }, (_, back) => Date.UTC(year - back - 1, month, date) / 86_400_000)
}

/**
 * Returns the days with the same weekday of the same week of the month, in up to six earlier years.
 * An example of such a day is the fourth Thursday of November.
 */
export function findSameWeekdaysInEarlierYears(day: EpochDay): EpochDay[] {
  const { year, month, date } = partsOf(day)
  const week = Math.floor((date - 1) / 7)
  return Array.from({ length: YEARS }, (_, back) => {
    const first = Date.UTC(year - back - 1, month, 1) / 86_400_000
    return first + ((weekdayOf(day) - weekdayOf(first) + 7) % 7) + 7 * week
  })
}
