/** Tests that fitting the waste's weekly and seasonal factors recovers known factors despite outliers. */
import { describe, expect, it } from 'vitest'
import { type DailyWasteAmount, fitWasteSeasonality } from './fit.ts'
import { createRandom } from './random.ts'
import { BORALESGAMUWA_SEASONALITY, DAY_MS, relativeWasteOnDay, type WasteSeasonality } from './rhythm.ts'

const truth: WasteSeasonality = {
  weekday: [0.5, 1.3, 1.1, 1, 1.05, 1.15, 0.9],
  season: [
    { cos: 0.12, sin: -0.05 },
    { cos: -0.03, sin: 0.06 },
  ],
  residual: { sigma: 0, medianError: 0, days: 0 },
}

/**
 * Returns three years of daily totals that grow by 20 % per year.
 * Noise is log-normal (`sigma`); with `outliers`, one day in fifty is an outlier.
 */
function series(sigma: number, outliers: boolean): DailyWasteAmount[] {
  const random = createRandom('series')
  const first = Date.UTC(2021, 0, 1) / DAY_MS
  return Array.from({ length: 3 * 365 }, (_, n) => {
    const date = new Date((first + n) * DAY_MS).toISOString().slice(0, 10)
    const level = 20_000 * 1.2 ** (Number(date.slice(0, 4)) - 2021)
    const noise = Math.exp(random.normal(0, sigma)) * (outliers && n % 50 === 7 ? 9 : 1)
    return { date, amount: level * relativeWasteOnDay(first + n, truth) * noise }
  })
}

function expectTruth(fitted: WasteSeasonality, digits: number): void {
  fitted.weekday.forEach((factor, day) => {
    expect(factor).toBeCloseTo(truth.weekday[day] as number, digits)
  })
  fitted.season.forEach(({ cos, sin }, n) => {
    expect(cos).toBeCloseTo(truth.season[n]?.cos as number, digits)
    expect(sin).toBeCloseTo(truth.season[n]?.sin as number, digits)
  })
}

describe('fitRhythm', () => {
  it('recovers the factors of a series without noise', () => expectTruth(fitWasteSeasonality(series(0, false)), 6))

  it('recovers them from noise with absurd days in it, and says how large the noise is', () => {
    const fitted = fitWasteSeasonality(series(0.15, true))
    expectTruth(fitted, 1.3)
    expect(fitted.residual.sigma).toBeCloseTo(0.15, 1.5)
    expect(fitted.residual.days).toBe(3 * 365)
  })

  it('leaves empty days out and refuses too few', () => {
    expect(() => fitWasteSeasonality(series(0, false).slice(0, 20))).toThrow('too few')
    const withEmpty = [...series(0, false), { date: '2023-12-31', amount: 0 }]
    expect(fitWasteSeasonality(withEmpty).residual.days).toBe(3 * 365)
  })

  it('refuses a series that has no Sundays, for it can say nothing of them', () => {
    const noSundays = series(0, false).filter(({ date }) => new Date(date).getUTCDay() !== 0)
    expect(() => fitWasteSeasonality(noSundays)).toThrow('lack a weekday')
  })
})

it('a year of the rhythm averages about 1, and the wave of the year is a small one', () => {
  const days = Array.from({ length: 364 }, (_, n) => relativeWasteOnDay(20_000 + n))
  expect(days.reduce((sum, day) => sum + day, 0) / days.length).toBeCloseTo(1, 1.7)
  expect(BORALESGAMUWA_SEASONALITY.weekday.reduce((sum, factor) => sum + factor, 0)).toBeCloseTo(7, 3)
})
