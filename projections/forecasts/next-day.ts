/** Queries of the latest forecast: expected waste of tomorrow and later days. */

import { type ForecastDay, WHOLE_CITY_ZONE } from '#contract/forecasts/forecasts.ts'
import { type Message, msg, plural, type Translator } from '#contract/languages/message.ts'
import { parseStoredMessage } from '#contract/languages/values.ts'
import type { ForecastDetails, ForecastOrigin, ForecastTrackRecord, NextDayForecast } from '#contract/views.ts'
import { addDays, localDayOf } from '#domain/city-time.ts'
import { summarizeForecastAccuracy } from '#domain/forecasting.ts'
import type { Rows } from '#platform/read-store/rows.ts'
import { roundToTenth } from '../queries/rounding.ts'
import type { ForecastRow } from './forecasts-view.ts'

/**
 * Days of history that a forecast needs.
 * Shown before the first forecast.
 */
const NEEDED_DAYS = 28
const FAILED = msg`The first forecast could not be made.`

/** Rows of the latest forecast, without zones that were closed later. */
interface LatestForecast {
  city: ForecastRow | undefined
  zones: readonly ForecastRow[]
  /** Present day in the city. */
  today: string
  /**
   * Whether any load has ever arrived.
   * Matters only without a forecast.
   */
  hasArrivals: boolean
}

export async function readLatestForecast(
  rows: Pick<Rows<'forecasts' | 'deliveries'>, 'find'>,
  now: Date,
  timeZone: string,
): Promise<LatestForecast> {
  const all = await rows.find<ForecastRow>('forecasts', { sort: { id: 1 } })
  const city = all.find(({ id }) => id === WHOLE_CITY_ZONE)
  const isLatest = ({ id, made }: ForecastRow) => id !== WHOLE_CITY_ZONE && made?.forecastId === city?.made?.forecastId
  const arrived = city?.made ? [] : await rows.find('deliveries', { filter: { underWay: false }, limit: 1 })
  const zones = city?.made ? all.filter(isLatest) : []
  return { city, zones, today: localDayOf(timeZone, now.toISOString()), hasArrivals: arrived.length > 0 }
}

export function forecastOriginOf(city: ForecastRow | undefined): ForecastOrigin {
  const { made, requestedAt: requested_at, failedAt: failed_at } = city ?? {}
  const tried = { ...(requested_at && { requested_at }), ...(failed_at && { failed_at }) }
  if (!made) return tried
  const { madeAt: made_at, madeOn: made_on, model, version, dataPosition, simulated } = made
  return {
    ...tried,
    made_at,
    made_on,
    model,
    version,
    data_position: String(dataPosition),
    ...(simulated && { simulated }),
  }
}

function recordOf(row: ForecastRow | undefined, today: string): ForecastTrackRecord {
  const last = (days: number) => {
    const {
      days: scored,
      error,
      weekdayMeanError,
      coverage,
    } = summarizeForecastAccuracy(row?.scored ?? [], addDays(today, -days))
    return {
      days: scored,
      ...(error !== undefined && { error: roundToTenth(error) }),
      ...(weekdayMeanError !== undefined && { weekday_mean_error: roundToTenth(weekdayMeanError) }),
      ...(coverage !== undefined && { coverage: roundToTenth(coverage) }),
    }
  }
  return { last_30_days: last(30), last_90_days: last(90) }
}

const missingHistory = (have: number, need: number) =>
  msg`Not enough history yet: loads arrived on ${plural({ have }, { one: '# day', other: '# days' })} within a year, ${{ need }} are needed.`

const pendingZones = (zones: readonly ForecastRow[], translate: Translator) =>
  zones.flatMap(({ zone: district, lacks }) =>
    lacks ? { district, ...lacks, message: translate(missingHistory(lacks.have, lacks.need)) } : [],
  )

function missingReason({ city, zones, hasArrivals }: LatestForecast): {
  status: NextDayForecast['status']
  text: Message
} {
  if (!city?.made && city?.failedAt)
    return {
      status: 'failed',
      text: city.failedBecause === undefined ? FAILED : parseStoredMessage(city.failedBecause),
    }
  if (!city?.made && hasArrivals) return { status: 'making', text: msg`The first forecast is being made.` }
  if (city?.made && city.days.length > 0)
    return {
      status: 'outdated',
      text: msg`The last forecast was made on ${{ day: city.made.madeOn }} and does not cover tomorrow.`,
    }
  const most = zones.flatMap(({ lacks }) => lacks ?? []).sort((a, b) => b.have - a.have)[0]
  return { status: 'not-enough-history', text: missingHistory(most?.have ?? 0, most?.need ?? NEEDED_DAYS) }
}

const toForecastFields = ({ p10, p50, p90, shares }: ForecastDay) => ({
  total_waste_tonnes: p50,
  interval: { p10, p90 },
  composition_percent: shares,
})

export function nextDayForecastOf(latest: LatestForecast, translate: Translator): NextDayForecast {
  const { city, zones, today } = latest
  const date = addDays(today, 1)
  const tomorrow = ({ days }: ForecastRow) => days.find((day) => day.date === date)
  const whole = city && tomorrow(city)
  const { status, text } = missingReason(latest)
  const districts = zones.flatMap((row) => {
    const day = tomorrow(row)
    return day ? { district: row.zone, ...toForecastFields(day) } : []
  })
  return {
    ...forecastOriginOf(city),
    date,
    ...(whole
      ? { status: 'forecast', ...toForecastFields(whole) }
      : { status, message: translate(text), total_waste_tonnes: 0, composition_percent: {} }),
    ...(city?.regularity && { regularity: city.regularity }),
    districts: whole ? districts : [],
    waiting: pendingZones(zones, translate),
    scored: recordOf(city, today),
  }
}

/** Returns the forecast for today and the following days. */
export function forecastDetailsOf({ city, zones, today }: LatestForecast, translate: Translator): ForecastDetails {
  const coming = ({ days }: ForecastRow) =>
    days.filter(({ date }) => date >= today).map(({ weekdayMean: _, ...day }) => day)
  return {
    ...forecastOriginOf(city),
    city: { days: city ? coming(city) : [], scored: recordOf(city, today) },
    districts: zones
      .filter(({ lacks }) => !lacks)
      .map((row) => ({
        district: row.zone,
        days: coming(row),
        scored: recordOf(row, today),
        ...(row.regularity && { regularity: row.regularity }),
      })),
    waiting: pendingZones(zones, translate),
  }
}
