/** Tests that work which blocks the thread runs in turns, with pauses for other requests. */
import { setImmediate as turn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { createKeyedMutex } from '../keyed-mutex.ts'
import { createRestingTurns } from './concurrency-limit.ts'

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
