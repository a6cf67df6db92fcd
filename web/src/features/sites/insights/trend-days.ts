/** The days of the trend: of the latest records those within 30 days of the calendar. */
import { addDays } from '#rules/city-time.ts'

const SPAN_DAYS = 30

/** Returns the days, oldest first, that lie within 30 days up to the latest one. */
export function trendDays<Day extends { date: string }>(days: readonly Day[]): Day[] {
  const latest = days.at(-1)?.date
  return latest === undefined ? [] : days.filter(({ date }) => date > addDays(latest, -SPAN_DAYS))
}
