/** A line breaks at an unknown figure and at a missing day. */
import { expect, it } from 'vitest'
import { runsOf } from './runs.ts'

const indexes = (...args: Parameters<typeof runsOf<number>>) =>
  runsOf(...args).map((run) => run.map(({ index }) => index))

it('breaks where nobody knows', () => {
  expect(indexes([null, 1, 0, null, 3, undefined, 5])).toEqual([[1, 2], [4], [6]])
  expect(indexes([null, null])).toEqual([])
})

it('breaks where days without records are left out', () => {
  const days = ['2026-01-30', '2026-01-31', '2026-02-01', '2026-02-03', '2026-02-04']
  expect(indexes([1, 2, 3, 4, 5], days)).toEqual([
    [0, 1, 2],
    [3, 4],
  ])
})

it('goes on from week to week', () => {
  const mondays = ['2026-01-05', '2026-01-12', '2026-01-26']
  expect(indexes([1, 2, 3], mondays, 7)).toEqual([[0, 1], [2]])
})
