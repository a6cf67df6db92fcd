/** Traffic of phone gateways in Redis, of all processes of an installation. It survives a restart. */
import type { Redis } from 'ioredis'
import { GatewayCallback } from '#contract/phone/views.ts'
import { HOURS, hourOf, KEPT, memoryTraffic, newestFirst, type PhoneTraffic, type Shelf, shelfOf } from './traffic.ts'

const PREFIX = 'wastesense:phone-traffic'
const DAY_SECONDS = 25 * 60 * 60

/** While Redis does not answer, `read` returns what this process saw itself. */
export function redisTraffic(client: Redis, now: () => number = Date.now, prefix = PREFIX): PhoneTraffic {
  const own = memoryTraffic(now)
  const nameOf = (shelf: Shelf) => `${prefix}:${shelf}`
  const hourName = (hour: number) => `${prefix}:hour:${hour}`
  // The client has reported what failed.
  const ignore = () => undefined
  return {
    note(callback) {
      own.note(callback)
      const shelf = shelfOf(callback)
      client
        .multi()
        .lpush(nameOf(shelf), JSON.stringify(callback))
        .ltrim(nameOf(shelf), 0, KEPT[shelf] - 1)
        .exec()
        .catch(ignore)
    },
    countSession() {
      own.countSession()
      const name = hourName(hourOf(now()))
      client.multi().incr(name).expire(name, DAY_SECONDS).exec().catch(ignore)
    },
    async read() {
      try {
        const shelves = await Promise.all(
          (Object.keys(KEPT) as Shelf[]).map((shelf) => client.lrange(nameOf(shelf), 0, -1)),
        )
        const last = hourOf(now())
        const hours = await client.mget(Array.from({ length: HOURS }, (_, ago) => hourName(last - ago)))
        return {
          callbacks: newestFirst(shelves.flat().flatMap(parsed)),
          sessions: hours.reduce((sum, count) => sum + Number(count ?? 0), 0),
        }
      } catch {
        return own.read()
      }
    },
  }
}

/** An entry of another version is left out. */
function parsed(text: string): GatewayCallback[] {
  try {
    const { data } = GatewayCallback.safeParse(JSON.parse(text))
    return data ? [data] : []
  } catch {
    return []
  }
}
