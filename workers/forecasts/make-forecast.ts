/**
 * Forecasts the city and all open zones, one series at a time.
 * Shortens a forecast that is too large for one event.
 */

import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ForecastDay, ForecastJobData, MakeForecastCommand, ZoneForecast } from '#contract/forecasts/forecasts.ts'
import { addDays } from '#domain/city-time.ts'
import { combineZoneForecasts, regularityOfLoadsBefore } from '#domain/forecasting.ts'
import { formatNumber } from '#domain/number-format.ts'
import { FORECAST_MODEL, FORECAST_MODEL_VERSION } from '#ml/forecaster/forecast.ts'
import { type WorkerThreadPool, WorkerThreadPoolClosed } from '#platform/worker-threads/pool.ts'
import type { ForecastTask, PredictedDay, SeriesForecast } from './forecast-task.ts'
import type { ArrivalHistory, DayArrivals } from './history.ts'

const PROGRAM = new URL('./forecast-task.ts', import.meta.url)

/**
 * Maximum size of a forecast in bytes; an event can have 1 MiB.
 * 14 forecast days of 200 zones fit, or one day of 2,000 zones.
 */
const MAX_FORECAST_BYTES = 900 * 1_024

/**
 * Time limit for the forecast of one series, in ms.
 * Only a series whose computation hangs takes so long; others take seconds.
 * Without the limit, it would occupy the low-priority thread.
 * No later forecast would then start.
 */
const SERIES_TIMEOUT_MS = 1_800_000

interface ForecastContext {
  history: ArrivalHistory
  /** Names of the open zones. */
  zones: readonly string[]
  country: string
  pool: Pick<WorkerThreadPool, 'run'>
}

/**
 * Returns one forecast for each day in `madeOn`, made only from earlier arrivals.
 * Computes one time series after the other, at low priority.
 */
export async function makeForecasts(
  madeOn: readonly string[],
  making: ForecastContext,
): Promise<MakeForecastCommand[]> {
  const { history, zones, country, pool } = making
  const foresee = async (arrived: readonly DayArrivals[]) => {
    const signal = AbortSignal.timeout(SERIES_TIMEOUT_MS)
    const task = { arrived, from: madeOn, country }
    try {
      return await pool.run<ForecastTask, SeriesForecast[]>(PROGRAM, task, { patient: true, signal })
    } catch (error) {
      if (!signal.aborted || error instanceof WorkerThreadPoolClosed) throw error
      throw new Error(`It took longer than ${SERIES_TIMEOUT_MS / 60_000} minutes.`, { cause: error })
    }
  }
  const city = await foresee(history.city)
  const byZone = new Map<string, SeriesForecast[]>()
  for (const zone of zones) byZone.set(zone, await foresee(history.zones.get(zone) ?? []))
  const made: MakeForecastCommand[] = []
  for (const [at, day] of madeOn.entries()) {
    const due = { forecastId: '', madeOn: day }
    const foreseen = new Map([...byZone].map(([zone, days]) => [zone, days[at] as SeriesForecast]))
    made.push(shortenForecastToFitEvent(assembleForecast(due, history, city[at] as SeriesForecast, foreseen)))
    // Other work runs between two forecasts.
    await nextTurn()
  }
  return made
}

export async function makeForecast(due: ForecastJobData, making: ForecastContext): Promise<MakeForecastCommand> {
  const [made] = await makeForecasts([due.madeOn], making)
  return { ...(made as MakeForecastCommand), ...due }
}

