/** Tests that work which blocks the thread runs in turns, with pauses for other requests. */
import { setImmediate as turn } from 'node:timers/promises'
import { expect, it, vi } from 'vitest'
import { createKeyedMutex } from '../keyed-mutex.ts'
import { createRestingTurns, createSenderTurns } from './concurrency-limit.ts'

it('runs one work at a time, one of each sender, and rests after each', async () => {
  const ends: (() => void)[] = []
  const inTurn = createRestingTurns(() => new Promise<void>((resolve) => ends.push(resolve)))
  const done: string[] = []
  const work = (sender: string, name: string) =>
    inTurn(sender, () => {
      done.push(name)
      if (name === 'a1') throw new Error('no plan')
      return name
    })
  const all = Promise.allSettled([work('a', 'a1'), work('a', 'a2'), work('a', 'a3'), work('b', 'b1')])
  await turn()
  expect(done).toEqual(['a1'])
  for (const then of [
    ['a1', 'b1'],
    ['a1', 'b1', 'a2'],
    ['a1', 'b1', 'a2', 'a3'],
  ]) {
    ends.shift()?.()
    await turn()
    expect(done).toEqual(then)
  }
  expect((await all).map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled', 'fulfilled'])
})

it('starts only the next operation of a key if the present one takes too long', async () => {
  const pauses: (() => void)[] = []
  const inTurn = createKeyedMutex(10, () => new Promise<void>((resolve) => pauses.push(resolve)))
  const started: string[] = []
  const end: (() => void)[] = []
  const work = (name: string) => () => {
    started.push(name)
    return new Promise<void>((resolve) => end.push(resolve))
  }
  const all = Promise.all(['a', 'b', 'c', 'd'].map((name) => inTurn('key', work(name))))
  await turn()
  expect([started, pauses.length]).toEqual([['a'], 1])
  pauses[0]?.()
  await turn()
  expect([started, pauses.length]).toEqual([['a', 'b'], 2])
  end[1]?.()
  await turn()
  expect(started).toEqual(['a', 'b', 'c'])
  end[2]?.()
  await turn()
  for (const finish of end) finish()
  await all
  expect(started).toEqual(['a', 'b', 'c', 'd'])
})

/** Waits until a work that another one made way for has started. */
/** No work stops counting, however slow the machine is. */
const NEVER_MS = 2 ** 31 - 1

async function someTurns() {
  for (let n = 0; n < 8; n++) await turn()
}

it('runs a few works of a sender at once, the next after some turns of the event loop, and others at once', async () => {
  const inTurn = createSenderTurns(2, NEVER_MS)
  const started: string[] = []
  const ends = new Map<string, () => void>()
  const work = (sender: string, name: string) =>
    inTurn(sender, () => {
      started.push(name)
      return new Promise<void>((resolve) => ends.set(name, resolve))
    })
  const all = [work('a', 'a1'), work('a', 'a2'), work('a', 'a3'), work('a', 'a4'), work('b', 'b1')]
  await turn()
  expect(started).toEqual(['a1', 'a2', 'b1'])
  ends.get('a2')?.()
  await all[1]
  expect(started).toHaveLength(3)
  // The server accepts one connection in a turn, so two works leave others more turns than that.
  await turn()
  await turn()
  expect(started).toHaveLength(3)
  await someTurns()
  expect(started).toEqual(['a1', 'a2', 'b1', 'a3'])
  ends.get('a1')?.()
  await all[0]
  await someTurns()
  for (const end of ends.values()) end()
  await Promise.all(all)
  expect(started).toEqual(['a1', 'a2', 'b1', 'a3', 'a4'])
})

it('counts a work of a sender until its answer is sent', async () => {
  const inTurn = createSenderTurns(1, NEVER_MS)
  const { promise: sent, resolve: send } = Promise.withResolvers<void>()
  const started: string[] = []
  const work = (name: string, ended?: Promise<void>) => inTurn('s', async () => void started.push(name), ended)
  const all = [work('a', sent), work('b')]
  await all[0]
  await someTurns()
  expect(started).toEqual(['a'])
  send()
  await Promise.all(all)
  expect(started).toEqual(['a', 'b'])
})

it('starts the next work of a sender beside one that takes too long, only once for each', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const inTurn = createSenderTurns(1, 10)
  const started: string[] = []
  const ends: (() => void)[] = []
  const all = ['a', 'b', 'c'].map((name) =>
    inTurn('s', () => {
      started.push(name)
      return new Promise<void>((resolve) => ends.push(resolve))
    }),
  )
  await turn()
  vi.advanceTimersByTime(10)
  await someTurns()
  expect(started).toEqual(['a', 'b'])
  ends[0]?.()
  await all[0]
  await someTurns()
  expect(started).toEqual(['a', 'b'])
  vi.useRealTimers()
  ends[1]?.()
  await all[1]
  await someTurns()
  ends[2]?.()
  await Promise.all(all)
  expect(started).toEqual(['a', 'b', 'c'])
})
