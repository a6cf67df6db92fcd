/** Forecast job: scores past days, computes the coming days in the pool, and sends both as commands. */
import { ForecastJobData, NIGHTLY_FORECAST_TIMEOUT_MS, nightlyForecastId } from '#contract/forecasts/forecasts.ts'
import { msg } from '#contract/languages/message.ts'
import type { ZoneRow } from '#contract/tables.ts'
import { addDays, localDayOf } from '#domain/city-time.ts'
import { WorkerThreadPoolClosed } from '#platform/worker-threads/pool.ts'
import { defineJob } from '../runner/job.ts'
import { readArrivalHistory, readCitySettings } from './history.ts'
import { makeForecast } from './make-forecast.ts'
import { scoreDays } from './score-days.ts'

const FAILED = msg`The forecast could not be computed.`.message
/** Error of a job that runs late. The day of its forecast has already begun, so part of it is known. */
const OTHER_DAY = msg`This forecast was for another day. Please request a new one.`.message

export const forecastJob = defineJob({
  data: ForecastJobData,
  longMs: NIGHTLY_FORECAST_TIMEOUT_MS,
  async run(due, commandId, { rows: current, pool, send, log, clock }) {
    const { forecastId, madeOn } = due
    const rows = await current.upToNow('deliveries', 'configuration', 'zones', 'foreseen')
    const { timeZone, country } = await readCitySettings(rows)
    const today = () => localDayOf(timeZone, clock().toISOString())
    const fail = (reason: string) => send(`${commandId}/failed`, { type: 'FailForecast', ...due, reason })
    // The city's time zone was changed after the job was queued, so it is too early.
    // The policy also queues the job at its new hour.
    if (forecastId === nightlyForecastId(madeOn) && madeOn > today()) return
    if (madeOn !== today()) return fail(OTHER_DAY)
    const history = await readArrivalHistory(rows, { timeZone, last: addDays(madeOn, -1) })
    for (const score of await scoreDays(rows, history, madeOn)) await send(`${commandId}/score-${score.date}`, score)
    const zones = await rows.find<ZoneRow>('zones', { filter: { open: true }, sort: { openedAt: 1 } })
    const open = zones.map(({ id }) => id)
    let made: Awaited<ReturnType<typeof makeForecast>>
    try {
      made = await makeForecast(due, { history, zones: open, country, pool })
    } catch (error) {
      if (error instanceof WorkerThreadPoolClosed) throw error
      // The previous forecast stays valid. The next night or the next request tries again.
      log.error({ err: error, ...due }, 'a forecast could not be computed')
      return fail(reasonOf(error))
    }
    // Checks the day again: if the job ends after midnight, its forecast is too late.
    await (madeOn === today() ? send(commandId, made) : fail(OTHER_DAY))
  },
})

const reasonOf = (error: unknown) => (error instanceof Error && error.message ? `${FAILED} ${error.message}` : FAILED)
