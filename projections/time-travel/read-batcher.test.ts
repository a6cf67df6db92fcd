/** Tests that time-travel reads are sent together and answered separately. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import type { TimeTravelAnswer } from '#platform/http/time-travel.ts'
import type { ReadRequest, TimeTravelRequests } from './messages.ts'
import { createReadBatcher } from './read-batcher.ts'

const asked = (n: number): ReadRequest => ({ name: 'vehicles', call: {}, when: { position: n }, now: 0 })
const answerTo = ({ when }: ReadRequest): TimeTravelAnswer => ({ json: JSON.stringify(when), position: 0, now: 0 })
const wanted = () => true

/** Fake thread that answers a request when the test allows it. */
function openThread() {
  const errands: {
    moments: object[]
    settle: ReturnType<typeof Promise.withResolvers<TimeTravelRequests['reads']['answered']>>
  }[] = []
  const read = createReadBatcher((reads) => {
    const settle = Promise.withResolvers<TimeTravelRequests['reads']['answered']>()
    errands.push({ moments: reads.map(({ when }) => when), settle })
    return settle.promise
  })
  async function answer(
    value = (n: number): TimeTravelRequests['reads']['answered'][number] => fulfilled(n),
  ): Promise<void> {
    const { moments, settle } = errands.at(-1) as (typeof errands)[number]
    settle.resolve(moments.map((moment) => value((moment as { position: number }).position)))
    for (const _ of moments) await nextTurn()
    await nextTurn()
  }
  return { read, answer, errands, moments: () => errands.map(({ moments }) => moments.length) }
}
const fulfilled = (n: number) => ({ status: 'fulfilled' as const, value: answerTo(asked(n)) })

it('combines requests of one turn, and later ones in the next', async () => {
  const { read, answer, moments } = openThread()
  const first = [1, 2, 3].map((n) => read(asked(n), wanted))
  await nextTurn()
  const second = [4, 5].map((n) => read(asked(n), wanted))
  await nextTurn()
  expect(moments()).toEqual([3])
  await answer()
  expect(await Promise.all(first)).toEqual([1, 2, 3].map((n) => answerTo(asked(n))))
  expect(moments()).toEqual([3, 2])
  await answer()
  expect(await Promise.all(second)).toEqual([4, 5].map((n) => answerTo(asked(n))))
  void read(asked(6), wanted)
  await nextTurn()
  expect(moments()).toEqual([3, 2, 1])
})

it('asks eighteen at once, the boards of two auditors, those first that came first', async () => {
  const { read, answer, errands, moments } = openThread()
  for (let n = 0; n < 22; n++) void read(asked(n), wanted)
  await nextTurn()
  await answer()
  expect(moments()).toEqual([18, 4])
  expect(errands[1]?.moments[0]).toEqual({ position: 18 })
})

it('lets others have a turn between two answers', async () => {
  const { read, answer } = openThread()
  let [turn, isOver] = [0, false]
  const count = () => {
    turn++
    if (!isOver) setImmediate(count)
  }
  const turns = Promise.all([1, 2, 3].map((n) => read(asked(n), wanted).then(() => turn)))
  await nextTurn()
  count()
  await answer()
  isOver = true
  expect(new Set(await turns).size).toBe(3)
})

it('drops requests that are no longer needed', async () => {
  const { read, answer, errands, moments } = openThread()
  let isThere = true
  void read(asked(1), wanted)
  await nextTurn()
  const gone = read(asked(2), () => isThere)
  const stays = read(asked(3), wanted)
  isThere = false
  await answer()
  expect(errands[1]?.moments).toEqual([{ position: 3 }])
  expect(await gone).toBeUndefined()
  await answer()
  expect(await stays).toEqual(answerTo(asked(3)))
  // The requester of read 4 no longer wants it, so no request is sent.
  void read(asked(4), () => false)
  await nextTurn()
  expect(moments()).toEqual([1, 1])
})

it('fails failed requests, and the others only if all failed', async () => {
  const { read, answer, errands } = openThread()
  const [one, other] = [read(asked(1), wanted), read(asked(2), wanted)]
  await nextTurn()
  const failure = { status: 'rejected' as const, reason: new Error('not this one') }
  const both = Promise.allSettled([one, other])
  await answer((n) => (n === 1 ? failure : fulfilled(n)))
  expect(await both).toEqual([failure, fulfilled(2)])
  const failing = Promise.allSettled([read(asked(3), wanted), read(asked(4), wanted)])
  await nextTurn()
  errands.at(-1)?.settle.reject(failure.reason)
  expect(await failing).toEqual([failure, failure])
  const later = read(asked(5), wanted)
  await nextTurn()
  await answer()
  expect(await later).toEqual(answerTo(asked(5)))
})
