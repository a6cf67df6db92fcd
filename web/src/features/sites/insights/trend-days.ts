/** Days of the trend: records within 30 calendar days. */
import { addDays } from '#domain/city-time.ts'

const SPAN_DAYS = 30

/** Returns the days within 30 days up to the latest one, oldest first. */
export function trendDays<Day extends { date: string }>(days: readonly Day[]): Day[] {
  const latest = days.at(-1)?.date
  return latest === undefined ? [] : days.filter(({ date }) => date > addDays(latest, -SPAN_DAYS))
}
