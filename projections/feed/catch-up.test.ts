/** Tests waits for positions: not yet reached, beyond the log's end, and timeouts. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createPositionWaiter } from './catch-up.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function runnerAt(position: number) {
  const listeners: (() => void)[] = []
  const runner = { position: () => position, onEvents: (listener: () => void) => void listeners.push(listener) }
  const reach = createPositionWaiter(runner as never, async () => 100)
  const move = (to: number) => {
    position = to
    for (const tell of listeners) tell()
  }
  return { reach, move }
}

it('has what is there already', async () => {
  expect(await runnerAt(9).reach(9)).toBe(true)
})

it('does not wait for what the log does not have', async () => {
  expect(await runnerAt(9).reach(101)).toBe(false)
})

it('waits for what the log has, until it is there', async () => {
  const { reach, move } = runnerAt(9)
  const answered = vi.fn()
  const waiting = reach(50).then(answered)
  await vi.advanceTimersByTimeAsync(100)
  move(49)
  await vi.advanceTimersByTimeAsync(100)
  expect(answered).not.toHaveBeenCalled()
  move(50)
  await waiting
  expect(answered).toHaveBeenCalledWith(true)
})

it('does not wait longer than 2 s', async () => {
  const waiting = runnerAt(9).reach(100)
  await vi.advanceTimersByTimeAsync(2_000)
  expect(await waiting).toBe(true)
})
