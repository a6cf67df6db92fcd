/** Counters of rate limits in a Redis, where all processes of an installation share them. */
import { createHmac } from 'node:crypto'
import { type Command, Redis } from 'ioredis'
import { RateLimiterMemory, RateLimiterRedis } from 'rate-limiter-flexible'
import { type Limiters, limiterOf } from './limiters.ts'
import type { Log } from './logging.ts'

const PREFIX = 'wastesense:limit'
/** A Redis that hangs must hold up no sign-in, in ms. */
const PATIENCE_MS = 500

/** Reconnects after a command that was not answered in time: until Redis is ready again, nobody else waits for it. */
class ImpatientRedis extends Redis {
  override sendCommand(...[command, ...rest]: Parameters<Redis['sendCommand']>): unknown {
    const { promise } = command as Command
    promise.catch((error: Error) => {
      if (this.status !== 'ready' || error.message !== 'Command timed out') return
      this.emit('error', error)
      this.disconnect(true)
    })
    return super.sendCommand(command, ...rest)
  }
}

/**
 * Counts in Redis. While it is away each process counts by itself. `secret`, which all processes share, keys the hashes of
 * addresses and identifiers, so that Redis learns none of them.
 */
export function openRedisLimiters(
  url: string,
  secret: string,
  log: Pick<Log, 'error'>,
  patienceMs = PATIENCE_MS,
): { limiters: Limiters; close(): void } {
  const storeClient = new ImpatientRedis(url, {
    ...{ maxRetriesPerRequest: 1, enableOfflineQueue: false },
    ...{ commandTimeout: patienceMs, connectTimeout: patienceMs },
  })
  let isAway = false
  storeClient.on('error', (error) => {
    if (!isAway) log.error({ err: error }, 'Redis does not answer: each process counts its limits alone until it does')
    isAway = true
  })
  storeClient.on('ready', () => {
    isAway = false
  })
  const hashed = (key: string) => createHmac('sha256', secret).update(key).digest('base64url')
  return {
    limiters(name, quota) {
      const insuranceLimiter = new RateLimiterMemory(quota)
      const keyPrefix = `${PREFIX}:${name}`
      const shared = new RateLimiterRedis({
        ...{ storeClient, rejectIfRedisNotReady: true, insuranceLimiter, keyPrefix },
        ...quota,
      })
      return limiterOf(shared, hashed)
    },
    close: () => storeClient.disconnect(),
  }
}
