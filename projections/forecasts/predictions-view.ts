/** Forecast of each day as it was made before the day began, with the actual amount, per zone and city. */
import { WHOLE_CITY_ZONE } from '#contract/forecasts/forecasts.ts'
import type { ForecastScoreRow } from '#contract/tables.ts'
import { defineView } from '../runner/view.ts'

/**
 * Whether a day had begun when a forecast was made.
 * At noon UTC a day has begun everywhere on Earth.
 * A later forecast does not count as a prediction of that day.
 */
const hasBegun = (date: string, madeAt: string) => madeAt >= `${date}T12:00:00.000Z`

const idOf = (zone: string, date: string) => `${date}/${zone}`

export const forecastScoresView = defineView<ForecastScoreRow>({
  name: 'foreseen',
  on: {
    ForecastMade: {
      /** Leaves out the days that had begun when the forecast was made, such as the day of the forecast. */
      id({ madeOn, madeAt, city, zones }) {
        const ofZones = zones.flatMap((own) => (own.status === 'forecast' ? own : []))
        return [{ zone: WHOLE_CITY_ZONE, days: city }, ...ofZones].flatMap(({ zone, days }) =>
          days.filter(({ date }) => date > madeOn && !hasBegun(date, madeAt)).map(({ date }) => idOf(zone, date)),
        )
      },
      row(row, { data: { madeOn, city, zones } }, id) {
        const [date = '', zone = ''] = [id.slice(0, 10), id.slice(11)]
        const own = zones.find((other) => other.zone === zone)
        const days = zone === WHOLE_CITY_ZONE ? city : own?.status === 'forecast' ? own.days : []
        const day = days.find((other) => other.date === date)
        // Keep the latest forecast made before the day. Ignore an older one that was recorded late.
        if (!day || (row && row.madeOn > madeOn)) return undefined
        const { p10, p50, p90, weekdayMean } = day
        return { ...row, id, zone, date, madeOn, p10, p50, p90, ...(weekdayMean !== undefined && { weekdayMean }) }
      },
    },
    ForecastScored: {
      id: ({ date, scores, withdrawn = [] }) => [...scores, ...withdrawn].map(({ zone }) => idOf(zone, date)),
      row(row, { data: { date, scores, withdrawn = [] } }, id) {
        const isIts = ({ zone }: { zone: string }) => idOf(zone, date) === id
        const score = scores.find(isIts)
        if (score) return { ...row, ...score, id, date }
        if (!row) return undefined
        const { actual: _, estimated: __, ...foreseen } = row
        const before = withdrawn.find(isIts)?.before
        return { ...foreseen, ...(before !== undefined && { before }) }
      },
    },
  },
})
