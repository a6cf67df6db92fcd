/** Runs the jobs conformance suite on a real Redis. */

import { Redis } from 'ioredis'
import { afterAll, describe, expect, it } from 'vitest'
import { testJobs } from '../../tests/conformance/jobs.ts'
import { recordTestBacking } from '../../tests/fixtures/backings.ts'
import { reserveFreePort } from '../../tests/fixtures/free-ports.ts'
import { startRedis } from '../../tests/fixtures/redis.ts'
import { openRedisJobs } from './redis.ts'

const redis = await startRedis()
const why = 'no REDIS_URL and no redis-server on the path'
recordTestBacking({ port: 'jobs', backing: 'BullMQ on Redis', ...(redis ? { ran: 'real' } : { ran: 'not run', why }) })

if (redis) {
  const queues = new Set<string>()
  testJobs('Redis', (queue, log, times) => {
    queues.add(queue)
    return openRedisJobs(redis.url, log, queue, times)
  })

  it('JO6 closes though Redis never answered', async () => {
    const silent = { info: () => undefined, warn: () => undefined, error: () => undefined }
    const jobs = await openRedisJobs(`redis://127.0.0.1:${await reserveFreePort()}`, silent)
    jobs.work({})
    await jobs.close()
    await expect(jobs.add({ id: '1', name: 'look', data: {} })).rejects.toThrow('closed')
  })

  // REDIS_URL may name a shared Redis, so this deletes only test keys.
  afterAll(async () => {
    const client = new Redis(redis.url)
    for (const queue of queues)
      for await (const keys of client.scanStream({ match: `bull:${queue}:*`, count: 1000 }))
        if (keys.length > 0) await client.unlink(keys)
    client.disconnect()
    await redis.stop()
  })
} else {
  describe.skip(`jobs rules on Redis: ${why}`, () => it('was not run', () => undefined))
}
