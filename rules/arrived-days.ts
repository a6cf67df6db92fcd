/** What arrived, put together by days of the city: statements, open data and forecasts count by these. */
import { dayIn } from './city-time.ts'

/** Loads by the day (`2026-01-05`) on which they arrived; those on their way stand under no day and are left out. */
export function byDaysOf<L extends { arrivedAt?: string | undefined }>(
  timeZone: string,
  loads: readonly L[],
): Map<string, L[]> {
  const arrived = loads.filter(({ arrivedAt }) => arrivedAt)
  return Map.groupBy(arrived, ({ arrivedAt = '' }) => dayIn(timeZone, arrivedAt))
}
