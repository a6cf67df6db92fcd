/**
 * Tests the usual waiting time of a zone.
 * It covers 8 of 10 reports, needs enough days, and excludes reverted collections.
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addWait, type CollectedReport, removeWait, usualWait, type WaitsByDay } from './usual-wait.ts'

const HOUR = 3_600_000
/** Builds a report collected at noon of a day, after waiting `hours`. */
const waited = (day: number, hours: number): CollectedReport => {
  const at = Date.UTC(2026, 0, day, 12)
  return { reportedAt: new Date(at - hours * HOUR).toISOString(), collectedAt: new Date(at).toISOString() }
}
const waitsOf = (...all: CollectedReport[]) => all.reduce<WaitsByDay>(addWait, [])
/** Builds four reports with the same waiting time on each day. */
const fourEach = (days: readonly number[], hours: number) => days.flatMap((day) => Array(4).fill(waited(day, hours)))

describe('the usual wait', () => {
  it('is what 8 of 10 reports of the last days waited at most', () => {
    expect(usualWait(waitsOf(...fourEach([1, 2, 3], 30)))).toEqual({ hours: 48, of: 12 })
    const mostly = [...fourEach([1, 2, 3], 30), ...fourEach([4], 5)]
    expect(usualWait(waitsOf(...mostly, waited(4, 90), waited(4, 90), waited(4, 90), waited(4, 90)))).toEqual({
      hours: 48,
      of: 20,
    })
    expect(usualWait(waitsOf(...mostly, ...Array(5).fill(waited(4, 90))))?.hours).toBe(96)
  })

  it('holds at its very edge', () => {
    expect(usualWait(waitsOf(...fourEach([1, 2, 3], 48)))?.hours).toBe(48)
    expect(usualWait(waitsOf(...fourEach([1, 2, 3], 48.01)))?.hours).toBe(72)
  })

  it('is unknown of two days, of nine reports, and where most waited a month', () => {
    expect(usualWait(waitsOf(...fourEach([1, 2], 30), ...fourEach([1, 2], 30)))).toBeUndefined()
    expect(usualWait(waitsOf(...[1, 2, 3].flatMap((day) => Array(3).fill(waited(day, 30)))))).toBeUndefined()
    expect(usualWait(waitsOf(...fourEach([1, 2, 3], 800)))).toBeUndefined()
  })

  it('forgets what lies more than ten days with collections back, in whichever order it is told', () => {
    const long = fourEach([1, 2], 200)
    const recent = fourEach([3, 4, 5, 6, 7, 8, 9, 10, 11, 12], 10)
    for (const all of [
      [...long, ...recent],
      [...recent, ...long],
    ])
      expect(usualWait(waitsOf(...all))).toEqual({ hours: 12, of: 40 })
  })

  it('is as if an undone wait had never been', () => {
    const wait = fc.record({ day: fc.integer({ min: 1, max: 8 }), hours: fc.integer({ min: 0, max: 900 }) })
    fc.assert(
      fc.property(fc.array(wait, { maxLength: 40 }), wait, (all, { day, hours }) => {
        const before = waitsOf(...all.map((one) => waited(one.day, one.hours)))
        expect(removeWait(addWait(before, waited(day, hours)), waited(day, hours))).toEqual(before)
      }),
    )
  })
})
