/** The embedded jobs keep the rules, and neither opening nor closing them holds anything up. */

import { createPostgresBackend } from 'bullmq'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { reportBacking } from '../testing/backings.ts'
import { openJobs } from './bullmq.ts'
import { jobsRules } from './conformance.ts'
import { openEmbeddedJobs } from './pglite.ts'
import { PglitePool } from './pglite-pool.ts'

reportBacking({ port: 'jobs', backing: 'BullMQ on PGlite', ran: 'real' })

// One database for all tests, since it takes seconds to start; each test has a queue of its own.
const pool = new PglitePool()
pool.setMaxListeners(0)
beforeAll(() => pool.query('SELECT 1'))
afterAll(() => pool.end())

jobsRules('PGlite', async (queue, log) => {
  const release = async () => undefined
  return openJobs(queue, { connection: pool, backend: createPostgresBackend, release }, log)
})

it('JO1 opens at once and works off what was added meanwhile', { timeout: 60_000 }, async () => {
  const began = performance.now()
  const jobs = await openEmbeddedJobs()
  const done: string[] = []
  jobs.work({ look: async ({ id }) => void done.push(id) })
  expect(performance.now() - began).toBeLessThan(200)
  let [last, longest] = [performance.now(), 0]
  const ticks = setInterval(() => {
    longest = Math.max(longest, performance.now() - last)
    last = performance.now()
  }, 5)
  await jobs.add({ id: '1', name: 'look', data: {} })
  await vi.waitFor(() => expect(done).toEqual(['1']), { timeout: 10_000 })
  clearInterval(ticks)
  // The start takes seconds of computing; none of it may block this thread.
  expect(longest).toBeLessThan(1000)
  await jobs.close()
})

it('JO6 closes soon when the database has not started yet', async () => {
  const jobs = await openEmbeddedJobs()
  jobs.work({})
  const adding = expect(jobs.add({ id: '1', name: 'look', data: {} })).rejects.toThrow('closed')
  const began = performance.now()
  await jobs.close()
  expect(performance.now() - began).toBeLessThan(2500)
  await adding
})
