/** Runs the conformance tests of phone session stores, in memory and in Redis. */
import { Redis } from 'ioredis'
import { afterAll, expect, it } from 'vitest'
import { testPhoneSessions } from '#tests/conformance/phone.ts'
import { recordTestBacking } from '../../tests/fixtures/backings.ts'
import { eventually } from '../../tests/fixtures/eventually.ts'
import { startRedis } from '../../tests/fixtures/redis.ts'
import { createLog } from '../logging.ts'
import { openRedisLimiters } from '../redis-limiters.ts'
import { createMemoryUssdSessions, PHONE_SESSION_MS } from './sessions.ts'

const server = await startRedis()
const log = createLog('test', 'silent')
const [one, two] = server ? [1, 2].map(() => openRedisLimiters(server.url, 'x'.repeat(32), log)) : []
afterAll(async () => {
  one?.close()
  two?.close()
  await server?.stop()
})
if (one && two)
  testPhoneSessions('Redis', async () => {
    const [sessions, other] = [one.phoneSessions, two.phoneSessions]
    // Waits until both processes are connected to Redis.
    // Before that, each has its own sessions.
    await eventually(async () => {
      await sessions.save('connected', 'yes')
      expect(await other.find('connected')).toBe('yes')
    })
    return { sessions, other }
  })
const why = 'no REDIS_URL and no redis-server on the path'
recordTestBacking({ port: 'phone sessions', backing: 'Redis', ...(server ? { ran: 'real' } : { ran: 'not run', why }) })

it.skipIf(!server)('PS1 keeps no session in clear in Redis', async () => {
  const client = new Redis(server?.url ?? '')
  const keys = await eventually(async () => {
    await one?.phoneSessions.save('session of Ama Mensah', 'Ama Mensah')
    const found = await client.keys('wastesense:phone:*')
    expect(found.length).toBeGreaterThan(0)
    return found
  })
  const values = await Promise.all(keys.map((key) => client.get(key).catch(() => '')))
  client.disconnect()
  expect(JSON.stringify([keys, values])).not.toContain('Ama Mensah')
})

testPhoneSessions('memory', async () => {
  const sessions = createMemoryUssdSessions()
  return { sessions, other: sessions }
})

it('PS2 PS3 ends a session three minutes after it was saved', async () => {
  let now = 0
  const sessions = createMemoryUssdSessions(() => now)
  await sessions.save('a', 'x')
  now = PHONE_SESSION_MS - 1
  expect(await sessions.find('a')).toBe('x')
  await sessions.save('a', 'y')
  now += PHONE_SESSION_MS - 1
  expect(await sessions.find('a')).toBe('y')
  now += 1
  expect(await sessions.find('a')).toBeUndefined()
})

it('drops sessions that have ended, and the oldest of too many', async () => {
  let now = 0
  const sessions = createMemoryUssdSessions(() => now)
  const long = 'x'.repeat(5_000_000)
  await sessions.save('ended', long)
  now = PHONE_SESSION_MS
  for (const key of ['a', 'b', 'c']) await sessions.save(key, long)
  expect(await sessions.find('a')).toBe(long)
  await sessions.save('d', long)
  expect(await Promise.all(['ended', 'a', 'b', 'd'].map(async (key) => (await sessions.find(key))?.length))).toEqual([
    undefined,
    undefined,
    5_000_000,
    5_000_000,
  ])
})
