/**
 * Conformance rules of the jobs port: adding, delivery (JO1, JO2, JO4, JO7, JO12).
 * Also failing jobs (JO10, JO11).
 */

import { expect, it } from 'vitest'
import type { Job } from '../../platform/jobs/jobs.ts'
import { eventually } from '../fixtures/eventually.ts'
import {
  collectHandledJobIds,
  createJob,
  createJobCounts,
  FAR_FUTURE_MS,
  freshQueue,
  HARD_TO_STORE_TEXT,
  type JobsTestBed,
  waitUntilSettled,
} from './jobs-kit.ts'

export function testJobDelivery({ opens }: JobsTestBed): void {
  it('JO1 hands each job to the handler of its name, added before or after the work began', async () => {
    const jobs = await opens()
    const seen: string[] = []
    const say =
      (who: string) =>
      async ({ name, id }: Job) =>
        void seen.push(`${who} ${name} ${id}`)
    await jobs.add(createJob('1', 'look'))
    jobs.work({ look: say('looker'), send: say('sender') })
    await jobs.add(createJob('2', 'send'))
    await eventually(() => expect(seen.sort()).toEqual(['looker look 1', 'sender send 2']))
  })

  it('JO1 hands a job over soon, not at the next poll', async () => {
    const jobs = await opens(freshQueue(), { pollEveryS: FAR_FUTURE_MS / 1000 })
    const seen = collectHandledJobIds(jobs)
    await jobs.add(createJob('first'))
    await eventually(() => expect(seen).toHaveLength(1))
    await waitUntilSettled(jobs)
    await jobs.add(createJob('second'))
    await eventually(() => expect(seen).toHaveLength(2))
  })

  it('JO2 adds nothing for an id that is queued, running or done', async () => {
    const jobs = await opens()
    const seen: string[] = []
    await jobs.add(createJob('BinReported:7:detect'))
    await jobs.add(createJob('BinReported:7:detect'))
    expect(await jobs.counts()).toEqual(createJobCounts({ waiting: 1 }))
    jobs.work({
      look: async ({ id }) => {
        seen.push(id)
        await jobs.add(createJob('BinReported:7:detect'))
      },
    })
    await eventually(() => expect(seen).toHaveLength(1))
    await waitUntilSettled(jobs)
    await jobs.add(createJob('BinReported:7:detect'))
    await jobs.add(createJob('BinReported:8:detect'))
    await eventually(() => expect(seen).toContain('BinReported:8:detect'))
    expect(seen).toEqual(['BinReported:7:detect', 'BinReported:8:detect'])
  })

  it('JO2 tells ids apart that differ in little', async () => {
    const jobs = await opens()
    const ids = ['a:b', 'a%3Ab', 'a-b', 'A:b', '1', '01', 'a:b:c', 'ä', 'a b']
    for (const id of ids) await jobs.add(createJob(id))
    expect(await jobs.counts()).toEqual(createJobCounts({ waiting: ids.length }))
    const seen = collectHandledJobIds(jobs)
    await eventually(() => expect(seen.sort()).toEqual([...ids].sort()))
  })

  it('JO12 has a job that is done done again, and leaves one alone that is queued or running', async () => {
    const queue = freshQueue()
    const [jobs, other] = [await opens(queue), await opens(queue)]
    const seen: string[] = []
    await jobs.add(createJob('BinReported:7:detect'), { again: true })
    await jobs.add(createJob('BinReported:7:detect'), { again: true })
    expect(await jobs.counts()).toEqual(createJobCounts({ waiting: 1 }))
    jobs.work({
      look: async ({ id }) => {
        seen.push(id)
        await jobs.add(createJob(id), { again: true })
      },
    })
    await waitUntilSettled(jobs)
    expect(seen).toEqual(['BinReported:7:detect'])
    // Several processes may repeat a job at the same time.
    await Promise.all([jobs, other, jobs].map((one) => one.add(createJob('BinReported:7:detect'), { again: true })))
    await eventually(() => expect(seen.length).toBeGreaterThan(1))
    await waitUntilSettled(jobs)
    expect(new Set(seen)).toEqual(new Set(['BinReported:7:detect']))
  })

  it('JO12 does a job at once that a clock ahead has delayed for long, but holds back one that is soon due', async () => {
    const jobs = await opens()
    const seen = collectHandledJobIds(jobs)
    await jobs.add(createJob('soon'), { delayMs: 240_000 })
    await jobs.add(createJob('late'), { delayMs: FAR_FUTURE_MS })
    for (const id of ['soon', 'late']) await jobs.add(createJob(id), { again: true })
    await eventually(() => expect(seen).toEqual(['late']))
    await eventually(async () => expect(await jobs.counts()).toEqual(createJobCounts({ delayed: 1 })))
  })

  it('JO4 holds a delayed job back at least that long, while others pass', async () => {
    const jobs = await opens()
    const handedAt = new Map<string, number>()
    jobs.work({ look: async ({ id }) => void handedAt.set(id, Date.now()) })
    await jobs.add(createJob('much later'), { delayMs: FAR_FUTURE_MS })
    const addedAt = Date.now()
    await jobs.add(createJob('later'), { delayMs: 400 })
    await jobs.add(createJob('now'))
    await eventually(() => expect([...handedAt.keys()].sort()).toEqual(['later', 'now']))
    // Test only the minimum delay, since a slow machine takes longer.
    expect(handedAt.get('later')).toBeGreaterThanOrEqual(addedAt + 395)
    expect(await jobs.counts()).toMatchObject({ delayed: 1 })
  })

  it('JO7 gives the data back deeply equal', async () => {
    const jobs = await opens()
    const data = {
      [HARD_TO_STORE_TEXT]: HARD_TO_STORE_TEXT,
      deep: [{ none: null, no: false, list: [[]] }],
      n: [0.1, -1e-9, 2 ** 53],
      '': {},
    }
    let got: Job | undefined
    jobs.work({
      look: async (handed) => {
        got = handed
      },
    })
    await jobs.add(createJob('id: 東京 \u0000', 'look', data))
    await eventually(() => expect(got).toEqual(createJob('id: 東京 \u0000', 'look', data)))
  })
}

