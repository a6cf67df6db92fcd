/** Tests the limits of site fill levels, and the share of punctual collections. */
import { expect, it } from 'vitest'
import { REBUILD_TARGETS } from '#contract/tables.ts'
import {
  describeNextAttempt,
  formatWholePercent,
  onTimePercentOf,
  readModelLabelOf,
  utilizationPercentOf,
  utilizationToneOf,
} from './admin.ts'

it.each([
  [0, 'done'],
  [60, 'done'],
  [60.04, 'progress'],
  [80, 'progress'],
  [80.04, 'critical'],
  [120, 'critical'],
])('a site that is %d %% full is coloured %s', (percent, tone) =>
  expect(utilizationToneOf({ currentCapacity: percent * 10, maxCapacity: 1_000 })).toBe(tone),
)

it.each([
  [{ completed: 12, onTime: 11, overdue: 0 }, '92\u00a0%'],
  [{ completed: 9, onTime: 9, overdue: 1 }, '90\u00a0%'],
  [{ completed: 3, onTime: 0, overdue: 0 }, '0\u00a0%'],
  [{ completed: 0, onTime: 0, overdue: 0 }, '–'],
])('of %j %s were on time', (week, says) => expect(formatWholePercent(onTimePercentOf(week))).toBe(says))

it('a site’s percent are rounded once', () => {
  expect(utilizationPercentOf({ currentCapacity: 794.6, maxCapacity: 1_000 })).toBe(79)
  expect(utilizationPercentOf({ currentCapacity: 5, maxCapacity: 0 })).toBe(0)
})

/** Tests that operators see words instead of names from the code. */
it('has words for all that can be rebuilt, each once', () => {
  const words = REBUILD_TARGETS.map(readModelLabelOf)
  for (const text of words) expect(text).toMatch(/^[A-Z]/)
  expect(new Set(words).size).toBe(words.length)
})

/** Tests the text about a job's next attempt: seconds for a future time, 'Now' for a past one. */
it.each([
  ['2026-03-12T08:00:11.200Z', 'In 12\u00a0s'],
  ['2026-03-12T08:00:00.000Z', 'Now'],
  ['2026-03-12T07:59:30.000Z', 'Now'],
  [undefined, 'Not planned'],
])('a job that is tried next at %s is said to be: %s', (at, says) =>
  expect(describeNextAttempt(at, Date.parse('2026-03-12T08:00:00Z'))).toBe(says),
)
