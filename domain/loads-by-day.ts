/**
 * Groups arrived loads by days of the city.
 * Statements, open data and forecasts use these days.
 */
import { dayIn } from './city-time.ts'

/**
 * Groups loads by the day (`2026-01-05`) of arrival.
 * Loads on their way are left out.
 */
export function loadsByDay<L extends { arrivedAt?: string | undefined }>(
  timeZone: string,
  loads: readonly L[],
): Map<string, L[]> {
  const arrived = loads.filter(({ arrivedAt }) => arrivedAt)
  return Map.groupBy(arrived, ({ arrivedAt = '' }) => dayIn(timeZone, arrivedAt))
}
