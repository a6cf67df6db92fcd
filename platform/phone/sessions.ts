/**
 * Port that stores the sessions of USSD phone menus.
 * A session is a small text, deleted three minutes after its last change.
 */

/**
 * Lifetime of a USSD session in ms after its last change.
 * Gateways end a session earlier.
 */
export const PHONE_SESSION_MS = 180_000
/**
 * Maximum number of characters that all USSD sessions may have in memory.
 * Above this number, the oldest sessions are dropped.
 * A usual session has 200 characters.
 */
const MAX_CHARACTERS = 16_000_000

/**
 * Stores sessions.
 * The rules are numbered; the conformance suite quotes them.
 *
 * - PS1 `find` returns what was saved last under the key, any Unicode included; undefined for another key.
 * - PS2 A session ends three minutes after it was saved last.
 * - PS3 `save` replaces the value and starts the time again.
 */
export interface UssdSessionStore {
  find(key: string): Promise<string | undefined>
  save(key: string, value: string): Promise<void>
}

/** Creates sessions in this process's memory; `now` is in epoch ms. */
export function createMemoryUssdSessions(now: () => number = Date.now): UssdSessionStore {
  /** Sessions in the order in which they end. */
  const kept = new Map<string, { value: string; until: number }>()
  let characters = 0

  function drop(key: string): void {
    characters -= kept.get(key)?.value.length ?? 0
    kept.delete(key)
  }

  return {
    async find(key) {
      const session = kept.get(key)
      return session && session.until > now() ? session.value : undefined
    },
    async save(key, value) {
      drop(key)
      kept.set(key, { value, until: now() + PHONE_SESSION_MS })
      characters += value.length
      for (const [oldest, { until }] of kept) {
        if (until > now() && characters <= MAX_CHARACTERS) break
        drop(oldest)
      }
    },
  }
}
