/** Answers forecast reads: tomorrow, coming days, history and the model in use. */
import { CITY } from '#contract/forecasts/forecasts.ts'
import type { ForeseenRow } from '#contract/tables.ts'
import type { ForecastState, ForeseenDay } from '#contract/views.ts'
import type { Reads } from '#platform/http/api.ts'
import { addDays, dayIn } from '#rules/city-time.ts'
import { stateOfForecasts } from '../reading/lists.ts'
import { timeZoneOf } from '../reading/time-zone.ts'
import type { ForecastRow } from './forecasts-view.ts'
import { detailsOf, makingOf, nextDayOf, readLatest } from './next-day.ts'

export function forecastReads(): Reads {
  return {
    nextDay: async (_, { rows, now }) => nextDayOf(await readLatest(rows, now, await timeZoneOf(rows))),
    forecastDetails: async (_, { rows, now }) => detailsOf(await readLatest(rows, now, await timeZoneOf(rows))),

    async forecastHistory({ query: { district: zone = CITY, days } }, { rows, now }) {
      const tomorrow = addDays(dayIn(await timeZoneOf(rows), now.toISOString()), 1)
      const filter = { zone, date: { $gte: addDays(tomorrow, 1 - days), $lte: tomorrow } }
      const foreseen = await rows.find<ForeseenRow>('foreseen', { filter, sort: { date: 1 } })
      return { history: foreseen.map(toForeseenDay) }
    },

    async forecastState(_, { rows }) {
      return { forecasts: (await rows.find<ForecastRow>('forecasts', stateOfForecasts)).map(toForecastState) }
    },
  }
}

function toForeseenDay(row: ForeseenRow): ForeseenDay {
  const { date, zone: district, p50: forecast_tonnes, p10, p90, weekdayMean, actual, estimated, before } = row
  return {
    ...{ date, district, forecast_tonnes, p10, p90 },
    ...(weekdayMean !== undefined && { weekday_mean_tonnes: weekdayMean }),
    ...(actual !== undefined && { actual_tonnes: actual, estimated_tonnes: estimated }),
    ...(before !== undefined && { actual_before: before }),
  }
}

export const toForecastState = (row: ForecastRow): ForecastState => ({
  id: row.id,
  ...makingOf(row),
  ...(row.scoredAt && { scored_at: row.scoredAt }),
})
