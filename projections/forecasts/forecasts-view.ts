/**
 * Forecasts: one row per zone, and one for the city, without zone name.
 * A second view has single days' predictions and scores.
 */

import type { EventData } from '#contract/events.ts'
import { type ForecastDay, type ForecastDayScore, WHOLE_CITY_ZONE } from '#contract/forecasts/forecasts.ts'
import type { ForecastScoreRow } from '#contract/tables.ts'
import { addDays } from '#domain/city-time.ts'
import { simulatedMarkOf } from '#platform/event-store/event-origin.ts'
import type { RecordedEvent } from '#platform/event-store/event-store.ts'
import type { Row } from '#platform/read-store/read-store.ts'
import { defineView } from '../runner/view.ts'

/** Days for which past forecasts are compared with the outcome. */
const RECORD_DAYS = 90

interface Scored extends Omit<ForecastDayScore, 'zone' | 'before'> {
  date: string
}

/** Facts about how and when a forecast was made. */
type ForecastOrigin = Pick<
  EventData<'ForecastMade'>,
  'forecastId' | 'madeAt' | 'madeOn' | 'model' | 'version' | 'dataPosition'
> & { simulated?: true }

export interface ForecastRow extends Row {
  zone: string
  /**
   * When and how the latest forecast was made.
   * Absent before the first forecast.
   */
  made?: ForecastOrigin
  days: readonly ForecastDay[]
  regularity?: { days: number; of: number }
  /**
   * Days of history so far, and days needed.
   * Set only if there are too few.
   */
  lacks?: { have: number; need: number }
  /** Oldest first. */
  scored: readonly Scored[]
  /**
   * Only the forecast row of the whole city has `requestedAt` and the fields below it.
   * They describe a pending request, the last failure and the last scoring.
   */
  requestedAt?: string
  failedAt?: string
  failedBecause?: string
  scoredAt?: string
}

type RowWithoutPosition = Omit<ForecastRow, 'position'>

const emptyForecastRow = (id: string): RowWithoutPosition => ({ id, zone: id, days: [], scored: [] })

function forecastRow(
  row: Readonly<ForecastRow> | undefined,
  data: EventData<'ForecastMade'>,
  id: string,
): RowWithoutPosition {
  const { scored } = row ?? emptyForecastRow(id)
  const begun = { id, zone: id, scored }
  if (id === WHOLE_CITY_ZONE)
    return { ...begun, days: data.city, regularity: data.regularity, ...(row?.scoredAt && { scoredAt: row.scoredAt }) }
  const own = data.zones.find(({ zone }) => zone === id)
  if (own?.status !== 'forecast') return { ...begun, days: [], lacks: { have: own?.have ?? 0, need: own?.need ?? 0 } }
  return { ...begun, days: own.days, regularity: own.regularity }
}

function withScore(scored: readonly Scored[], score: Scored): Scored[] {
  const others = scored.filter(({ date }) => date !== score.date)
  const all = [...others, score].sort((a, b) => (a.date < b.date ? -1 : 1))
  const oldest = addDays(all.at(-1)?.date ?? score.date, 1 - RECORD_DAYS)
  return all.filter(({ date }) => date >= oldest)
}

function scoredBy(data: Omit<EventData<'ForecastScored'>, 'scoredAt'>, known: readonly Scored[], id: string) {
  const { date, scores, withdrawn = [] } = data
  const score = scores.find(({ zone }) => zone === id)
  if (!score) return withdrawn.some(({ zone }) => zone === id) ? known.filter((day) => day.date !== date) : known
  const { zone: _, before: __, ...own } = score
  return withScore(known, { date, ...own })
}

/**
 * Whether a forecast was made before the known forecast.
 * A known forecast later than the event comes from a clock that was ahead.
 * It does not block forecasts of the corrected clock.
 */
function wasMadeBefore({ data, at }: RecordedEvent<'ForecastMade'>, known: ForecastOrigin): boolean {
  if (Date.parse(known.madeAt) > at) return false
  return known.madeAt > data.madeAt || known.madeOn > data.madeOn
}

