/** Random events of forecasts. */
import type { EventOf } from '#contract/events.ts'
import { addDaysTo, type EventGenerator, zoneOf } from './ingredients.ts'

const tonnes = (n: number) => ({ p10: n, p50: n + 1, p90: n + 2 })

function foreseen(n: number, m: number, madeAt: string): EventOf<'ForecastMade'> {
  const days = [0, 1, 2].map((ahead) => ({
    ...{ date: addDaysTo(madeAt, ahead), ...tonnes(m), shares: { plastic: 100 } },
    reasons: { level: m + 1, weekday: 0, trend: 0, holiday: 0, other: 0 },
  }))
  const regularity = { days: n, of: 28 }
  const zone =
    n % 2 === 0
      ? ({ status: 'forecast', zone: zoneOf(m), days, regularity } as const)
      : ({ status: 'not-enough-history', zone: zoneOf(m), have: n, need: 28 } as const)
  return {
    type: 'ForecastMade',
    data: {
      ...{ forecastId: `f${n}`, madeOn: madeAt.slice(0, 10), madeAt, dataPosition: n, model: 'mix', version: '1' },
      ...{ city: days, regularity, zones: [zone] },
    },
  }
}

const scored = (n: number, m: number, scoredAt: string): EventOf<'ForecastScored'> => ({
  type: 'ForecastScored',
  data: {
    ...{ date: addDaysTo(scoredAt, -n), dataPosition: n, scoredAt },
    scores: ['', zoneOf(m)].map((zone) => ({
      ...{ zone, madeOn: addDaysTo(scoredAt, -n - 1), ...tonnes(m), actual: n, estimated: n },
    })),
    ...(n % 3 === 2 && { withdrawn: [{ zone: zoneOf(m + 1), before: n }] }),
  },
})

export const forecastEventGenerators = {
  foresee: (n, m, { at }) => foreseen(n, m, at),
  score: (n, m, { at }) => scored(n, m, at),
  askForecast: (n, _, { at }) => ({
    type: 'ForecastRequested',
    data: { forecastId: `f${n}`, madeOn: at.slice(0, 10), requestedBy: 'c1', requestedAt: at },
  }),
  failForecast: (n, _, { at }) => ({
    type: 'ForecastFailed',
    data: { forecastId: `f${n}`, madeOn: at.slice(0, 10), reason: 'It failed.', failedAt: at },
  }),
} satisfies Record<string, EventGenerator>
