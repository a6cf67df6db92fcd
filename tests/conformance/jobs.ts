/** Conformance suite of the jobs port: rules JO1 to JO13. */

import { afterEach, describe, expect, it } from 'vitest'
import { eventually } from '../fixtures/eventually.ts'
import { testFailingJobs, testJobDelivery } from './jobs-delivery.ts'
import {
  collectHandledJobIds,
  createJob,
  createJobCounts,
  createJobsTestBed,
  FAR_FUTURE_MS,
  freshQueue,
  type JobsTestBed,
  type OpenJobQueue,
  waitUntilSettled,
} from './jobs-kit.ts'

/**
 * Registers the conformance tests of a job queue.
 * Each test has its own queue.
 */
export function testJobs(backing: string, open: OpenJobQueue): void {
  describe(`jobs rules on ${backing}`, () => {
    const bed = createJobsTestBed(open)
    afterEach(() => bed.closeAll())
    testJobDelivery(bed)
    testJobExecution(bed)
    testFailingJobs(bed)
  })
}

/** Registers tests of the rules JO3, JO5, JO6, JO8, JO9 and JO13: running, failing and closing of jobs. */
function testJobExecution({ opens, logged }: JobsTestBed): void {
  it('JO3 tries a job again after a pause that its tries decide, whatever it throws', async () => {
    const asked: number[] = []
    const pauseAfter = (triesMade: number) => {
      asked.push(triesMade)
      return 200 * triesMade
    }
    const jobs = await opens(freshQueue(), { pauseAfter })
    const tries: number[] = []
    const thrown = [Object.assign(new Error('never \u0000 \ud800'), { name: 'UnrecoverableError' }), 'not an error']
    jobs.work({
      look: async () => {
        const toThrow = thrown[tries.length]
        tries.push(Date.now())
        if (toThrow) throw toThrow
      },
    })
    await jobs.add(createJob('stubborn'))
    await eventually(() => expect(tries).toHaveLength(3))
    const [first = 0, second = 0, third = 0] = tries
    // Test only the minimum time, because a slow machine may take longer.
    expect(second).toBeGreaterThanOrEqual(first + 195)
    expect(third).toBeGreaterThanOrEqual(second + 395)
    expect([...new Set(asked)]).toEqual([1, 2])
    expect(logged.filter((line) => line.job === 'look')).toHaveLength(2)
  })

  it('JO5 runs at most `concurrency` handlers at a time, and as many as that', async () => {
    const jobs = await opens()
    const running: PromiseWithResolvers<void>[] = []
    let [most, done] = [0, 0]
    for (let n = 0; n < 8; n++) await jobs.add(createJob(`${n}`))
    jobs.work(
      {
        look: async () => {
          const ends = Promise.withResolvers<void>()
          most = Math.max(most, running.push(ends))
          await ends.promise
          done++
        },
      },
      { concurrency: 3 },
    )
    for (const [round, left] of [3, 3, 2].entries()) {
      await eventually(() => expect(running).toHaveLength(left))
      const waiting = Math.max(0, 8 - 3 * (round + 1))
      await eventually(async () => expect(await jobs.counts()).toMatchObject({ active: left, waiting }))
      for (const ends of running.splice(0)) ends.resolve()
    }
    await eventually(() => expect(done).toBe(8))
    expect(most).toBe(3)
  })

  it('JO13 runs background jobs by rank after all others, and counts them as waiting', async () => {
    const jobs = await opens()
    for (const [id, background] of Object.entries({ 0: 2, 1: 1, 2: 1 })) await jobs.add(createJob(id), { background })
    for (const id of ['3', '4']) await jobs.add(createJob(id))
    expect(await jobs.counts()).toEqual(createJobCounts({ waiting: 5 }))
    const seen: string[] = []
    jobs.work({ look: async ({ id }) => void seen.push(id) }, { concurrency: 1 })
    await eventually(() => expect(seen).toEqual(['3', '4', '1', '2', '0']))
  })

  it('JO6 waits at close for the running handler and leaves the rest to the next who opens', async () => {
    const queue = freshQueue()
    const jobs = await opens(queue, { handlersPatienceMs: FAR_FUTURE_MS })
    const [began, ended]: [string[], string[]] = [[], []]
    const gate = Promise.withResolvers<void>()
    for (const id of ['1', '2', '3']) await jobs.add(createJob(id))
    jobs.work(
      {
        look: async ({ id }) => {
          began.push(id)
          await gate.promise
          ended.push(id)
        },
      },
      { concurrency: 1 },
    )
    await eventually(() => expect(began).toEqual(['1']))
    let isClosed = false
    const closing = jobs.close().then(() => {
      isClosed = true
    })
    await expect(jobs.add(createJob('4'))).rejects.toThrow('closed')
    // Waits for another queue to settle.
    // If the first queue closes too early, it is closed by then.
    const idle = await opens()
    collectHandledJobIds(idle)
    await waitUntilSettled(idle)
    await idle.close()
    expect(isClosed).toBe(false)
    gate.resolve()
    await closing
    expect(ended).toEqual(['1'])
    const seen = collectHandledJobIds(await opens(queue))
    await eventually(() => expect(seen).toEqual(['2', '3']))
    expect(began).toEqual(['1'])
  })

  it('JO6 closes idle workers without waiting for their next look at the store, and twice without harm', async () => {
    const jobs = await opens(freshQueue(), { pollEveryS: FAR_FUTURE_MS / 1000, handlersPatienceMs: FAR_FUTURE_MS })
    const seen = collectHandledJobIds(jobs)
    await jobs.add(createJob('1'))
    await eventually(() => expect(seen).toHaveLength(1))
    await Promise.all([jobs.close(), jobs.close()])
  })

  it('JO8 counts what waits, runs and is delayed, retries included', async () => {
    const jobs = await opens()
    await jobs.add(createJob('slow', 'slow'))
    await jobs.add(createJob('waits', 'look'))
    await jobs.add(createJob('later', 'look'), { delayMs: FAR_FUTURE_MS })
    expect(await jobs.counts()).toEqual(createJobCounts({ waiting: 2, delayed: 1 }))
    const gate = Promise.withResolvers<void>()
    jobs.work({ slow: () => gate.promise, look: () => Promise.reject(new Error('not now')) }, { concurrency: 1 })
    await eventually(async () =>
      expect(await jobs.counts()).toEqual(createJobCounts({ waiting: 1, active: 1, delayed: 1 })),
    )
    gate.resolve()
    await eventually(async () => expect(await jobs.counts()).toEqual(createJobCounts({ delayed: 2 })))
  })

  it('JO9 logs a job that no handler knows, keeps it and tries it again', async () => {
    const jobs = await opens()
    jobs.work({})
    await jobs.add(createJob('orphan', 'toString'))
    const complaints = () => logged.filter((line) => line.job === 'toString')
    await eventually(() => expect(complaints().length).toBeGreaterThanOrEqual(2))
    const { waiting, active, delayed } = await jobs.counts()
    expect(waiting + active + delayed).toBe(1)
  })
}
