/** Answers forecast reads: tomorrow, coming days, history and model. */
import { WHOLE_CITY_ZONE } from '#contract/forecasts/forecasts.ts'
import type { ForecastScoreRow } from '#contract/tables.ts'
import type { ForecastDayResult, ForecastVersion } from '#contract/views.ts'
import { addDays, localDayOf } from '#domain/city-time.ts'
import type { ReadHandlers } from '#platform/http/api.ts'
import { translatorOf } from '#platform/languages/catalogues.ts'
import { cityForecastStateQuery } from '../queries/lists.ts'
import { timeZoneOf } from '../queries/time-zone.ts'
import type { ForecastRow } from './forecasts-view.ts'
import { forecastDetailsOf, forecastOriginOf, nextDayForecastOf, readLatestForecast } from './next-day.ts'

export function createForecastReadHandlers(): ReadHandlers {
  return {
    nextDay: async ({ locale }, { rows, now }) =>
      nextDayForecastOf(await readLatestForecast(rows, now, await timeZoneOf(rows)), translatorOf(locale)),
    forecastDetails: async ({ locale }, { rows, now }) =>
      forecastDetailsOf(await readLatestForecast(rows, now, await timeZoneOf(rows)), translatorOf(locale)),

    async forecastHistory({ query: { district: zone = WHOLE_CITY_ZONE, days } }, { rows, now }) {
      const tomorrow = addDays(localDayOf(await timeZoneOf(rows), now.toISOString()), 1)
      const filter = { zone, date: { $gte: addDays(tomorrow, 1 - days), $lte: tomorrow } }
      const foreseen = await rows.find<ForecastScoreRow>('foreseen', { filter, sort: { date: 1 } })
      return { history: foreseen.map(toPredictedDay) }
    },

    async forecastState(_, { rows }) {
      return { forecasts: (await rows.find<ForecastRow>('forecasts', cityForecastStateQuery)).map(toForecastState) }
    },
  }
}

function toPredictedDay(row: ForecastScoreRow): ForecastDayResult {
  const { date, zone: district, p50: forecast_tonnes, p10, p90, weekdayMean, actual, estimated, before } = row
  return {
    date,
    district,
    forecast_tonnes,
    p10,
    p90,
    ...(weekdayMean !== undefined && { weekday_mean_tonnes: weekdayMean }),
    ...(actual !== undefined && { actual_tonnes: actual, estimated_tonnes: estimated }),
    ...(before !== undefined && { actual_before: before }),
  }
}

export const toForecastState = (row: ForecastRow): ForecastVersion => ({
  id: row.id,
  ...forecastOriginOf(row),
  ...(row.scoredAt && { scored_at: row.scoredAt }),
})
