/**
 * Runs read side, feed and routes in this process.
 * Tests supply events and time.
 */

import type { Event } from '#contract/events.ts'
import type { Role } from '#domain/city.ts'
import { createTokens, TOKEN_LIFETIME_MS } from '#platform/auth/tokens.ts'
import { toPosition } from '#platform/event-store/event-store.ts'
import { createHttpServer, listenOnPort } from '#platform/http/server.ts'
import { mountReadRoutes } from '#projections/app.ts'
import { attachFeedServer } from '#projections/feed/feed.ts'
import type { FeedClock } from '#projections/feed/limits.ts'
import { accountErased, openProjectionsFixture } from '#projections/queries/fixtures.ts'
import { urlOf } from '#web/lib/api/request.ts'
import type { FeedFetcher } from '#web/lib/feed/feed-provider.tsx'
import { type GeneratorName, generators } from './random-events/generators.ts'
import { zoneOf } from './random-events/ingredients.ts'

const START = Date.parse('2026-03-04T12:00:00.000Z')

export interface CityReader {
  id: string
  role: Role
  token: string
  /** Sends GET requests with this user's token. */
  get: FeedFetcher
}

/**
 * Opens a test city in this process.
 * `limitClock` controls the feed's rate limits.
 */
export async function openInProcessCity(limitClock?: FeedClock) {
  let now = START
  const city = await openProjectionsFixture(() => new Date(now))
  const { vault, reading } = city
  const { sealer, runner, log } = reading
  const tokens = createTokens(new Uint8Array(32), vault)
  const whole = { ...reading, tokens }
  const server = createHttpServer({
    log,
    health: () => ({ status: 'ok', version: '', position: '', lag: {} }),
    mount: (app) => mountReadRoutes(app, whole, new Uint8Array(32)),
  })
  const store = { head: async () => toPosition(runner.position()) }
  const feed = attachFeedServer(server, { ...whole, store, pulseMs: 5, ...(limitClock && { limitClock }) })
  const url = `http://127.0.0.1:${await listenOnPort(server, 0, '127.0.0.1')}`
  const at = () => new Date(now).toISOString()
  const happen = async (...all: [GeneratorName, number, number][]) => {
    const events = all.map(([what, n, m]): Event | Promise<Event> => generators[what](n, m, { at: at(), sealer }))
    await city.happened(...(await Promise.all(events)))
  }
  // Sets up the zones first, as a real start does.
  await happen(['customers', 0, 99], ['customers', 1, 99])

  return {
    url,
    feed,
    happen,
    pass: (ms: number) => {
      now += ms
    },
    /**
     * Registers a user who reads the feed.
     * Residents are assigned to the zones in turn.
     */
    async reader(id: string, role: Role, n = 0): Promise<CityReader> {
      const zone = role === 'resident' ? zoneOf(n) : undefined
      await city.happened(await city.registered(id, { role, zone }))
      await vault.setPassword(id, 'nobody signs in with it')
      const times = { since: Date.now(), seenAt: Date.now(), expiresAt: Date.now() + TOKEN_LIFETIME_MS }
      await vault.openSession(id, { id: `s-${id}`, device: '', ...times })
      const token = await tokens.issue({ userId: id, role, zone, sessionId: `s-${id}` }, 1, Date.now())
      const get: FeedFetcher = async (name, named) => {
        const answer = await fetch(`${url}${urlOf(name, named)}`, { headers: { authorization: `Bearer ${token}` } })
        if (!answer.ok) throw new Error(`${name} was answered with ${answer.status}`)
        return { body: (await answer.json()) as never, position: answer.headers.get('X-Position') ?? '' }
      }
      return { id, role, token, get }
    },
    async erase(userId: string) {
      await vault.erase(userId)
      await city.happened(accountErased(userId))
    },
    async close() {
      await feed.close()
      server.closeAllConnections()
      server.close()
      await city.close()
    },
  }
}

export type InProcessCity = Awaited<ReturnType<typeof openInProcessCity>>
