/** Thread pool task that forecasts arriving waste, for one or several start days. */
import { predictWeekdayMean } from '#ml/forecaster/baselines.ts'
import { parseEpochDay } from '#ml/forecaster/calendar.ts'
import { createForecastCache } from '#ml/forecaster/candidates.ts'
import { type DayForecast, forecastDistrictWaste } from '#ml/forecaster/forecast.ts'
import { countryCodeOf, listPublicHolidays } from '#ml/forecaster/holidays.ts'
import { type DailyWeight, type DistrictSeries, districtSeriesOf } from '#ml/forecaster/series.ts'
import type { DayArrivals } from './history.ts'

export interface ForecastTask {
  arrived: readonly DayArrivals[]
  /**
   * First day of each forecast.
   * Loads that arrived on the first day or later are ignored.
   */
  from: readonly string[]
  /** English name of the country, which determines the public holidays. */
  country: string
}

export type PredictedDay = DayForecast & { weekdayMean?: number; reasons: { zones?: number } }
export type SeriesForecast =
  | { status: 'forecast'; days: PredictedDay[] }
  | { status: 'not-enough-history'; have: number; need: number }

/** Returns one forecast per first day in `from`. */
export default function forecastSeries({ arrived, from, country }: ForecastTask): SeriesForecast[] {
  const series = districtSeriesOf(arrived.flatMap(weightsOf))
  const holidays = holidaysAround(country, arrived[0]?.date ?? from[0], from.at(-1))
  const memory = createForecastCache()
  return from.map((day) => {
    const made = forecastDistrictWaste(series, { from: day, holidays, memory })
    if (made.status !== 'forecast') return { status: made.status, have: made.have, need: made.need }
    return { status: 'forecast', days: made.horizons.map((foreseen) => withMean(series, foreseen, day)) }
  })
}

/**
 * Returns a day's weights by material.
 * Waste of unknown material counts only in the total.
 */
function weightsOf({ date, tonnes, materials }: DayArrivals): DailyWeight[] {
  const known = Object.entries(materials).map(([material, of]) => ({ date, tonnes: of, material }))
  const rest = tonnes - known.reduce((sum, weight) => sum + weight.tonnes, 0)
  return known.length > 0 && rest < 1e-6 ? known : [...known, { date, tonnes: rest }]
}

function withMean(series: DistrictSeries, foreseen: DayForecast, from: string): PredictedDay {
  const at = (date: string) => (parseEpochDay(date) ?? 0) - series.first
  const mean = predictWeekdayMean(series.total, at(foreseen.date), at(from))
  return { ...foreseen, ...(Number.isFinite(mean) && { weekdayMean: mean }) }
}

/** Returns public holidays of past years and the next; none for unknown countries. */
function holidaysAround(country: string, first = '', last = ''): string[] {
  const code = countryCodeOf(country)
  return code ? listPublicHolidays(code, Number(first.slice(0, 4)), Number(last.slice(0, 4)) + 1) : []
}
