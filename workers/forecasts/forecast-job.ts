/** Forecast job: scores the days that are complete by now, then foresees the coming ones in the pool, and sends both. */
import { ForecastDue } from '#contract/forecasts.ts'
import type { ZoneRow } from '#contract/tables.ts'
import { PoolClosed } from '#platform/pool/pool.ts'
import { addDays } from '#rules/city-time.ts'
import { defineJob } from '../runner/job.ts'
import { readCity, readHistory } from './history.ts'
import { makeForecast } from './make-forecast.ts'
import { scoresOf } from './score-days.ts'

const FAILED = 'The forecast could not be computed.'

export const forecastJob = defineJob({
  data: ForecastDue,
  async run(due, commandId, { rows: current, pool, send, log }) {
    const { madeOn } = due
    const rows = await current.upToNow('deliveries', 'configuration', 'zones', 'foreseen')
    const { timeZone, country } = await readCity(rows)
    const history = await readHistory(rows, { timeZone, last: addDays(madeOn, -1) })
    for (const score of await scoresOf(rows, history, madeOn)) await send(`${commandId}/score-${score.date}`, score)
    const zones = await rows.find<ZoneRow>('zones', { filter: { open: true }, sort: { openedAt: 1 } })
    const open = zones.map(({ id }) => id)
    let made: Awaited<ReturnType<typeof makeForecast>>
    try {
      made = await makeForecast(due, { history, zones: open, country, pool })
    } catch (error) {
      if (error instanceof PoolClosed) throw error
      // The one before stays; what can't be computed now is tried again the next night, or when somebody asks.
      log.error({ err: error, ...due }, 'a forecast could not be computed')
      await send(`${commandId}/failed`, { type: 'FailForecast', ...due, reason: reasonOf(error) })
      return
    }
    await send(commandId, made)
  },
})

const reasonOf = (error: unknown) => (error instanceof Error && error.message ? `${FAILED} ${error.message}` : FAILED)
