/** From where on a site's bar warns, and how many collections were on time. */
import { expect, it } from 'vitest'
import { onTimePercent, utilizationTone, wholePercent } from './words.ts'

it.each([
  [0, 'done'],
  [60, 'done'],
  [60.1, 'progress'],
  [80, 'progress'],
  [80.1, 'critical'],
  [120, 'critical'],
])('a site that is %d %% full is coloured %s', (percent, tone) => expect(utilizationTone(percent)).toBe(tone))

it.each([
  [{ completed: 12, onTime: 11 }, '92\u00a0%'],
  [{ completed: 3, onTime: 0 }, '0\u00a0%'],
  [{ completed: 0, onTime: 0 }, '–'],
])('of %j %s were on time', (week, says) => expect(wholePercent(onTimePercent(week))).toBe(says))