function assembleForecast(
  due: ForecastJobData,
  history: ArrivalHistory,
  own: SeriesForecast,
  byZone: ReadonlyMap<string, SeriesForecast>,
): MakeForecastCommand {
  const before = (arrived: readonly DayArrivals[] = []) => arrived.filter(({ date }) => date < due.madeOn)
  const daysOf = (arrived?: readonly DayArrivals[]) => before(arrived).map(({ date }) => date)
  const cityDays = daysOf(history.city)
  const zoneDays = [...byZone].flatMap(([zone, foreseen]) =>
    foreseen.status === 'forecast' ? { arrived: new Set(daysOf(history.zones.get(zone))), days: foreseen.days } : [],
  )
  const zones = [...byZone].map(([zone, foreseen]): ZoneForecast => {
    if (foreseen.status !== 'forecast') return { ...foreseen, zone }
    const regularity = regularityOfLoadsBefore(daysOf(history.zones.get(zone)), due.madeOn)
    return { status: 'forecast', zone, days: foreseen.days.map(rounded), regularity }
  })
  // The city's forecast is the sum of the zones' forecasts.
  // If a zone with loads has no forecast, the city's forecast is computed from the city's own series.
  const isSum = [...byZone.values()].every((foreseen) => foreseen.status === 'forecast' || foreseen.have === 0)
  const cityOf = (day: PredictedDay) => rounded(isSum ? combineZoneForecasts(day, zoneDays, cityDays) : day)
  const city = own.status === 'forecast' ? own.days.map(cityOf) : []
  const { simulated } = history
  const dataPosition = before(history.city).reduce((newest, { position }) => Math.max(newest, position), 0)
  return {
    type: 'MakeForecast',
    ...due,
    dataPosition,
    model: FORECAST_MODEL,
    version: FORECAST_MODEL_VERSION,
    city,
    regularity: regularityOfLoadsBefore(cityDays, due.madeOn),
    zones,
    ...(simulated && { simulated }),
  }
}

/** Rounds tonnes to whole kilograms. */
const kg = (tonnes: number) => Math.round(tonnes * 1_000) / 1_000 + 0

function rounded({ date, p10, p50, p90, shares, reasons, weekdayMean }: PredictedDay): ForecastDay {
  const { level, weekday, trend, holiday, other, zones } = reasons
  return {
    date,
    p10: kg(p10),
    p50: kg(p50),
    p90: kg(p90),
    shares,
    reasons: {
      level: kg(level),
      weekday: kg(weekday),
      trend: kg(trend),
      holiday: kg(holiday),
      other: kg(other),
      ...(zones !== undefined && { zones: kg(zones) }),
    },
    ...(weekdayMean !== undefined && { weekdayMean: kg(weekdayMean) }),
  }
}

const bytesOf = (part: object) => Buffer.byteLength(JSON.stringify(part)) + 1

/**
 * Removes the last days of the zones' forecasts until the forecast fits into an event.
 * Removes as few days as possible.
 * Never removes a zone's forecast for tomorrow, or a day of the city's forecast.
 * Throws if the forecast is still too large.
 */
export function shortenForecastToFitEvent(made: MakeForecastCommand): MakeForecastCommand {
  const days = made.zones.map((zone) => (zone.status === 'forecast' ? zone.days : []))
  const bare = bytesOf(cut(made, () => []))
  const sizes = days.map((own) => own.map(bytesOf))
  const bytesOfFirst = (count: number) => bare + sizes.flatMap((own) => own.slice(0, count)).reduce(add, 0)
  const longest = Math.max(0, ...days.map((own) => own.length))
  for (let count = longest; count > 1; count--)
    if (bytesOfFirst(count) <= MAX_FORECAST_BYTES)
      return count === longest ? made : cut(made, (own) => own.slice(0, count))
  const tomorrow = addDays(made.madeOn, 1)
  const least = cut(made, (own) => own.filter(({ date }) => date === tomorrow))
  if (bytesOf(least) <= MAX_FORECAST_BYTES) return least
  throw new Error(`There are more zones (${formatNumber(made.zones.length)}) than one forecast holds.`)
}

const add = (sum: number, bytes: number) => sum + bytes

const cut = (
  made: MakeForecastCommand,
  some: (days: readonly ForecastDay[]) => ForecastDay[],
): MakeForecastCommand => ({
  ...made,
  zones: made.zones.map(
    (zone): ZoneForecast => (zone.status === 'forecast' ? { ...zone, days: some(zone.days) } : zone),
  ),
})
