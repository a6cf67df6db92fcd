/** Conformance suite of sessions of phone menus, for every implementation. */
import { describe, expect, it } from 'vitest'
import type { UssdSessionStore } from '../../platform/phone/sessions.ts'

/** Registers the suite. `open` is called once. `other` represents another process on the same store. */
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
