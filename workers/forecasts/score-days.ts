/** Scores the forecasts of past days that have no score yet, or whose actual figures have changed. */
import { type ScoreForecast, WHOLE_CITY_ZONE } from '#contract/forecasts/forecasts.ts'
import type { ForecastScoreRow } from '#contract/tables.ts'
import { addDays } from '#domain/city-time.ts'
import type { Rows } from '#platform/read-store/rows.ts'
import type { ArrivalHistory, DayArrivals } from './history.ts'

/** Number of past days whose scores are updated, as in the track record. Older scores stay. */
const RESCORED_DAYS = 90

/**
 * Returns the scores of the days before `before`, the first day that is not over.
 * Days without arrivals get no score, because their actual amount is unknown.
 */
export async function scoreDays(
  rows: Pick<Rows<'foreseen'>, 'find'>,
  history: ArrivalHistory,
  before: string,
  days = RESCORED_DAYS,
): Promise<ScoreForecast[]> {
  const filter = { date: { $gte: addDays(before, -days), $lt: before } }
  const foreseen = await rows.find<ForecastScoreRow>('foreseen', { filter })
  const arrived = new Map([
    ...byDay(WHOLE_CITY_ZONE, history.city),
    ...[...history.zones].flatMap(([zone, days]) => [...byDay(zone, days)]),
  ])
  const byDate = Map.groupBy(foreseen, ({ date }) => date)
  return [...byDate].sort(([a], [b]) => (a < b ? -1 : 1)).flatMap(([date, rows]) => scoreOf(date, rows) ?? [])

  function scoreOf(date: string, rows: readonly ForecastScoreRow[]): ScoreForecast | undefined {
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
