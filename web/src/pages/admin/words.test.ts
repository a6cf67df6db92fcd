/** From where on a site's bar warns, how many collections were on time, and when a job is tried next. */
import { expect, it } from 'vitest'
import { nextTry, onTimePercent, utilizationTone, wholePercent } from './words.ts'

it.each([
  [0, 'done'],
  [60, 'done'],
  [60.1, 'progress'],
  [80, 'progress'],
  [80.1, 'critical'],
  [120, 'critical'],
])('a site that is %d %% full is coloured %s', (percent, tone) => expect(utilizationTone(percent)).toBe(tone))

it.each([
  [{ completed: 12, onTime: 11 }, '92 %'],
  [{ completed: 3, onTime: 0 }, '0 %'],
  [{ completed: 0, onTime: 0 }, '–'],
])('of %j %s were on time', (week, says) => expect(wholePercent(onTimePercent(week))).toBe(says))

it.each([
  ['2026-03-12T08:00:11.200Z', 'In 12 s'],
  ['2026-03-12T08:00:00.000Z', 'Now'],
  ['2026-03-12T07:59:30.000Z', 'Now'],
  [undefined, 'Not by itself'],
])('a job that is tried next at %s is said to be: %s', (at, says) =>
  expect(nextTry(at, Date.parse('2026-03-12T08:00:00Z'))).toBe(says),
)
