/** Texts of daily figures, and the choice of labelled days. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type DaySeries, dayText, namedDays, totalOf } from './day-series.ts'

const series = (label: string, values: (number | null)[]): DaySeries => ({ key: label, label, color: 'red', values })

describe('figures by day', () => {
  it('tell all that happened on a day', () => {
    const both = [series('Reports', [3, 12]), series('Collected', [0, 8])]
    expect(dayText('2026-01-05', 1, both, String)).toBe('Mon 5 Jan: Reports 12, Collected 8')
    expect(totalOf(both[0]!)).toBe(15)
    const unknown = [series('Plastic', [null, 40])]
    expect(dayText('2026-01-05', 0, unknown, String)).toBe('Mon 5 Jan: Plastic unknown')
    expect(totalOf(unknown[0]!)).toBe(40)
  })

  it('name the last day, and as many others as there is room for', () => {
    const evenly = (count: number, step: number) => Array.from({ length: count }, (_, index) => index * step)
    expect(namedDays(evenly(7, 100), 64)).toEqual([0, 1, 2, 3, 4, 5, 6])
    expect(namedDays(evenly(7, 30), 64)).toEqual([0, 3, 6])
    expect(namedDays([0, 10, 200, 210, 300], 64)).toEqual([1, 3, 4])
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 90 }), { minLength: 1, maxLength: 90 }), (gaps) => {
        let at = 0
        const places = gaps.map((gap) => {
          at += gap
          return at
        })
        const named = namedDays(places, 64)
        expect(named.at(-1)).toBe(places.length - 1)
        named.slice(1).forEach((index, n) => {
          expect(places[index]! - places[named[n]!]!).toBeGreaterThanOrEqual(64)
        })
      }),
    )
  })
})
