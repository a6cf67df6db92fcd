/** Tests the timeline: its visible window, keys, positions and bars. */

import { expect, it } from 'vitest'
import {
  barHeightsOf,
  moveTimeByKey,
  parseTimelineSpan,
  timeAtShare,
  timelineShareOf,
  timeWindowOf,
} from './use-replay.ts'

const HOUR = 3_600_000
const ALL = { from: Date.parse('2026-01-01T00:00:00Z'), to: Date.parse('2026-03-01T00:00:00Z') }
const NOON = Date.parse('2026-01-15T12:00:00Z')

it('shows all there is where that is shorter than the span', () => {
  expect(timeWindowOf('all', NOON, ALL)).toBe(ALL)
  const short = { from: NOON, to: NOON + HOUR }
  expect(timeWindowOf('day', NOON, short)).toBe(short)
})

it('shows a part about the moment, the same one for most moments near it', () => {
  for (let time = NOON; time < NOON + 48 * HOUR; time += HOUR / 4) {
    const { from, to } = timeWindowOf('day', time, ALL)
    expect(to - from).toBe(24 * HOUR)
    expect(time - from).toBeGreaterThanOrEqual(6 * HOUR)
    expect(to - time).toBeGreaterThanOrEqual(6 * HOUR)
  }
  const parts = new Set(Array.from({ length: 48 }, (_, hour) => timeWindowOf('day', NOON + hour * HOUR, ALL).from))
  expect(parts.size).toBeLessThanOrEqual(5)
})

it('takes a span that there is not for all', () => {
  expect([
    parseTimelineSpan('day'),
    parseTimelineSpan('week'),
    parseTimelineSpan(null),
    parseTimelineSpan('toString'),
  ]).toEqual(['day', 'all', 'all', 'all'])
})

it('is led by keys, and never beyond its ends', () => {
  const shown = { from: NOON, to: NOON + 200 * HOUR }
  const after = (key: string, time = NOON) => moveTimeByKey(key, time, shown, ALL)
  expect([after('ArrowRight'), after('ArrowLeft')]).toEqual([NOON + HOUR, NOON - HOUR])
  expect([after('PageUp'), after('PageDown')]).toEqual([NOON + 20 * HOUR, NOON - 20 * HOUR])
  expect([after('Home'), after('End')]).toEqual([ALL.from, ALL.to])
  expect([after('ArrowRight', ALL.to), after('ArrowLeft', ALL.from)]).toEqual([ALL.to, ALL.from])
  expect(after('a')).toBeUndefined()
})

it('places times on its width and back', () => {
  expect(timeAtShare(0.5, ALL)).toBe((ALL.from + ALL.to) / 2)
  expect([timeAtShare(-1, ALL), timeAtShare(2, ALL)]).toEqual([ALL.from, ALL.to])
  expect(timelineShareOf(timeAtShare(0.25, ALL), ALL)).toBeCloseTo(0.25)
  expect(timelineShareOf(NOON, { from: NOON, to: NOON })).toBe(0)
})

it('draws quiet hours beside busy ones', () => {
  expect(barHeightsOf([0, 1, 100])).toEqual([0, 0.1, 1])
  expect(barHeightsOf([0, 0])).toEqual([0, 0])
})
