/** Conformance suites of stores for phone gateways' callbacks and for sessions of phone menus. */

import { describe, expect, it } from 'vitest'
import type { GatewayCallback } from '#contract/phone/views.ts'
import type { UssdSessionStore } from '#platform/phone/sessions.ts'
import { type GatewayTrafficStore, MAX_STORED_CALLBACKS } from '#platform/phone/traffic.ts'
import { eventually } from '../fixtures/eventually.ts'

const HOUR_MS = 3_600_000
const callback = (at: number, status = 200): GatewayCallback => ({
  ...{ at: new Date(at).toISOString(), gateway: 'arkesel', kind: 'ussd', status },
  ...(status === 404 ? {} : { problem: 'bad-request' }),
})

interface OpenedTraffic {
  traffic: GatewayTrafficStore
  /** Store of the gateway traffic in a second process that uses the same database. */
  other: GatewayTrafficStore
  /** Moves the clock of both test processes forward by this many ms. */
  later(ms: number): void
  /** Returns the clock's time, in epoch ms. */
  now(): number
}

/**
 * Registers the tests of phone traffic.
 * `open` is called once and returns an empty store.
 */
export function testPhoneTraffic(backing: string, open: () => Promise<OpenedTraffic>): void {
  describe(`phone traffic rules on ${backing}`, () => {
    const opened = open()

    it('PT1 returns callbacks, the newest first, and a limited number', async () => {
      const { traffic, other, now } = await opened
      expect((await traffic.read()).callbacks).toEqual([])
      for (let n = 0; n <= MAX_STORED_CALLBACKS.known; n++) (n % 2 ? traffic : other).note(callback(now() + n))
      await eventually(async () => {
        const { callbacks } = await traffic.read()
        expect(callbacks[0]).toEqual(callback(now() + MAX_STORED_CALLBACKS.known))
        expect(callbacks).toHaveLength(MAX_STORED_CALLBACKS.known)
      })
    })

    it('PT2 calls with a wrong secret push out no others', async () => {
      const { traffic, now } = await opened
      for (let n = 0; n < 100; n++) traffic.note(callback(now() + 1_000 + n, 404))
      await eventually(async () => {
        const { callbacks } = await traffic.read()
        expect(callbacks.filter(({ status }) => status === 200)).toHaveLength(MAX_STORED_CALLBACKS.known)
        expect(callbacks.filter(({ status }) => status === 404)).toHaveLength(MAX_STORED_CALLBACKS.refused)
        expect(callbacks[0]).toEqual(callback(now() + 1_099, 404))
      })
    })

    it('PT1 counts sessions of the last 24 hours, in every process', async () => {
      const { traffic, other, later } = await opened
      traffic.countSession()
      later(HOUR_MS)
      other.countSession()
      await eventually(async () => expect((await traffic.read()).sessions).toBe(2))
      later(23 * HOUR_MS)
      expect((await other.read()).sessions).toBe(1)
      later(HOUR_MS)
      expect((await other.read()).sessions).toBe(0)
    })
  })
}

/**
 * Registers the tests of a store of USSD sessions.
 * Calls `open` once.
 * `other` acts as another process that uses the same store.
 */
export function testPhoneSessions(
  backing: string,
  open: () => Promise<{ sessions: UssdSessionStore; other: UssdSessionStore }>,
): void {
  describe(`phone session rules on ${backing}`, () => {
    const opened = open()

    it('PS1 returns what was saved, and nothing for another key', async () => {
      const { sessions } = await opened
      expect(await sessions.find('unknown')).toBeUndefined()
      await sessions.save('a', '{"inputs":["1","Naa Ɔkɔ 👩🏾‍🌾","\\u0000"]}')
      expect(await sessions.find('a')).toBe('{"inputs":["1","Naa Ɔkɔ 👩🏾‍🌾","\\u0000"]}')
      expect(await sessions.find('A')).toBeUndefined()
    })

    it('PS1 PS3 returns the last value, whichever process saved it', async () => {
      const { sessions, other } = await opened
      await sessions.save('b', 'first')
      await other.save('b', 'second')
      expect(await other.find('b')).toBe('second')
      expect(await sessions.find('b')).toBe('second')
    })
  })
}
