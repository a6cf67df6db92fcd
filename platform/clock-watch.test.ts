/**
 * Tests that backward jumps of the clock are reported for an hour.
 * Forward jumps are reported for a day, or until the clock is set back.
 */
import { expect, it } from 'vitest'
import { checkLogTime, createClockJumpCheck } from './clock-watch.ts'

const HOUR = 3_600_000

/**
 * Creates a wall clock and a steady clock, which both advance by `ms`.
 * If `clock` is given, the wall clock advances by `clock` instead.
 */
function openWatch() {
  let wall = 1_000_000_000
  let steady = 0
  const look = createClockJumpCheck({ wall: () => wall, steady: () => steady })
  return (ms: number, clock = ms) => {
    steady += ms
    wall += clock
    return look().map(({ reason }) => reason)
  }
}

it('reports by how much the clock was set back, for an hour', () => {
  const pass = openWatch()
  expect(pass(60_000)).toEqual([])
  expect(pass(60_000, 58_000)).toEqual([])
  expect(pass(60_000, 119_000)).toEqual([])
  expect(pass(10_000, 10_000 - 2 * HOUR)).toEqual([expect.stringContaining('was set back by 2 hours')])
  expect(pass(HOUR / 2)).toHaveLength(1)
  expect(pass(HOUR)).toEqual([])
})

it('reports a clock that was set ahead by a minute, for a day', () => {
  const pass = openWatch()
  expect(pass(10_000, 70_000)).toEqual([expect.stringContaining('was set ahead by 1 minute')])
  expect(pass(23 * HOUR)).toHaveLength(1)
  expect(pass(2 * HOUR)).toEqual([])
})

it('reports a clock that was set ahead until it is set back', () => {
  const pass = openWatch()
  const ahead = expect.stringContaining('was set ahead by 365 days')
  expect(pass(10_000, 10_000 + 365 * 24 * HOUR)).toEqual([ahead])
  expect(pass(10 * HOUR)).toEqual([ahead])
  expect(pass(10_000, 10_000 - 365 * 24 * HOUR)).toEqual([expect.stringContaining('was set back by 36')])
  expect(pass(2 * HOUR)).toEqual([])
})

it('reports how far a log is ahead of the clock', () => {
  expect(checkLogTime(1_000, 1_000)).toEqual([])
  expect(checkLogTime(4_000, 1_000)).toEqual([])
  expect(checkLogTime(3 * HOUR, 0)[0]?.reason).toMatch(/clock is 3 hours behind the last event of the log/)
})
