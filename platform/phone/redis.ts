/**
 * Sessions of phone menus and traffic of gateways in Redis, shared by all processes.
 * The traffic survives a restart.
 */

import { createHmac, createSecretKey } from 'node:crypto'
import type { Redis } from 'ioredis'
import { GatewayCallback } from '#contract/phone/views.ts'
import { decrypt, encrypt } from '../sealing.ts'
import { createMemoryUssdSessions, PHONE_SESSION_MS, type UssdSessionStore } from './sessions.ts'
import {
  type CallbackCategory,
  callbackCategoryOf,
  createMemoryGatewayTraffic,
  type GatewayTrafficStore,
  hourOf,
  MAX_STORED_CALLBACKS,
  SESSION_COUNT_HOURS,
  sortNewestFirst,
} from './traffic.ts'

const SESSION_PREFIX = 'wastesense:phone'

/**
 * Returns a store of USSD sessions in Redis.
 * The sessions are encrypted under `secret`, so Redis learns no name.
 * While Redis does not answer, each process stores its own sessions.
 */
export function createRedisUssdSessions(client: Redis, secret: string): UssdSessionStore {
  const key = createSecretKey(createHmac('sha256', secret).update('phone sessions').digest())
  const own = createMemoryUssdSessions()
  const nameOf = (session: string) =>
    `${SESSION_PREFIX}:${createHmac('sha256', secret).update(session).digest('base64url')}`
  return {
    async find(session) {
      try {
        const found = await client.getBuffer(nameOf(session))
        if (found) return decrypt(key, found, session).toString('utf8')
      } catch {
        // Ignores the error, because the Redis client has already logged it.
      }
      return own.find(session)
    },
    async save(session, value) {
      await own.save(session, value)
      try {
        await client.set(nameOf(session), encrypt(key, Buffer.from(value), session), 'PX', PHONE_SESSION_MS)
      } catch {
        // Ignore the error, which the Redis client has reported.
      }
    },
  }
}

const TRAFFIC_PREFIX = 'wastesense:phone-traffic'
/** Lifetime of an hourly count in Redis: 24 hours of statistics plus the current hour. */
const SESSION_COUNT_TTL_SECONDS = 25 * 60 * 60

/**
 * Creates the store of the gateways' traffic in Redis.
 * During an outage of Redis, it returns only the traffic of this process.
 */
export function createRedisGatewayTraffic(
  client: Redis,
  now: () => number = Date.now,
  prefix = TRAFFIC_PREFIX,
): GatewayTrafficStore {
  const own = createMemoryGatewayTraffic(now)
  const nameOf = (category: CallbackCategory) => `${prefix}:${category}`
  const hourName = (hour: number) => `${prefix}:hour:${hour}`
  // Ignore errors, which the Redis client has reported.
  const ignore = () => undefined
  return {
    note(callback) {
      own.note(callback)
      const category = callbackCategoryOf(callback)
      client
        .multi()
        .lpush(nameOf(category), JSON.stringify(callback))
        .ltrim(nameOf(category), 0, MAX_STORED_CALLBACKS[category] - 1)
        .exec()
        .catch(ignore)
    },
    countSession() {
      own.countSession()
      const name = hourName(hourOf(now()))
      client.multi().incr(name).expire(name, SESSION_COUNT_TTL_SECONDS).exec().catch(ignore)
    },
    async read() {
      try {
        const categories = await Promise.all(
          (Object.keys(MAX_STORED_CALLBACKS) as CallbackCategory[]).map((category) =>
            client.lrange(nameOf(category), 0, -1),
          ),
        )
        const last = hourOf(now())
        const hours = await client.mget(Array.from({ length: SESSION_COUNT_HOURS }, (_, ago) => hourName(last - ago)))
        return {
          callbacks: sortNewestFirst(categories.flat().flatMap(parseCallback)),
          sessions: hours.reduce((sum, count) => sum + Number(count ?? 0), 0),
        }
      } catch {
        return own.read()
      }
    },
  }
}

/**
 * Parses a stored callback.
 * Returns an empty list if another version stored it in another format.
 */
function parseCallback(text: string): GatewayCallback[] {
  try {
    const { data } = GatewayCallback.safeParse(JSON.parse(text))
    return data ? [data] : []
  } catch {
    return []
  }
}