export const forecastsView = defineView<ForecastRow>({
  name: 'forecasts',
  on: {
    ForecastMade: {
      id: ({ zones }) => [WHOLE_CITY_ZONE, ...zones.map(({ zone }) => zone)],
      row(row, event, id) {
        const { forecastId, madeAt, madeOn, model, version, dataPosition } = event.data
        // Ignore an older forecast that was recorded late.
        if (row?.made && wasMadeBefore(event, row.made)) return row
        const made = { forecastId, madeAt, madeOn, model, version, dataPosition, ...simulatedMarkOf(event) }
        return { ...forecastRow(row, event.data, id), made }
      },
    },
    ForecastRequested: {
      id: () => WHOLE_CITY_ZONE,
      row: (row, { data: { requestedAt } }) => ({ ...(row ?? emptyForecastRow(WHOLE_CITY_ZONE)), requestedAt }),
    },
    ForecastFailed: {
      id: () => WHOLE_CITY_ZONE,
      row: (row, { data: { failedAt, reason: failedBecause } }) => ({
        ...(row ?? emptyForecastRow(WHOLE_CITY_ZONE)),
        failedAt,
        failedBecause,
        requestedAt: undefined,
      }),
    },
    ForecastScored: {
      id: ({ scores, withdrawn = [] }) => [
        ...new Set([WHOLE_CITY_ZONE, ...[...scores, ...withdrawn].map(({ zone }) => zone)]),
      ],
      row(row, { data: { scoredAt, ...data } }, id) {
        const known = row ?? emptyForecastRow(id)
        return { ...known, scored: scoredBy(data, known.scored, id), ...(id === WHOLE_CITY_ZONE && { scoredAt }) }
      },
    },
  },
})

/**
 * Whether a day had begun when a forecast was made.
 * At noon UTC a day has begun everywhere on Earth.
 * Later forecasts are no predictions of that day.
 */
const hasBegun = (date: string, madeAt: string) => madeAt >= `${date}T12:00:00.000Z`

const scoreIdOf = (zone: string, date: string) => `${date}/${zone}`

/**
 * For each day, the forecast made before that day and the actual amount.
 * There is a row for each zone and one for the whole city.
 */
export const forecastScoresView = defineView<ForecastScoreRow>({
  name: 'foreseen',
  on: {
    ForecastMade: {
      /** Leaves out days that had begun when the forecast was made. */
      id({ madeOn, madeAt, city, zones }) {
        const ofZones = zones.flatMap((own) => (own.status === 'forecast' ? own : []))
        return [{ zone: WHOLE_CITY_ZONE, days: city }, ...ofZones].flatMap(({ zone, days }) =>
          days.filter(({ date }) => date > madeOn && !hasBegun(date, madeAt)).map(({ date }) => scoreIdOf(zone, date)),
        )
      },
      row(row, { data: { madeOn, city, zones } }, id) {
        const [date = '', zone = ''] = [id.slice(0, 10), id.slice(11)]
        const own = zones.find((other) => other.zone === zone)
        const days = zone === WHOLE_CITY_ZONE ? city : own?.status === 'forecast' ? own.days : []
        const day = days.find((other) => other.date === date)
        // Use the latest forecast made before the day, and ignore older late records.
        if (!day || (row && row.madeOn > madeOn)) return undefined
        const { p10, p50, p90, weekdayMean } = day
        return { ...row, id, zone, date, madeOn, p10, p50, p90, ...(weekdayMean !== undefined && { weekdayMean }) }
      },
    },
    ForecastScored: {
      id: ({ date, scores, withdrawn = [] }) => [...scores, ...withdrawn].map(({ zone }) => scoreIdOf(zone, date)),
      row(row, { data: { date, scores, withdrawn = [] } }, id) {
        const isIts = ({ zone }: { zone: string }) => scoreIdOf(zone, date) === id
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
