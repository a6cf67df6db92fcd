/** Conformance rules JO10 and JO11 of the jobs port, about failing jobs. */
import { expect, it } from 'vitest'
import { eventually } from '../fixtures/eventually.ts'
import { createJob, FAR_FUTURE_MS, freshQueue, type JobsTestBed } from './jobs-kit.ts'

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
