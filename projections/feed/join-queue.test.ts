/**
 * Tests the queue in which clients join feed rooms.
 * Joins run one at a time.
 * A short burst is not delayed, but a heavy user is.
 */

import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createJoinQueue } from './join-queue.ts'
import { createRowRateLimit, createStalledSocketsCheck } from './limits.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/**
 * Creates a join queue for tests, in which reading a room's rows takes 10 ms.
 * `read` records which user's join read at which time.
 */
function lines() {
  const pace = createRowRateLimit()
  const { wait } = createJoinQueue(pace)
  const read: [string, number][] = []
  const began = performance.now()
  let under = 0
  const join = (userId: string, rows: number) =>
    wait(userId, async () => {
      under += 1
      expect(under).toBe(1)
      await new Promise((resolve) => setTimeout(resolve, 10))
      under -= 1
      read.push([userId, performance.now() - began])
      return { rows, answer: userId }
    })
  return { pace, join, read }
}

it('are read one at a time, in their order, and a small one at once after the other', async () => {
  const { join, read } = lines()
  const all = Promise.all([join('a', 1), join('b', 1), join('c', 1)])
  await vi.runAllTimersAsync()
  expect(await all).toEqual(['a', 'b', 'c'])
  expect(read).toEqual([
    ['a', 10],
    ['b', 20],
    ['c', 30],
  ])
})

it('leave nine tenths of the time to everything else where rooms are large (FD17)', async () => {
  const { join, read } = lines()
  const all = Promise.all([join('a', 3_000), join('b', 3_000), join('c', 1)])
  await vi.runAllTimersAsync()
  await all
  expect(read).toEqual([
    ['a', 10],
    ['b', 110],
    ['c', 210],
  ])
})

it('go on after one that failed', async () => {
  const { wait } = createJoinQueue(createRowRateLimit())
  const failing = wait('a', () => Promise.reject(new Error('no')))
  await expect(failing).rejects.toThrow('no')
  const next = wait('a', async () => ({ rows: 0, answer: 'next' }))
  await vi.runAllTimersAsync()
  expect(await next).toBe('next')
})

it('let other work run between two reads', async () => {
  const { wait } = createJoinQueue(createRowRateLimit())
  const done: string[] = []
  const reads = ['a', 'b', 'c'].map((user) =>
    wait(user, async () => {
      done.push(user)
      setImmediate(() => done.push('other work'))
      return { rows: 1, answer: user }
    }),
  )
  await vi.runAllTimersAsync()
  await Promise.all(reads)
  expect(done).toEqual(['a', 'other work', 'b', 'other work', 'c', 'other work'])
})

it('delay only clients that have used up their burst', async () => {
  const { pace, join, read } = lines()
  pace.spend('greedy', 52_000)
  const all = Promise.all([join('greedy', 1), join('a', 1)])
  await vi.runAllTimersAsync()
  await all
  expect(read).toEqual([
    ['a', 10],
    ['greedy', 1_010],
  ])
})

it('forgive with time, and no more than a burst', () => {
  const pace = createRowRateLimit()
  pace.spend('a', 60_000)
  expect(pace.wait('a')).toBe(5_000)
  vi.advanceTimersByTime(60 * 60_000)
  expect(pace.wait('a')).toBe(0)
  pace.spend('a', 50_001)
  expect(pace.wait('a')).toBeGreaterThan(0)
})

/** Returns a socket for which bytes wait, as the limits see it. */
function socketOf(userId: string, bufferedAmount: number) {
  const below = {
    bufferedAmount,
    isOpen: true,
    removeAllListeners() {},
    terminate() {
      below.isOpen = false
    },
  }
  return { userId, below, conn: { transport: { socket: below }, writeBuffer: [] } as never }
}

it('who reads from none of many sockets is cut, and who reads slowly is not (FD16)', () => {
  const MIB = 1024 * 1024
  const hostile = Array.from({ length: 12 }, () => socketOf('hostile', 3 * MIB))
  const slow = Array.from({ length: 8 }, () => socketOf('slow', 3 * MIB))
  const busy = Array.from({ length: 50 }, () => socketOf('busy', 3 * MIB))
  const check = createStalledSocketsCheck(({ userId }: { userId: string; conn: never }) => userId)
  for (let n = 0; n < 60; n++) {
    // Sockets that read everything at times are not stalled.
    for (const { below } of busy) below.bufferedAmount = n % 20 === 0 ? 0 : 3 * MIB
    check([...hostile, ...slow, ...busy].filter(({ below }) => below.isOpen))
  }
  expect(hostile.filter(({ below }) => below.isOpen)).toEqual([])
  expect([...slow, ...busy].every(({ below }) => below.isOpen)).toBe(true)
})
