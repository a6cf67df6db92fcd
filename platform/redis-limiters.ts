/** Rate limit counters, phone sessions and traffic in Redis, for all processes. */
import { createHmac } from 'node:crypto'
import { type Command, Redis } from 'ioredis'
import { RateLimiterMemory, RateLimiterRedis } from 'rate-limiter-flexible'
import { adaptLimiter, type LimiterFactory } from './limiters.ts'
import type { Log } from './logging.ts'
import { createRedisGatewayTraffic, createRedisUssdSessions } from './phone/redis.ts'
import type { UssdSessionStore } from './phone/sessions.ts'
import type { GatewayTrafficStore } from './phone/traffic.ts'

const PREFIX = 'wastesense:limit'
/**
 * Time limit of a command, in ms.
 * A Redis that hangs must not block sign-ins.
 */
const COMMAND_TIMEOUT_MS = 500

/**
 * Redis client that reconnects after a timeout.
 * Until Redis is ready again, commands fail at once.
 */
class ReconnectingRedis extends Redis {
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
 * Opens limiters that count in Redis.
 * Without Redis, each process counts alone.
 * All processes share `secret`, which keys the hashes of addresses and identifiers.
 * Redis never contains these.
 */
export function openRedisLimiters(
  url: string,
  secret: string,
  log: Pick<Log, 'error'>,
  patienceMs = COMMAND_TIMEOUT_MS,
): { limiters: LimiterFactory; phoneSessions: UssdSessionStore; phoneTraffic: GatewayTrafficStore; close(): void } {
  const storeClient = new ReconnectingRedis(url, {
    maxRetriesPerRequest: 1,
    enableOfflineQueue: false,
    commandTimeout: patienceMs,
    connectTimeout: patienceMs,
  })
  let isAway = false
  storeClient.on('error', (error) => {
    if (!isAway) log.error({ err: error }, 'Redis does not answer; until it does, each process counts its limits alone')
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
        storeClient,
        rejectIfRedisNotReady: true,
        insuranceLimiter,
        keyPrefix,
        ...quota,
      })
      return adaptLimiter(shared, hashed)
    },
    phoneSessions: createRedisUssdSessions(storeClient, secret),
    phoneTraffic: createRedisGatewayTraffic(storeClient),
    close: () => storeClient.disconnect(),
  }
}
