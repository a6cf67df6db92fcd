/** Port for sessions of phone menus: small texts that live three minutes. */
import { LRUCache } from 'lru-cache'

/** Gateways end a session earlier. */
export const SESSION_MS = 180_000
const MAX_SESSIONS = 100_000

/**
 * Stores sessions. The rules are numbered; the conformance suite quotes them.
 *
 * - PS1 `find` returns what was saved last under the key, any Unicode included; undefined for another key.
 * - PS2 A session ends three minutes after it was saved last.
 * - PS3 `save` replaces the value and starts the time again.
 */
export interface PhoneSessions {
  find(key: string): Promise<string | undefined>
  save(key: string, value: string): Promise<void>
}

/** Sessions of this process alone. `now` is in epoch ms. */
export function memorySessions(now: () => number = Date.now): PhoneSessions {
  const kept = new LRUCache<string, { value: string; until: number }>({ max: MAX_SESSIONS })
  return {
    async find(key) {
      const session = kept.get(key)
      return session && session.until > now() ? session.value : undefined
    },
    async save(key, value) {
      kept.set(key, { value, until: now() + SESSION_MS })
    },
  }
}
