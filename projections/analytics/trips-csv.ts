/** Exports a period's trips as CSV, including archived trucks. */
import { TRIP_CSV_COLUMNS } from '#contract/views.ts'
import { listLastLocalDays } from '#domain/city-time.ts'
import { dayStartIsoOf } from '#domain/wall-clock.ts'
import type { ReadHandlers } from '#platform/http/api.ts'
import { createCsvFile } from '#platform/http/csv.ts'
import { type TripRow, toFuelLog } from '../fleet/trips-view.ts'
import { timeZoneOf } from '../queries/time-zone.ts'

export function createTripsCsvReadHandlers(): ReadHandlers {
  return {
    async tripsCsv({ query: { period, vehicle_id } }, { rows, now }) {
      const timeZone = await timeZoneOf(rows)
      const days = listLastLocalDays(timeZone, now, Number(period))
      const filter = {
        trip_start: { $gte: dayStartIsoOf(timeZone, days[0] ?? '') },
        ...(vehicle_id === undefined ? {} : { vehicle_id }),
      }
      const trips = await rows.find<TripRow>('trips', { filter, sort: { trip_start: -1 } })
      return createCsvFile(`trips-${days[0]}-to-${days.at(-1)}.csv`, TRIP_CSV_COLUMNS, trips.map(toFuelLog))
    },
  }
}
