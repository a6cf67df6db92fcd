/**
 * Adds forecasts and scores for the last nights of the demo's year.
 * The code of normal operation computes them, each from earlier days only.
 */

import { forecast } from '#command-api/aggregates/forecast.ts'
import { recordForecast } from '#command-api/forecasts/record-forecast.ts'
import type { Kernel } from '#command-api/kernel/kernel.ts'
import { NIGHTLY_FORECAST_TIME, nightlyForecastId } from '#contract/forecasts/forecasts.ts'
import type { ZoneRow } from '#contract/tables.ts'
import { addDays, daysInRange, localDayOf } from '#domain/city-time.ts'
import { parseDateTimeFieldIn } from '#domain/wall-clock.ts'
import type { WorkerThreadPool } from '#platform/worker-threads/pool.ts'
import { scoreDays } from '#workers/forecasts/forecast-job.ts'
import { readArrivalHistory, readCitySettings } from '#workers/forecasts/history.ts'
import { makeForecasts } from '#workers/forecasts/make-forecast.ts'
import { readYearEnd } from './year.ts'

const NIGHTS = 90

/**
 * Computes past forecasts once, after the first start, in the worker pool, so that screens stay fast.
 * Writes the last night last, so that an interrupted run resumes.
 */
export async function seedPastForecasts(kernel: Kernel, pool: Pick<WorkerThreadPool, 'run'>): Promise<void> {
  const { store, rows: current } = kernel
  const rows = await current.upToNow('deliveries', 'configuration', 'zones')
  const { timeZone, country } = await readCitySettings(rows)
  const end = await readYearEnd(kernel)
  if (end === undefined) return
  const nextDay = localDayOf(timeZone, end.toISOString())
  const last = addDays(nextDay, -1)
  if ((await store.readStream(forecast.stream(last))).length > 0) return

  const history = await readArrivalHistory(rows, { timeZone, last })
  const zones = (await rows.find<ZoneRow>('zones', { filter: { open: true } })).map(({ id }) => id)
  const made = await makeForecasts(daysInRange(addDays(nextDay, -NIGHTS), last), { history, zones, country, pool })
  const at = (day: string) => ({
    store,
    clock: () => new Date(parseDateTimeFieldIn(timeZone, `${day}T${NIGHTLY_FORECAST_TIME}`)),
  })
  const record = (night: (typeof made)[number]) =>
    recordForecast(
      at(night.madeOn),
      { ...night, forecastId: nightlyForecastId(night.madeOn) },
      `seed/forecast-${night.madeOn}`,
    )
  for (const night of made.slice(0, -1)) await record(night)
  for (const score of await scoreDays(await current.upToNow('foreseen'), history, nextDay, NIGHTS))
    await recordForecast(at(addDays(score.date, 1)), score, `seed/score-${score.date}`)
  for (const night of made.slice(-1)) await record(night)
}
