/** A clock that was set back is told for an hour, one that went ahead by days until it is right; one that runs or slept is not. */
import { expect, it } from 'vitest'
import { aheadOf, watchClock } from './clock-watch.ts'

const HOUR = 3_600_000

/** Two clocks that go on together, but where `clock` says otherwise. */
function openWatch() {
  let wall = 1_000_000_000
  let steady = 0
  const look = watchClock({ wall: () => wall, steady: () => steady })
  return (ms: number, clock = ms) => {
    steady += ms
    wall += clock
    return look().map(({ reason }) => reason)
  }
}

it('tells by how much the clock was set back, for an hour', () => {
  const pass = openWatch()
  expect(pass(60_000)).toEqual([])
  // Corrected little by little, and set ahead after a sleep of the machine.
  expect(pass(60_000, 58_000)).toEqual([])
  expect(pass(60_000, 2 * HOUR)).toEqual([])
  expect(pass(10_000, 10_000 - 2 * HOUR)).toEqual([expect.stringContaining('was set back by 2 hours')])
  expect(pass(HOUR / 2)).toHaveLength(1)
  expect(pass(HOUR)).toEqual([])
})

it('tells that the clock went ahead by a day or more, until it is set right', () => {
  const pass = openWatch()
  const ahead = expect.stringContaining('went ahead by 365 days')
  expect(pass(10_000, 10_000 + 365 * 24 * HOUR)).toEqual([ahead])
  expect(pass(10 * HOUR)).toEqual([ahead])
  expect(pass(10_000, 10_000 - 365 * 24 * HOUR)).toEqual([expect.stringContaining('was set back by 36')])
  expect(pass(2 * HOUR)).toEqual([])
})

it('tells how far a log is ahead of the clock', () => {
  expect(aheadOf(1_000, 1_000)).toEqual([])
  expect(aheadOf(4_000, 1_000)).toEqual([])
  expect(aheadOf(3 * HOUR, 0)[0]?.reason).toMatch(/clock is 3 hours behind the last event of the log/)
})
