/** The rules of the jobs port on running, failing and closing: JO3, JO5, JO6, JO8 and JO9. */

import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { eventually } from '../testing/eventually.ts'
import { counts, freshQueue, job, looks, type TestBed } from './conformance-kit.ts'

/** Registers the tests of these rules. */
export function runningRules({ opens, logged }: TestBed): void {
  it('JO3 tries a job again with growing pauses, whatever it throws', async () => {
    const jobs = await opens()
    const tries: number[] = []
    const thrown = [Object.assign(new Error('never \u0000 \ud800'), { name: 'UnrecoverableError' }), 'not an error']
    jobs.work({
      look: async () => {
        const toThrow = thrown[tries.length]
        tries.push(performance.now())
        if (toThrow) throw toThrow
      },
    })
    await jobs.add(job('stubborn'))
    await eventually(() => expect(tries).toHaveLength(3))
    const [first = 0, second = 0, third = 0] = tries
    expect(second - first).toBeGreaterThanOrEqual(495)
    expect(third - second).toBeGreaterThanOrEqual(995)
    expect(third - first).toBeLessThan(4000)
    expect(logged.filter((line) => line.job === 'look')).toHaveLength(2)
  })

  it('JO5 runs at most `concurrency` handlers at a time, and as many as that', async () => {
    const jobs = await opens()
    let [running, most, done] = [0, 0, 0]
    for (let n = 0; n < 8; n++) await jobs.add(job(`${n}`))
    jobs.work(
      {
        look: async () => {
          most = Math.max(most, ++running)
          await sleep(60)
          running--
          done++
        },
      },
      { concurrency: 3 },
    )
    await eventually(() => expect(done).toBe(8))
    expect(most).toBe(3)
  })

  it('JO6 waits at close for the running handler and leaves the rest to the next who opens', async () => {
    const queue = freshQueue()
    const jobs = await opens(queue)
    const [began, ended]: [string[], string[]] = [[], []]
    for (const id of ['1', '2', '3']) await jobs.add(job(id))
    jobs.work(
      {
        look: async ({ id }) => {
          began.push(id)
          await sleep(300)
          ended.push(id)
        },
      },
      { concurrency: 1 },
    )
    await eventually(() => expect(began).toEqual(['1']))
    await jobs.close()
    expect(ended).toEqual(['1'])
    await expect(jobs.add(job('4'))).rejects.toThrow('closed')
    await sleep(400)
    expect(began).toEqual(['1'])
    const seen = looks(await opens(queue))
    await eventually(() => expect(seen).toEqual(['2', '3']))
  })

  it('JO6 closes idle workers at once, and twice without harm', async () => {
    const jobs = await opens()
    const seen = looks(jobs)
    await jobs.add(job('1'))
    await eventually(() => expect(seen).toHaveLength(1))
    const began = performance.now()
    await Promise.all([jobs.close(), jobs.close()])
    expect(performance.now() - began).toBeLessThan(2000)
  })

  it('JO8 counts what waits, runs and is delayed, retries included', async () => {
    const jobs = await opens()
    await jobs.add(job('slow', 'slow'))
    await jobs.add(job('waits', 'look'))
    await jobs.add(job('later', 'look'), { delayMs: 60_000 })
    expect(await jobs.counts()).toEqual(counts({ waiting: 2, delayed: 1 }))
    const gate = Promise.withResolvers<void>()
    jobs.work({ slow: () => gate.promise, look: () => Promise.reject(new Error('not now')) }, { concurrency: 1 })
    await eventually(async () => expect(await jobs.counts()).toEqual(counts({ waiting: 1, active: 1, delayed: 1 })))
    gate.resolve()
    await eventually(async () => expect(await jobs.counts()).toEqual(counts({ delayed: 2 })))
  })

  it('JO9 logs a job that no handler knows, keeps it and tries it again', async () => {
    const jobs = await opens()
    jobs.work({})
    await jobs.add(job('orphan', 'toString'))
    const complaints = () => logged.filter((line) => line.job === 'toString')
    await eventually(() => expect(complaints().length).toBeGreaterThanOrEqual(2))
    const { waiting, active, delayed } = await jobs.counts()
    expect(waiting + active + delayed).toBe(1)
  })
}
