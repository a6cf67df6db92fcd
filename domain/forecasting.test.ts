/**
 * Tests the city's forecast, computed from its zones' forecasts.
 * Zones with equal days add up; alternating ones are weighted.
 */

import { describe, expect, it } from 'vitest'
import { addDays } from './city-time.ts'
import {
  combineZoneForecasts,
  latestDaysWithLoads,
  regularityOfLoadsBefore,
  shareOfDaysWithLoads,
  summarizeForecastAccuracy,
} from './forecasting.ts'

const FIRST = '2026-01-05'
const daysEvery = (step: number, from = 0) =>
  Array.from({ length: Math.ceil((56 - from) / step) }, (_, n) => addDays(FIRST, from + n * step))
const all = daysEvery(1)
const date = addDays(FIRST, 56)
const day = (p50: number, shares: Record<string, number> = {}) => ({
  date,
  p10: p50 - 1,
  p50,
  p90: p50 + 2,
  shares,
  reasons: { level: p50, weekday: 0, trend: 0, holiday: 0, other: 0 },
})

describe("the city's day", () => {
  it('is the sum of zones that are collected on the same days', () => {
    const zones = [8, 5].map((p50) => ({ arrived: new Set(all), days: [day(p50)] }))
    expect(combineZoneForecasts(day(13.5), zones, all)).toMatchObject({
      p10: 12,
      p50: 13,
      p90: 15,
      reasons: { zones: -0.5 },
    })
  })

  it('weighs zones that take turns by how often it is theirs', () => {
    const zones = [0, 1].map((from) => ({ arrived: new Set(daysEvery(2, from)), days: [day(10)] }))
    expect(combineZoneForecasts(day(10), zones, all).p50).toBeCloseTo(10)
  })

  it('knows which weekday is whose', () => {
    const mondays = daysEvery(7)
    const zones = [
      { arrived: new Set(mondays), days: [day(10)] },
      { arrived: new Set(daysEvery(7, 1)), days: [day(20)] },
    ]
    expect(combineZoneForecasts(day(10), zones, all).p50).toBe(10)
    const shareOn = (weekday: number) => shareOfDaysWithLoads(latestDaysWithLoads(all, weekday), new Set(mondays))
    expect([shareOn(1), shareOn(2)]).toEqual([1, 0])
  })

  it('mixes the zones by weight; shares sum to 100', () => {
    const zones = [
      { arrived: new Set(all), days: [day(3, { plastic: 100 })] },
      { arrived: new Set(all), days: [day(1, { organic: 60, paper: 40 })] },
    ]
    expect(combineZoneForecasts(day(4), zones, all).shares).toEqual({ plastic: 75, organic: 15, paper: 10 })
  })

  it('is never below nothing, and of no zone is nothing', () => {
    expect(combineZoneForecasts({ ...day(10), p10: 1 }, [], [])).toMatchObject({ p10: 0, p50: 0, p90: 2 })
  })
})

it('tells on how many of the last four weeks’ days loads came', () => {
  expect(regularityOfLoadsBefore(all, date)).toEqual({ days: 28, of: 28 })
  expect(regularityOfLoadsBefore(daysEvery(7), date)).toEqual({ days: 4, of: 28 })
  expect(regularityOfLoadsBefore([...all, date], addDays(date, -28))).toEqual({ days: 28, of: 28 })
  expect(regularityOfLoadsBefore([], date)).toEqual({ days: 0, of: 28 })
})

// Tests accuracy: errors against the weekday mean, and interval coverage.
const scoredDay = (date: string, actual: number, weekdayMean?: number) => ({
  date,
  p10: 8,
  p50: 10,
  p90: 12,
  actual,
  ...(weekdayMean !== undefined && { weekdayMean }),
})

it('weighs errors by what came', () =>
  expect(
    summarizeForecastAccuracy([scoredDay('2026-03-01', 12, 14), scoredDay('2026-03-02', 8, 4)], '2026-03-01'),
  ).toEqual({
    days: 2,
    error: 20,
    weekdayMeanError: 30,
    coverage: 100,
  }))
it('tells of its own days alone', () =>
  expect(
    summarizeForecastAccuracy([scoredDay('2026-02-28', 100, 1), scoredDay('2026-03-01', 20, 20)], '2026-03-01'),
  ).toEqual({
    days: 1,
    error: 50,
    weekdayMeanError: 0,
    coverage: 0,
  }))
it('compares with no mean that some days lack', () =>
  expect(
    summarizeForecastAccuracy([scoredDay('2026-03-01', 10), scoredDay('2026-03-02', 10, 10)], '2026-03-01'),
  ).toEqual({
    days: 2,
    error: 0,
    coverage: 100,
  }))
it('has no error of nothing', () => {
  expect(summarizeForecastAccuracy([], '2026-03-01')).toEqual({ days: 0 })
  expect(summarizeForecastAccuracy([scoredDay('2026-03-01', 0, 0)], '2026-03-01')).toEqual({ days: 1 })
})
