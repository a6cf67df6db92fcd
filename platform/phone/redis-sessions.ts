/** Sessions of phone menus in Redis, shared by all processes of an installation. */
import { createHmac, createSecretKey } from 'node:crypto'
import type { Redis } from 'ioredis'
import { decrypt, encrypt } from '../aes-gcm.ts'
import { createMemoryUssdSessions, PHONE_SESSION_MS, type UssdSessionStore } from './sessions.ts'

const PREFIX = 'wastesense:phone'

/**
 * Returns sessions in Redis.
 * They are encrypted under `secret`, so Redis learns no name.
 * While Redis does not answer, each process uses its own sessions.
 */
export function createRedisUssdSessions(client: Redis, secret: string): UssdSessionStore {
  const key = createSecretKey(createHmac('sha256', secret).update('phone sessions').digest())
  const own = createMemoryUssdSessions()
  const nameOf = (session: string) => `${PREFIX}:${createHmac('sha256', secret).update(session).digest('base64url')}`
  return {
    async find(session) {
      try {
        const found = await client.getBuffer(nameOf(session))
        if (found) return decrypt(key, found, session).toString('utf8')
      } catch {
        // Ignore the error, which the Redis client has reported.
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
