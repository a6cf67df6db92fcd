/** The rules of the jobs port as tests, to be run against every backing. */

import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Job, Jobs } from './jobs.ts'
import type { JobsLog } from './log.ts'

/** Opens the jobs of one queue; opening the same queue again finds what was left in it. */
export type OpenJobs = (queue: string, log: JobsLog) => Promise<Jobs>

const WITHIN = { timeout: 8000, interval: 10 }
const TRICKY = 'Zürich 東京 🚛 é \u0000 \ud800 \u2028 "\\u0000" %3A:'

/** Registers the suite. */
export function jobsRules(backing: string, open: OpenJobs): void {
  describe(`jobs rules on ${backing}`, () => {
    const opened: Jobs[] = []
    const logged: { message: string; job?: string }[] = []
    const keep = (details: object, message: string) => void logged.push({ ...details, message })
    const log: JobsLog = { info: keep, warn: keep, error: keep }

    async function opens(queue = `test-${randomUUID()}`): Promise<Jobs> {
      const jobs = await open(queue, log)
      opened.push(jobs)
      return jobs
    }
    const job = (id: string, name = 'look', data = {}): Job => ({ id, name, data })
    /** Works on jobs named `look` and returns the ids in the order in which they were handed over. */
    function looks(jobs: Jobs): string[] {
      const seen: string[] = []
      jobs.work({ look: async ({ id }) => void seen.push(id) })
      return seen
    }
    const settled = (jobs: Jobs) => vi.waitFor(async () => expect(await jobs.counts()).toEqual(counts({})), WITHIN)
    const counts = (some: object) => ({ waiting: 0, active: 0, delayed: 0, failed: 0, ...some })

    afterEach(async () => {
      await Promise.all(opened.splice(0).map((jobs) => jobs.close()))
      logged.length = 0
    })

    it('JO1 hands each job to the handler of its name, added before or after the work began', async () => {
      const jobs = await opens()
      const seen: string[] = []
      const say = (who: string) => async (job: Job) => void seen.push(`${who} ${job.name} ${job.id}`)
      await jobs.add(job('1', 'look'))
      jobs.work({ look: say('looker'), send: say('sender') })
      await jobs.add(job('2', 'send'))
      await vi.waitFor(() => expect(seen.sort()).toEqual(['looker look 1', 'sender send 2']), WITHIN)
    })

    it('JO1 hands a job over soon, not at the next poll', async () => {
      const jobs = await opens()
      const seen = looks(jobs)
      await jobs.add(job('first'))
      await vi.waitFor(() => expect(seen).toHaveLength(1), WITHIN)
      await settled(jobs)
      const began = performance.now()
      await jobs.add(job('second'))
      await vi.waitFor(() => expect(seen).toHaveLength(2), WITHIN)
      expect(performance.now() - began).toBeLessThan(1000)
    })

    it('JO2 adds nothing for an id that is queued, running or done', async () => {
      const jobs = await opens()
      const seen: string[] = []
      await jobs.add(job('BinReported:7:detect'))
      await jobs.add(job('BinReported:7:detect'))
      expect(await jobs.counts()).toEqual(counts({ waiting: 1 }))
      jobs.work({
        look: async ({ id }) => {
          seen.push(id)
          await jobs.add(job('BinReported:7:detect'))
        },
      })
      await vi.waitFor(() => expect(seen).toHaveLength(1), WITHIN)
      await settled(jobs)
      await jobs.add(job('BinReported:7:detect'))
      await jobs.add(job('BinReported:8:detect'))
      await vi.waitFor(() => expect(seen).toContain('BinReported:8:detect'), WITHIN)
      expect(seen).toEqual(['BinReported:7:detect', 'BinReported:8:detect'])
    })

    it('JO2 tells ids apart that differ in little', async () => {
      const jobs = await opens()
      const ids = ['a:b', 'a%3Ab', 'a-b', 'A:b', '1', '01', 'a:b:c', 'ä', 'a b']
      for (const id of ids) await jobs.add(job(id))
      expect(await jobs.counts()).toEqual(counts({ waiting: ids.length }))
      const seen = looks(jobs)
      await vi.waitFor(() => expect(seen.sort()).toEqual([...ids].sort()), WITHIN)
    })

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
      await vi.waitFor(() => expect(tries).toHaveLength(3), WITHIN)
      const [first = 0, second = 0, third = 0] = tries
      expect(second - first).toBeGreaterThanOrEqual(495)
      expect(third - second).toBeGreaterThanOrEqual(995)
      expect(third - first).toBeLessThan(4000)
      expect(logged.filter((line) => line.job === 'look')).toHaveLength(2)
    })

    it('JO4 holds a delayed job back at least that long, while others pass', async () => {
      const jobs = await opens()
      const seen = looks(jobs)
      await jobs.add(job('warm'))
      await vi.waitFor(() => expect(seen).toEqual(['warm']), WITHIN)
      const began = performance.now()
      await jobs.add(job('later'), { delayMs: 400 })
      await jobs.add(job('now'))
      await vi.waitFor(() => expect(seen).toEqual(['warm', 'now']), WITHIN)
      await vi.waitFor(() => expect(seen).toEqual(['warm', 'now', 'later']), WITHIN)
      expect(performance.now() - began).toBeGreaterThanOrEqual(395)
      expect(performance.now() - began).toBeLessThan(3000)
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
      await vi.waitFor(() => expect(done).toBe(8), WITHIN)
      expect(most).toBe(3)
    })

    it('JO6 waits at close for the running handler and leaves the rest to the next who opens', async () => {
      const queue = `test-${randomUUID()}`
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
      await vi.waitFor(() => expect(began).toEqual(['1']), WITHIN)
      await jobs.close()
      expect(ended).toEqual(['1'])
      await expect(jobs.add(job('4'))).rejects.toThrow('closed')
      await sleep(400)
      expect(began).toEqual(['1'])
      const seen = looks(await opens(queue))
      await vi.waitFor(() => expect(seen).toEqual(['2', '3']), WITHIN)
    })

    it('JO6 closes idle workers at once, and twice without harm', async () => {
      const jobs = await opens()
      const seen = looks(jobs)
      await jobs.add(job('1'))
      await vi.waitFor(() => expect(seen).toHaveLength(1), WITHIN)
      const began = performance.now()
      await Promise.all([jobs.close(), jobs.close()])
      expect(performance.now() - began).toBeLessThan(2000)
    })

    it('JO7 gives the data back deeply equal', async () => {
      const jobs = await opens()
      const data = { [TRICKY]: TRICKY, deep: [{ none: null, no: false, list: [[]] }], n: [0.1, -1e-9, 2 ** 53], '': {} }
      let got: Job | undefined
      jobs.work({
        look: async (job) => {
          got = job
        },
      })
      await jobs.add(job('id: 東京 \u0000', 'look', data))
      await vi.waitFor(() => expect(got).toEqual(job('id: 東京 \u0000', 'look', data)), WITHIN)
    })

    it('JO8 counts what waits, runs and is delayed, retries included', async () => {
      const jobs = await opens()
      await jobs.add(job('slow', 'slow'))
      await jobs.add(job('waits', 'look'))
      await jobs.add(job('later', 'look'), { delayMs: 60_000 })
      expect(await jobs.counts()).toEqual(counts({ waiting: 2, delayed: 1 }))
      const gate = Promise.withResolvers<void>()
      jobs.work({ slow: () => gate.promise, look: () => Promise.reject(new Error('not now')) }, { concurrency: 1 })
      await vi.waitFor(
        async () => expect(await jobs.counts()).toEqual(counts({ waiting: 1, active: 1, delayed: 1 })),
        WITHIN,
      )
      gate.resolve()
      await vi.waitFor(async () => expect(await jobs.counts()).toEqual(counts({ delayed: 2 })), WITHIN)
    })

    it('JO9 logs a job that no handler knows, keeps it and tries it again', async () => {
      const jobs = await opens()
      jobs.work({})
      await jobs.add(job('orphan', 'toString'))
      const complaints = () => logged.filter((line) => line.job === 'toString')
      await vi.waitFor(() => expect(complaints().length).toBeGreaterThanOrEqual(2), WITHIN)
      const { waiting, active, delayed } = await jobs.counts()
      expect(waiting + active + delayed).toBe(1)
    })
  })
}
