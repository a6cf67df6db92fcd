/** Runs the conformance tests of phone traffic stores, in memory and in Redis. */

import { randomUUID } from 'node:crypto'
import { Redis } from 'ioredis'
import { afterAll } from 'vitest'
import { testPhoneTraffic } from '#tests/conformance/phone.ts'
import { recordTestBacking } from '../../tests/fixtures/backings.ts'
import { startRedis } from '../../tests/fixtures/redis.ts'
import { createRedisGatewayTraffic } from './redis.ts'
import { createMemoryGatewayTraffic } from './traffic.ts'

const server = await startRedis()
const clients = server ? [new Redis(server.url), new Redis(server.url)] : []
afterAll(async () => {
  for (const client of clients) client.disconnect()
  await server?.stop()
})
const why = 'no REDIS_URL and no redis-server on the path'
recordTestBacking({ port: 'phone traffic', backing: 'Redis', ...(server ? { ran: 'real' } : { ran: 'not run', why }) })

function clock() {
  let now = Date.now()
  return {
    now: () => now,
    later(ms: number) {
      now += ms
    },
  }
}

const [one, two] = clients
if (one && two)
  testPhoneTraffic('Redis', async () => {
    const moving = clock()
    const prefix = `test-${randomUUID()}`
    const [traffic, other] = [
      createRedisGatewayTraffic(one, moving.now, prefix),
      createRedisGatewayTraffic(two, moving.now, prefix),
    ]
    return { traffic, other, ...moving }
  })

testPhoneTraffic('memory', async () => {
  const moving = clock()
  const traffic = createMemoryGatewayTraffic(moving.now)
  return { traffic, other: traffic, ...moving }
})
