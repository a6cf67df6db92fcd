/** From where on a site's bar warns. */
import { expect, it } from 'vitest'
import { utilizationTone } from './words.ts'

it.each([
  [0, 'done'],
  [60, 'done'],
  [60.1, 'progress'],
  [80, 'progress'],
  [80.1, 'critical'],
  [120, 'critical'],
])('a site that is %d %% full is coloured %s', (percent, tone) => expect(utilizationTone(percent)).toBe(tone))
