/** What figures by day say, and which days are named. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type DaySeries, dayText, longDay, namedDays, shortDay, totalOf } from './day-series.ts'

const series = (label: string, values: number[]): DaySeries => ({ key: label, label, color: 'red', values })

describe('figures by day', () => {
  it('name their days as the calendar in Accra does', () => {
    expect(shortDay('2026-01-05')).toBe('5 Jan')
    expect(longDay('2026-01-05')).toBe('Mon 5 Jan')
  })

  it('tell all that happened on a day', () => {
    const both = [series('Reports', [3, 12]), series('Collected', [0, 8])]
    expect(dayText('2026-01-05', 1, both, String)).toBe('Mon 5 Jan: Reports 12, Collected 8')
    expect(totalOf(both[0]!)).toBe(15)
  })

  it('name the last day, and as many others as there is room for', () => {
    expect(namedDays(7, 700, 64)).toEqual([0, 1, 2, 3, 4, 5, 6])
    expect(namedDays(7, 200, 64)).toEqual([0, 3, 6])
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 90 }), fc.integer({ min: 64, max: 1200 }), (count, width) => {
        const named = namedDays(count, width, 64)
        expect(named.at(-1)).toBe(count - 1)
        expect(named.length).toBeLessThanOrEqual(Math.floor(width / 64))
      }),
    )
  })
})
