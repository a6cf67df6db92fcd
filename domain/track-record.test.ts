/** Tests forecast accuracy: errors compared with the weekday mean, and coverage of the interval. */
import { expect, it } from 'vitest'
import { measureTrackRecord } from './track-record.ts'

const day = (date: string, actual: number, weekdayMean?: number) => ({
  date,
  p10: 8,
  p50: 10,
  p90: 12,
  actual,
  ...(weekdayMean !== undefined && { weekdayMean }),
})

it('weighs errors by what came', () =>
  expect(measureTrackRecord([day('2026-03-01', 12, 14), day('2026-03-02', 8, 4)], '2026-03-01')).toEqual({
    days: 2,
    error: 20,
    weekdayMeanError: 30,
    coverage: 100,
  }))
it('tells of its own days alone', () =>
  expect(measureTrackRecord([day('2026-02-28', 100, 1), day('2026-03-01', 20, 20)], '2026-03-01')).toEqual({
    days: 1,
    error: 50,
    weekdayMeanError: 0,
    coverage: 0,
  }))
it('compares with no mean that some days lack', () =>
  expect(measureTrackRecord([day('2026-03-01', 10), day('2026-03-02', 10, 10)], '2026-03-01')).toEqual({
    days: 2,
    error: 0,
    coverage: 100,
  }))
it('has no error of nothing', () => {
  expect(measureTrackRecord([], '2026-03-01')).toEqual({ days: 0 })
  expect(measureTrackRecord([day('2026-03-01', 0, 0)], '2026-03-01')).toEqual({ days: 1 })
})
