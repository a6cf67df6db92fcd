/** Tests the interval between two frames. */
import { expect, it } from 'vitest'
import { nextFrameDelayMs } from './frames.ts'

it.each([
  ['a few boards', 0.2, 4],
  ['a crowd', 2.5, 10],
  ['a fan-out that is longer than a frame may last', 40, 16],
])('takes a part of the time for %s, within 4 to 16 ms (FD10)', (_, tookMs, ms) =>
  expect(nextFrameDelayMs(tookMs)).toBe(ms),
)
