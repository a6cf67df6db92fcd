/** Forecast job: scores past days, computes coming days in the pool, and sends both. */

import {
  ForecastJobData,
  NIGHTLY_FORECAST_TIMEOUT_MS,
  nightlyForecastIdOf,
  type ScoreForecastCommand,
  WHOLE_CITY_ZONE,
} from '#contract/forecasts/forecasts.ts'
import { msg } from '#contract/languages/message.ts'
import type { ForecastScoreRow, ZoneRow } from '#contract/tables.ts'
import { addDays, localDayOf } from '#domain/city-time.ts'
import type { Rows } from '#platform/read-store/rows.ts'
import { WorkerThreadPoolClosed } from '#platform/worker-threads/pool.ts'
import { defineJob } from '../runner/job.ts'
import { type ArrivalHistory, type DayArrivals, readArrivalHistory, readCitySettings } from './history.ts'
import { makeForecast } from './make-forecast.ts'

const FAILED = msg`The forecast could not be computed.`.message
/** Error of a late job, whose forecast day has begun and is partly known. */
const OTHER_DAY = msg`This forecast was for another day. Please request a new one.`.message

/**
 * Number of past days whose forecast scores are updated.
 * The track record covers the same days.
 * Scores of earlier days do not change.
 */
const RESCORED_DAYS = 90

export const forecastJob = defineJob({
  data: ForecastJobData,
  longMs: NIGHTLY_FORECAST_TIMEOUT_MS,
  async run(due, commandId, { rows: current, pool, send, log, clock }) {
    const { forecastId, madeOn } = due
    const rows = await current.upToNow('deliveries', 'configuration', 'zones', 'foreseen')
    const { timeZone, country } = await readCitySettings(rows)
    const today = () => localDayOf(timeZone, clock().toISOString())
    const fail = (reason: string) => send(`${commandId}/failed`, { type: 'FailForecast', ...due, reason })
    // The job runs too early, because the city's time zone has changed since it was queued.
    // The policy queues another job for the hour in the new time zone.
    if (forecastId === nightlyForecastIdOf(madeOn) && madeOn > today()) return
    if (madeOn !== today()) return fail(OTHER_DAY)
    const history = await readArrivalHistory(rows, { timeZone, last: addDays(madeOn, -1) })
    for (const score of await scoreForecastDays(rows, history, madeOn))
      await send(`${commandId}/score-${score.date}`, score)
    const zones = await rows.find<ZoneRow>('zones', { filter: { open: true }, sort: { openedAt: 1 } })
    const open = zones.map(({ id }) => id)
    let made: Awaited<ReturnType<typeof makeForecast>>
    try {
      made = await makeForecast(due, { history, zones: open, country, pool })
    } catch (error) {
      if (error instanceof WorkerThreadPoolClosed) throw error
      // The previous forecast stays valid.
      // The next nightly job or the next request computes a new forecast.
      log.error({ err: error, ...due }, 'a forecast could not be computed')
      return fail(reasonOf(error))
    }
    // Checks the day again, because the forecast is useless if midnight has passed meanwhile.
    await (madeOn === today() ? send(commandId, made) : fail(OTHER_DAY))
  },
})

const reasonOf = (error: unknown) => (error instanceof Error && error.message ? `${FAILED} ${error.message}` : FAILED)

/**
 * Scores forecasts of past days that have no score yet, or whose actual figures changed.
 * `before` is the first day that is not finished.
 * Returns the scores of earlier days.
 * Days without arrivals get no score, because their actual amount is unknown.
 */
export async function scoreForecastDays(
  rows: Pick<Rows<'foreseen'>, 'find'>,
  history: ArrivalHistory,
  before: string,
  days = RESCORED_DAYS,
): Promise<ScoreForecastCommand[]> {
  const filter = { date: { $gte: addDays(before, -days), $lt: before } }
  const foreseen = await rows.find<ForecastScoreRow>('foreseen', { filter })
  const arrived = new Map([
    ...byDay(WHOLE_CITY_ZONE, history.city),
    ...[...history.zones].flatMap(([zone, days]) => [...byDay(zone, days)]),
  ])
  const byDate = Map.groupBy(foreseen, ({ date }) => date)
  return [...byDate].sort(([a], [b]) => (a < b ? -1 : 1)).flatMap(([date, rows]) => scoreOf(date, rows) ?? [])

  function scoreOf(date: string, rows: readonly ForecastScoreRow[]): ScoreForecastCommand | undefined {
    const scores = rows.flatMap(({ zone, madeOn, p10, p50, p90, weekdayMean, actual }) => {
      const came = arrived.get(keyOf(zone, date))
      if (!came || kg(came.tonnes) === actual) return []
      const mean = weekdayMean === undefined ? {} : { weekdayMean }
      return { zone, madeOn, p10, p50, p90, ...mean, actual: kg(came.tonnes), estimated: kg(came.estimated) }
    })
    const gone = rows.filter(({ zone, actual }) => actual !== undefined && !arrived.has(keyOf(zone, date)))
    const withdrawn = gone.map(({ zone }) => zone)
    if (scores.length + withdrawn.length === 0) return undefined
    const { position: dataPosition, simulated } = history
    const changed = { scores, ...(withdrawn.length > 0 && { withdrawn }) }
    return { type: 'ScoreForecast', date, ...changed, dataPosition, ...(simulated && { simulated }) }
  }
}

const keyOf = (zone: string, date: string) => `${zone}/${date}`
const byDay = (zone: string, days: readonly DayArrivals[]) => days.map((day) => [keyOf(zone, day.date), day] as const)
const kg = (tonnes: number) => Math.round(tonnes * 1_000) / 1_000
