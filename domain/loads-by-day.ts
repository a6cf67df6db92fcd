/** Groups arrived loads by day in the city's time zone, for statements, open data and forecasts. */
import { localDayOf } from './city-time.ts'

/** Groups loads by the day (`2026-01-05`) of their arrival. Omits loads that have not arrived. */
export function loadsByDay<L extends { arrivedAt?: string | undefined }>(
  timeZone: string,
  loads: readonly L[],
): Map<string, L[]> {
  const arrived = loads.filter(({ arrivedAt }) => arrivedAt)
  return Map.groupBy(arrived, ({ arrivedAt = '' }) => localDayOf(timeZone, arrivedAt))
}
