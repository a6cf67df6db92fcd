/** Seeds an embedded installation with history and forecasts, and simulates it. */

import { forecastAggregate } from '#command-api/aggregates/forecast.ts'
import { recordForecast } from '#command-api/forecasts/record-forecast.ts'
import { seedDemoAccounts } from '#command-api/internal-commands/seed.ts'
import type { Kernel } from '#command-api/kernel/kernel.ts'
import type { BinReporter } from '#command-api/reports/routes.ts'
import { NIGHTLY_FORECAST_TIME, nightlyForecastIdOf } from '#contract/forecasts/forecasts.ts'
import type { ZoneRow } from '#contract/tables.ts'
import { addDays, listDaysInRange, localDayOf } from '#domain/city-time.ts'
import { parseDateTimeFieldIn } from '#domain/wall-clock.ts'
import type { ServerSettings } from '#platform/config.ts'
import type { WorkerThreadPool } from '#platform/worker-threads/pool.ts'
import type { ProjectionRunner } from '#projections/runner/runner.ts'
import type { Workers } from '#workers/app.ts'
import { scoreForecastDays } from '#workers/forecasts/forecast-job.ts'
import { readArrivalHistory, readCitySettings } from '#workers/forecasts/history.ts'
import { makeForecasts } from '#workers/forecasts/make-forecast.ts'
import { enableSimulatedActivity, startCitySimulation } from './live.ts'
import { hasSimulatedYear, readYearEnd, seedDemoYear } from './year.ts'

type SeedSettings = Pick<ServerSettings, 'SEED' | 'SEED_HISTORY' | 'SEED_PASSWORD'>

const LOOPBACK = ['127.0.0.1', '::1', 'localhost']

/**
 * Returns whether the sign-in page may list the demo accounts.
 * Listing is safe if only this machine reaches the page.
 */
export const isDemoAccountListAllowed = ({ SEED, HOST, TRUST_PROXY }: ServerSettings): boolean =>
  SEED !== 'none' && LOOPBACK.includes(HOST) && TRUST_PROXY === undefined

/**
 * Seeds the demo, unless SEED is 'none'.
 * Returns the password of accounts created now.
 */
export async function seedInstallation(
  kernel: Kernel,
  runner: ProjectionRunner,
  { SEED, SEED_HISTORY, SEED_PASSWORD }: SeedSettings,
): Promise<string | undefined> {
  if (SEED === 'none') return undefined
  if (SEED_HISTORY === 'year') await seedDemoYear(kernel, runner)
  return seedDemoAccounts(kernel, SEED_PASSWORD)
}

/**
 * Switches simulated activity on.
 * Returns the simulation's starter; undefined if SEED is not 'demo'.
 */
export async function prepareDemoCity(kernel: Kernel, { SEED }: SeedSettings) {
  if (SEED === 'none' || !(await hasSimulatedYear(kernel))) return undefined
  await enableSimulatedActivity(kernel)
  return (reportFor: BinReporter, workers: Pick<Workers, 'ready'>, pool: WorkerThreadPool) => ({
    live: startCitySimulation(kernel, reportFor),
    pastForecasts: addPastForecasts(workers, kernel, pool),
  })
}

/**
 * Adds forecasts for past days of the demo.
 * Only logs failures; the next start resumes.
 */
async function addPastForecasts(
  { ready }: Pick<Workers, 'ready'>,
  kernel: Kernel,
  pool: WorkerThreadPool,
): Promise<void> {
  try {
    await ready
    await seedPastForecasts(kernel, pool)
  } catch (error) {
    kernel.log.warn({ err: error }, "the demo's past forecasts are not complete; the next start continues them")
  }
}

/** Number of nights at the end of the demo year for which forecasts and scores are computed. */
const PAST_FORECAST_NIGHTS = 90

/**
 * Computes forecasts for past nights once, after the first start.
 * Each forecast uses only the days before its night.
 * The worker pool computes them, so that screens stay fast.
 * The most recent night is computed last.
 * If it is missing, a run was interrupted.
 */
async function seedPastForecasts(kernel: Kernel, pool: Pick<WorkerThreadPool, 'run'>): Promise<void> {
  const { store, rows: current } = kernel
  const rows = await current.upToNow('deliveries', 'configuration', 'zones')
  const { timeZone, country } = await readCitySettings(rows)
  const end = await readYearEnd(kernel)
  if (end === undefined) return
  const nextDay = localDayOf(timeZone, end.toISOString())
  const last = addDays(nextDay, -1)
  if ((await store.readStream(forecastAggregate.stream(last))).length > 0) return

  const history = await readArrivalHistory(rows, { timeZone, last })
  const zones = (await rows.find<ZoneRow>('zones', { filter: { open: true } })).map(({ id }) => id)
  const made = await makeForecasts(listDaysInRange(addDays(nextDay, -PAST_FORECAST_NIGHTS), last), {
    history,
    zones,
    country,
    pool,
  })
  const at = (day: string) => ({
    store,
    clock: () => new Date(parseDateTimeFieldIn(timeZone, `${day}T${NIGHTLY_FORECAST_TIME}`)),
  })
  const record = (night: (typeof made)[number]) =>
    recordForecast(
      at(night.madeOn),
      { ...night, forecastId: nightlyForecastIdOf(night.madeOn) },
      `seed/forecast-${night.madeOn}`,
    )
  for (const night of made.slice(0, -1)) await record(night)
  for (const score of await scoreForecastDays(
    await current.upToNow('foreseen'),
    history,
    nextDay,
    PAST_FORECAST_NIGHTS,
  ))
    await recordForecast(at(addDays(score.date, 1)), score, `seed/score-${score.date}`)
  for (const night of made.slice(-1)) await record(night)
}