/** Registers the conformance tests for failed jobs: their list (JO10) and immediate retry (JO11). */
export function testFailingJobs({ opens }: JobsTestBed): void {
  it('JO10 names the jobs that failed, with why, and no others', async () => {
    const jobs = await opens()
    await jobs.add(createJob('later'), { delayMs: FAR_FUTURE_MS })
    await jobs.add(createJob('fails:1'))
    let broken = true
    const mended = Promise.withResolvers<void>()
    jobs.work({
      look: async ({ id }) => {
        if (id !== 'fails:1') return
        if (broken) throw new Error('no road')
        await mended.promise
      },
    })
    await jobs.add(createJob('works'))
    await eventually(async () =>
      expect(await jobs.failing(10)).toEqual([
        expect.objectContaining({ id: 'fails:1', name: 'look', reason: 'look: no road', nextAt: expect.any(Number) }),
      ]),
    )
    expect(await jobs.failing(0)).toEqual([])
    broken = false
    // A job counts as failing even while its retry runs.
    await eventually(async () => expect(await jobs.counts()).toMatchObject({ active: 1 }))
    expect(await jobs.failing(10)).toHaveLength(1)
    mended.resolve()
    await eventually(async () => expect(await jobs.failing(10)).toEqual([]))
  })

  it('JO11 tries a job that failed at once, and moves no other', async () => {
    const jobs = await opens(freshQueue(), { pauseAfter: () => FAR_FUTURE_MS })
    let [tries, broken] = [0, true]
    await jobs.add(createJob('later'), { delayMs: FAR_FUTURE_MS })
    jobs.work({
      look: async () => {
        tries++
        if (broken) throw new Error('no road')
      },
    })
    const addedAt = Date.now()
    await jobs.add(createJob('stubborn'))
    await eventually(async () => expect((await jobs.failing(1))[0]?.tries).toBe(1))
    expect((await jobs.failing(1))[0]?.nextAt).toBeGreaterThanOrEqual(addedAt + FAR_FUTURE_MS)
    broken = false
    expect(await jobs.retry('stubborn')).toBe(true)
    await eventually(() => expect(tries).toBe(2))
    await eventually(async () => expect(await jobs.counts()).toMatchObject({ active: 0, waiting: 0 }))
    for (const id of ['later', 'stubborn', 'nothing']) expect(await jobs.retry(id), id).toBe(false)
    expect(await jobs.counts()).toMatchObject({ delayed: 1 })
  })
}
