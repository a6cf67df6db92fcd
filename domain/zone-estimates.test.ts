/**
 * Tests the usual wait, and predictions of a zone's reports.
 * Predictions need history; 8 of 10 actual times are within the interval.
 */

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  addReportArrival,
  addWait,
  type CollectedReport,
  createReportArrivals,
  predictThresholdTime,
  type ReportArrivals,
  removeWait,
  startZoneCycle,
  usualWaitOf,
  type WaitsByDay,
} from './zone-estimates.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const START = Date.UTC(2026, 0, 5)
const CUSTOMERS = 100
const NEEDED = 80

/** Returns a deterministic generator of random numbers from 0 to 1. */
function chance(seed: number) {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

interface Past {
  known: ReportArrivals
  /**
   * Predictions made halfway through later collection cycles.
   * Each has the time at which the zone really reached the threshold.
   */
  scored: { foreseen: ReturnType<typeof predictThresholdTime>; came: number }[]
}

/**
 * Simulates a zone's collection cycles with reports at random times.
 * Returns the recorded arrivals of reports.
 * Also returns the predicted and actual times of reaching the threshold.
 */
function lived(cycles: number, random = chance(7)): Past {
  let known = createReportArrivals(START)
  const scored: Past['scored'] = []
  for (let cycle = 0, begun = START; cycle < cycles; cycle++) {
    const days = 3 + 2 * random()
    const times = Array.from(
      { length: CUSTOMERS },
      () => begun + Math.floor(days * random()) * DAY + (6 + 12 * random()) * HOUR,
    )
    const sorted = times.sort((a, b) => a - b).slice(0, NEEDED)
    let foreseen: ReturnType<typeof predictThresholdTime>
    for (const [open, at] of sorted.entries()) {
      known = addReportArrival(known, at, CUSTOMERS - open)
      if (open + 1 === NEEDED / 2) foreseen = predictThresholdTime(known, NEEDED - open - 1, CUSTOMERS - open - 1)
    }
    const last = sorted.at(-1) ?? begun
    if (cycle >= 10) scored.push({ foreseen, came: last })
    begun = (Math.floor(last / DAY) + 1) * DAY
    known = startZoneCycle(known, begun, CUSTOMERS - NEEDED)
  }
  return { known, scored }
}

describe('a zone', () => {
  it('of which little is known is foreseen nothing', () => {
    expect(predictThresholdTime(createReportArrivals(START), 10, 100)).toBeUndefined()
    expect(predictThresholdTime(lived(2).known, 10, 100)).toBeUndefined()
    expect(predictThresholdTime(lived(3).known, 10, 100)).toBeDefined()
  })

  it('is foreseen nothing where all have reported, or too few are left', () => {
    const { known } = lived(12)
    expect(predictThresholdTime(known, 0, 50)).toBeUndefined()
    expect(predictThresholdTime(known, 51, 50)).toBeUndefined()
  })

  it('is foreseen in order, at hours at which people report, and later the more there are to come', () => {
    const { known } = lived(12)
    const [few, many] = [predictThresholdTime(known, 20, 100), predictThresholdTime(known, 60, 100)]
    for (const foreseen of [few, many]) {
      expect(foreseen?.from).toBeLessThanOrEqual(foreseen?.at ?? 0)
      expect(foreseen?.at).toBeLessThanOrEqual(foreseen?.until ?? 0)
      const hour = new Date(foreseen?.at ?? 0).getUTCHours()
      expect(hour).toBeGreaterThanOrEqual(6)
      expect(hour).toBeLessThanOrEqual(18)
    }
    expect(many?.at).toBeGreaterThan(few?.at ?? 0)
  })

  it('comes within the interval about 8 of 10 times', () => {
    const scored = [1, 2, 3, 4, 5].flatMap((seed) => lived(50, chance(seed)).scored)
    const told = scored.flatMap(({ foreseen, came }) => (foreseen ? { ...foreseen, came } : []))
    const within = told.filter(({ from, until, came }) => from <= came && came <= until).length / told.length
    expect(told.length).toBeGreaterThan(scored.length * 0.9)
    expect(within).toBeGreaterThan(0.7)
    expect(within).toBeLessThan(0.98)
  })

  it('whose reports come like never before is foreseen nothing', () => {
    let { known } = lived(12)
    for (let open = 0; open < 40; open++) known = addReportArrival(known, known.at + 60_000, CUSTOMERS - open)
    expect(predictThresholdTime(known, 40, 60)).toBeUndefined()
  })
})

it('depends on the waits, not on their order', () => {
  const { known } = lived(5)
  const before = addReportArrival(known, known.at - DAY, 50)
  expect([before.at, before.count]).toEqual([known.at, known.count + 1])
})

// Tests the usual waiting time in a zone.
// The range covers 8 of 10 reports, needs enough days, and ignores reverted collections.

/** Builds a report collected at noon after waiting `hours`. */
const waited = (day: number, hours: number): CollectedReport => {
  const at = Date.UTC(2026, 0, day, 12)
  return { reportedAt: new Date(at - hours * HOUR).toISOString(), collectedAt: new Date(at).toISOString() }
}
const waitsOf = (...all: CollectedReport[]) => all.reduce<WaitsByDay>(addWait, [])
/** Builds four reports with the same waiting time on each day. */
const fourEach = (days: readonly number[], hours: number) => days.flatMap((day) => Array(4).fill(waited(day, hours)))

describe('the usual wait', () => {
  it('is what 8 of 10 reports of the last days waited at most', () => {
    expect(usualWaitOf(waitsOf(...fourEach([1, 2, 3], 30)))).toEqual({ hours: 48, of: 12 })
    const mostly = [...fourEach([1, 2, 3], 30), ...fourEach([4], 5)]
    expect(usualWaitOf(waitsOf(...mostly, waited(4, 90), waited(4, 90), waited(4, 90), waited(4, 90)))).toEqual({
      hours: 48,
      of: 20,
    })
    expect(usualWaitOf(waitsOf(...mostly, ...Array(5).fill(waited(4, 90))))?.hours).toBe(96)
  })

  it('holds at its very edge', () => {
    expect(usualWaitOf(waitsOf(...fourEach([1, 2, 3], 48)))?.hours).toBe(48)
    expect(usualWaitOf(waitsOf(...fourEach([1, 2, 3], 48.01)))?.hours).toBe(72)
  })

  it('is unknown of two days, of nine reports, and where most waited a month', () => {
    expect(usualWaitOf(waitsOf(...fourEach([1, 2], 30), ...fourEach([1, 2], 30)))).toBeUndefined()
    expect(usualWaitOf(waitsOf(...[1, 2, 3].flatMap((day) => Array(3).fill(waited(day, 30)))))).toBeUndefined()
    expect(usualWaitOf(waitsOf(...fourEach([1, 2, 3], 800)))).toBeUndefined()
  })

  it('forgets what lies more than ten days with collections back, in whichever order it is told', () => {
    const long = fourEach([1, 2], 200)
    const recent = fourEach([3, 4, 5, 6, 7, 8, 9, 10, 11, 12], 10)
    for (const all of [
      [...long, ...recent],
      [...recent, ...long],
    ])
      expect(usualWaitOf(waitsOf(...all))).toEqual({ hours: 12, of: 40 })
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
