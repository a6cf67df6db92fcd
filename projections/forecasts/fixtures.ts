/** Fixtures of forecasts: the events of one nightly run. */
import type { EventOf } from '#contract/events.ts'
import { nightlyForecastIdOf } from '#contract/forecasts/forecasts.ts'
import { addDays } from '#domain/city-time.ts'

export const NORTH = 'Ablekuma North'
export const WEST = 'Ayawaso West'

const regularity = { days: 6, of: 28 }

/** Returns a forecast of 14 days with the same amount in tonnes for each day. */
function daysFrom(date: string, tonnes: number) {
  return Array.from({ length: 14 }, (_, ahead) => ({
    date: addDays(date, ahead),
    p10: tonnes - 1,
    p50: tonnes,
    p90: tonnes + 1,
    weekdayMean: tonnes + 2,
    shares: { plastic: 60, organic: 40 },
    reasons: { level: tonnes, weekday: 0, trend: 0, holiday: 0, other: 0 },
  }))
}

/**
 * Returns a nightly forecast's event for zone North.
 * Zone West has too little history.
 */
export function forecastMade(madeOn: string, tonnes = 8, more: Partial<EventOf<'ForecastMade'>['data']> = {}) {
  const days = daysFrom(madeOn, tonnes)
  return {
    type: 'ForecastMade',
    data: {
      forecastId: nightlyForecastIdOf(madeOn),
      madeOn,
      madeAt: `${madeOn}T00:30:00.000Z`,
      dataPosition: 1,
      model: 'mix',
      version: '1',
      city: days,
      regularity,
      zones: [
        { status: 'forecast', zone: NORTH, days, regularity },
        { status: 'not-enough-history', zone: WEST, have: 3, need: 28 },
      ],
      ...more,
    },
  } satisfies EventOf<'ForecastMade'>
}

/** Returns the event that scores a day's forecast of 8 t. */
export const forecastScored = (date: string, actual: number, before?: number) =>
  ({
    type: 'ForecastScored',
    data: {
      date,
      dataPosition: 1,
      scoredAt: `${addDays(date, 1)}T00:30:00.000Z`,
      scores: ['', NORTH].map((zone) => ({
        zone,
        madeOn: addDays(date, -1),
        p10: 7,
        p50: 8,
        p90: 9,
        weekdayMean: 10,
        actual,
        estimated: 1,
        ...(before !== undefined && { before }),
      })),
    },
  }) satisfies EventOf<'ForecastScored'>

export const forecastRequested = (requestedAt: string) =>
  ({
    type: 'ForecastRequested',
    data: { forecastId: 'asked-1', madeOn: requestedAt.slice(0, 10), requestedBy: 'r1', requestedAt },
  }) satisfies EventOf<'ForecastRequested'>

export const forecastFailed = (failedAt: string) =>
  ({
    type: 'ForecastFailed',
    data: { forecastId: 'asked-1', madeOn: failedAt.slice(0, 10), reason: 'No.', failedAt },
  }) satisfies EventOf<'ForecastFailed'>
