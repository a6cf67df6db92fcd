/**
 * Tests that server processes with the same Redis share rate limits.
 * Otherwise each process counts alone.
 */
import { createServer } from 'node:net'
import { Redis } from 'ioredis'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openRedisLimiters } from '#platform/redis-limiters.ts'
import { recordTestBacking } from '#tests/fixtures/backings.ts'
import { eventually } from '#tests/fixtures/eventually.ts'
import { reserveFreePort } from '#tests/fixtures/free-ports.ts'
import { startRedis, type TestRedis } from '#tests/fixtures/redis.ts'
import { createAccountRateLimits, createCommandQuota } from './limits.ts'

const redis = await startRedis()
const port = 'limits'
recordTestBacking(
  redis ? { port, backing: 'Redis', ran: 'real' } : { port, backing: 'Redis', ran: 'not run', why: 'no redis-server' },
)
/**
 * Secret that only this test run uses.
 * Other test runs may share the Redis server.
 */
const secret = crypto.randomUUID()
/** Timeout in ms; a slow machine must not look like a hanging Redis. */
const PATIENT_MS = 60_000
const silent = { error: () => undefined } as never
const opened: { close(): void }[] = []
afterAll(async () => {
  for (const each of opened) each.close()
  await redis?.stop()
})

function openOn(url: string) {
  const shared = openRedisLimiters(url, secret, silent, PATIENT_MS)
  opened.push(shared)
  return shared.limiters
}

/**
 * Makes calls one by one through several processes.
 * Returns how many the rate limit allowed.
 */
async function letThrough(times: number, call: (n: number) => Promise<object | undefined>): Promise<number> {
  let through = 0
  for (let n = 0; n < times; n++) if (!(await call(n))) through++
  return through
}

describe.skipIf(!redis)('two processes', () => {
  let processes: ReturnType<typeof openOn>[]
  beforeAll(async () => {
    const { url } = redis as TestRedis
    processes = [openOn(url), openOn(url)]
    // Waits until both processes have connected to Redis.
    // A process without Redis counts attempts alone.
    await eventually(async () => expect(await isShared('connected')).toBe(true))
  })

  let tries = 0
  async function isShared(name: string): Promise<boolean> {
    const key = `${++tries}`
    const counted = processes.map((limiters) => limiters(name, { points: 1, duration: 60 }).count(key))
    return (await Promise.all(counted)).filter((refused) => refused === undefined).length === 1
  }

  it('grant ten passwords to an account and an address between them, and a right one takes back the count of both', async () => {
    const limits = processes.map((limiters) => createAccountRateLimits(limiters))
    const tried = { account: 'ama@example.com', address: '192.0.2.1' }
    const attempt = (n: number) => limits[n % 2]?.beforePassword(tried) ?? Promise.resolve(undefined)
    expect(await letThrough(30, attempt)).toBe(10)
    await limits[0]?.rightPassword(tried)
    expect(await letThrough(30, attempt)).toBe(10)
  })

  it('grant a resident 300 changes between them, and an address 100 sign-ups', async () => {
    const quotas = processes.map(createCommandQuota)
    const resident = { userId: 'u1', role: 'resident' } as const
    expect(await letThrough(320, async (n) => quotas[n % 2]?.(resident))).toBe(300)
    const limits = processes.map((limiters) => createAccountRateLimits(limiters))
    expect(await letThrough(120, async (n) => limits[n % 2]?.signUp('192.0.2.1'))).toBe(100)
  })
})

// Skips a configured Redis: pausing it would block its other users.
it.skipIf(!redis || process.env.REDIS_URL)('says that Redis hangs, and asks it no more until it is ready', async () => {
  const { url } = redis as TestRedis
  const said: string[] = []
  const log = { error: (_: object, text: string) => said.push(text) } as never
  const { limiters, close } = openRedisLimiters(url, secret, log, 300)
  const control = new Redis(url)
  const { count } = limiters('hung', { points: 10, duration: 60 })
  await eventually(async () => {
    await count('known')
    expect(await control.keys('*:hung:*')).toHaveLength(1)
  })
  await control.call('CLIENT', 'PAUSE', '3600000', 'WRITE')
  expect(await letThrough(12, () => count('a'))).toBe(10)
  expect(said).toEqual([expect.stringContaining('Redis does not answer')])
  await control.call('CLIENT', 'UNPAUSE')
  control.disconnect()
  close()
})

it.each(['refuses', 'hangs'])('counts in this process while Redis %s', async (how) => {
  const free = await reserveFreePort()
  const server = createServer(() => undefined)
  if (how === 'hangs') await new Promise<void>((resolve) => server.listen(free, '127.0.0.1', resolve))
  const limits = createAccountRateLimits(openOn(`redis://127.0.0.1:${free}`))
  const tried = { account: 'a', address: '1' }
  expect(await letThrough(12, () => limits.beforePassword(tried))).toBe(10)
  server.close()
})
