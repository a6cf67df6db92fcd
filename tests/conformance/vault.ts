/** Conformance rules of the vault port, run on every store. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  ACCOUNT_LINK_KINDS,
  type LinkKind,
  PersonErased,
  type ReplacementLink,
  type Vault,
} from '../../platform/vault/vault.ts'

const KINDS: readonly LinkKind[] = ACCOUNT_LINK_KINDS

/**
 * Registers the conformance suite of the vault.
 * Each call of `open` opens the same vault.
 */
export function testVault(backing: string, open: () => Promise<Vault>): void {
  describe(`vault rules on ${backing}`, () => {
    let vault: Vault
    beforeAll(async () => {
      vault = await open()
    })
    afterAll(() => vault.close())
    const someone = () => `person-${randomUUID()}`

    it('VA1 makes a key of 32 bytes once, whoever asks first', async () => {
      const person = someone()
      const keys = await Promise.all(Array.from({ length: 8 }, () => vault.personKey(person)))
      expect(keys[0]).toHaveLength(32)
      for (const key of keys) expect(key).toEqual(keys[0])
      expect(await vault.personKey(someone())).not.toEqual(keys[0])
    })

    it('VA1 gives plain bytes', async () => {
      const key = await vault.personKey(someone())
      expect(Object.getPrototypeOf(key)).toBe(Uint8Array.prototype)
    })

    it('VA2 finds the keys of those who have one and makes none', async () => {
      const [known, unknown, keyless] = [someone(), someone(), someone()]
      const key = await vault.personKey(known)
      await vault.setPassword(keyless, 'hash')
      const found = await vault.findPersonKeys([known, unknown, keyless, known])
      expect(found).toEqual(new Map([[known, key]]))
      expect((await vault.findPersonKeys([unknown, keyless])).size).toBe(0)
      expect((await vault.findPersonKeys([])).size).toBe(0)
    })

    it('VA3 erases key, credentials and links for good', async () => {
      const [person, other, token] = [someone(), someone(), randomUUID()]
      const otherKey = await vault.personKey(other)
      await vault.personKey(person)
      await vault.setPassword(person, 'hash')
      for (const kind of KINDS) await vault.saveLink(kind, token, person, 1000)
      await vault.erase(person)
      await vault.erase(person)
      await expect(vault.personKey(person)).rejects.toThrow(PersonErased)
      await expect(vault.setPassword(person, 'again')).rejects.toThrow(PersonErased)
      for (const kind of KINDS)
        await expect(vault.saveLink(kind, randomUUID(), person, 1000)).rejects.toThrow(PersonErased)
      expect(await vault.credentials(person)).toBeUndefined()
      for (const kind of KINDS) expect(await vault.findLink(kind, token, 1)).toBeUndefined()
      expect((await vault.findPersonKeys([person])).size).toBe(0)
      expect(await vault.personKey(other)).toEqual(otherKey)
    })

    it('VA3 makes no key for someone who was erased before having one', async () => {
      const person = someone()
      await vault.erase(person)
      await expect(vault.personKey(person)).rejects.toThrow(PersonErased)
    })

    it('VA4 counts the session version up with each password', async () => {
      const person = someone()
      expect(await vault.credentials(person)).toBeUndefined()
      await vault.personKey(person)
      expect(await vault.credentials(person)).toBeUndefined()
      expect(await vault.setPassword(person, 'one')).toBe(true)
      expect(await vault.credentials(person)).toEqual({ passwordHash: 'one', sessionVersion: 1 })
      expect(await vault.setPassword(person, 'two')).toBe(true)
      expect(await vault.credentials(person)).toEqual({ passwordHash: 'two', sessionVersion: 2 })
    })

    it('VA4 sets a password only at the version asked for', async () => {
      const person = someone()
      expect(await vault.setPassword(person, 'none', 1)).toBe(false)
      expect(await vault.credentials(person)).toBeUndefined()
      expect(await vault.setPassword(person, 'one', 0)).toBe(true)
      expect(await vault.setPassword(person, 'no', 0)).toBe(false)
      const answers = await Promise.all(['a', 'b', 'c'].map((hash) => vault.setPassword(person, hash, 1)))
      expect(answers.filter(Boolean)).toHaveLength(1)
      expect((await vault.credentials(person))?.sessionVersion).toBe(2)
    })

    it("VA4 makes a person's reset links void when a password is set, and not when none is", async () => {
      const person = someone()
      const [early, late] = [randomUUID(), randomUUID()]
      await vault.setPassword(person, 'one')
      await vault.saveLink('reset', early, person, 1000)
      await vault.saveLink('confirmation', early, person, 1000)
      await vault.setPassword(person, 'two', 1)
      expect(await vault.takeLink('reset', early, 1)).toBeUndefined()
      expect(await vault.takeLink('confirmation', early, 1)).toBe(person)
      await vault.saveLink('reset', late, person, 1000)
      expect(await vault.setPassword(person, 'three', 1)).toBe(false)
      expect(await vault.takeLink('reset', late, 1)).toBe(person)
    })

    it('VA5 makes a key of the installation once', async () => {
      const name = `sessions-${randomUUID()}`
      const keys = await Promise.all([vault.installationKey(name), vault.installationKey(name)])
      expect(keys[0]).toHaveLength(32)
      expect(keys[1]).toEqual(keys[0])
      expect(await vault.installationKey(`${name}-other`)).not.toEqual(keys[0])
    })

    it.each(KINDS)('VA6 gives the owner of a link once and only before the expiry: %s', async (kind) => {
      const [person, token] = [someone(), randomUUID()]
      await vault.saveLink(kind, token, person, 1000)
      expect([await vault.findLink(kind, token, 1000), await vault.takeLink(kind, token, 1000)]).toEqual([
        undefined,
        undefined,
      ])
      expect([await vault.findLink(kind, token, 999), await vault.findLink(kind, token, 999)]).toEqual([person, person])
      const taken = await Promise.all([1, 2, 3].map(() => vault.takeLink(kind, token, 999)))
      expect(taken.filter((owner) => owner === person)).toHaveLength(1)
      expect([await vault.findLink(kind, token, 999), await vault.takeLink(kind, token, 999)]).toEqual([
        undefined,
        undefined,
      ])
      expect(await vault.takeLink(kind, randomUUID(), 1)).toBeUndefined()
    })

    it.each(KINDS)(
      "VA6 makes a person's older links of a kind void when one is taken, and no others: %s",
      async (kind) => {
        const [person, other] = [someone(), someone()]
        const [older, newer, others, ofOtherKind] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()]
        const otherKind = kind === 'reset' ? 'confirmation' : 'reset'
        await vault.saveLink(kind, older, person, 1000)
        await vault.saveLink(kind, newer, person, 1000)
        await vault.saveLink(kind, others, other, 1000)
        await vault.saveLink(otherKind, ofOtherKind, person, 1000)
        expect(await vault.takeLink(otherKind, newer, 1)).toBeUndefined()
        expect(await vault.takeLink(kind, newer, 1)).toBe(person)
        expect(await vault.takeLink(kind, older, 1)).toBeUndefined()
        expect(await vault.takeLink(kind, others, 1)).toBe(other)
        expect(await vault.takeLink(otherKind, ofOtherKind, 1)).toBe(person)
      },
    )

    it.each(KINDS)(
      'VA6 leaves what is to take the place of a link that is taken, once, and no older one: %s',
      async (kind) => {
        const [person, token, older] = [someone(), randomUUID(), randomUUID()]
        const [left, late] = [1, 2].map(() => ({ hash: randomUUID(), expiresAt: 2000 })) as [
          ReplacementLink,
          ReplacementLink,
        ]
        await vault.saveLink(kind, older, person, 1000)
        await vault.saveLink(kind, token, person, 1000)
        expect(await vault.takeLink(kind, token, 1, left)).toBe(person)
        expect(await vault.takeLink(kind, token, 1, late)).toBeUndefined()
        const found = [left.hash, late.hash, older].map((hash) => vault.findLink(kind, hash, 1))
        expect(await Promise.all(found)).toEqual([person, undefined, undefined])
        expect(await vault.findLink(kind, left.hash, 2000)).toBeUndefined()
      },
    )

    it('VA7 survives a restart', async () => {
      const [person, erased, name, token] = [someone(), someone(), randomUUID(), randomUUID()]
      const key = await vault.personKey(person)
      const installation = await vault.installationKey(name)
      await vault.setPassword(person, 'hash')
      await vault.saveLink('reset', token, person, 1000)
      await vault.erase(erased)
      await vault.close()
      vault = await open()
      expect(await vault.personKey(person)).toEqual(key)
      expect(await vault.installationKey(name)).toEqual(installation)
      expect(await vault.credentials(person)).toEqual({ passwordHash: 'hash', sessionVersion: 1 })
      expect(await vault.takeLink('reset', token, 1)).toBe(person)
      await expect(vault.personKey(erased)).rejects.toThrow(PersonErased)
    })

    it('VA8 ends the sessions of those who have a password, and keeps the password', async () => {
      const [person, keyless, erased] = [someone(), someone(), someone()]
      await vault.setPassword(person, 'hash')
      await vault.credentials(person)
      await vault.endSessions(person)
      expect(await vault.credentials(person)).toEqual({ passwordHash: 'hash', sessionVersion: 2 })
      await Promise.all([vault.endSessions(person), vault.endSessions(person)])
      expect((await vault.credentials(person))?.sessionVersion).toBe(4)
      expect(await vault.setPassword(person, 'next', 4)).toBe(true)
      await vault.personKey(keyless)
      await vault.erase(erased)
      for (const nobody of [keyless, erased, someone()]) {
        await vault.endSessions(nobody)
        expect(await vault.credentials(nobody)).toBeUndefined()
      }
      expect(await vault.setPassword(keyless, 'first', 0)).toBe(true)
    })

    it('VA10 keeps notes, and tells who was erased', async () => {
      const [name, person, erased] = [randomUUID(), someone(), someone()]
      expect(await vault.note(name)).toBeUndefined()
      await vault.setNote(name, 'one')
      await vault.setNote(name, 'two')
      await vault.personKey(person)
      await vault.erase(erased)
      await vault.close()
      vault = await open()
      expect(await vault.note(name)).toBe('two')
      expect(await vault.erasedAmong([person, erased, someone()])).toEqual(new Set([erased]))
      expect(await vault.isEmpty()).toBe(false)
    })

    it('VA11 counts who has a key, who was erased, and the keys of the installation', async () => {
      const [person, keyless, erased, name] = [someone(), someone(), someone(), randomUUID()]
      await vault.personKey(person)
      await vault.setPassword(keyless, 'hash')
      await vault.personKey(erased)
      await vault.erase(erased)
      await vault.installationKey(name)
      const census = await vault.census()
      const among = [person, keyless, erased]
      expect(census.living.filter((id) => among.includes(id))).toEqual([person])
      expect(census.erased.filter((id) => among.includes(id))).toEqual([erased])
      expect(census.installationKeys).toContain(name)
      expect(await vault.listedErased()).toEqual([])
    })

    it('VA12 counts uses until their time is over, at once and after a restart', async () => {
      const [key, other, now, hour] = [randomUUID(), randomUUID(), Date.now(), 3_600_000]
      expect(await vault.counted(key, now)).toEqual({ count: 0, until: now })
      const counts = await Promise.all([1, 2, 3].map(() => vault.countUp(key, hour, now)))
      expect(counts.map(({ count }) => count).sort()).toEqual([1, 2, 3])
      expect(new Set(counts.map(({ until }) => until))).toEqual(new Set([now + hour]))
      await vault.countDown(key)
      await vault.countDown(other)
      await vault.close()
      vault = await open()
      expect(await vault.counted(key, now)).toEqual({ count: 2, until: now + hour })
      expect(await vault.counted(other, now)).toEqual({ count: 0, until: now })
      expect(await vault.countUp(key, hour, now + hour - 1)).toEqual({ count: 3, until: now + hour })
      expect((await vault.counted(key, now + hour)).count).toBe(0)
      expect(await vault.countUp(key, hour, now + hour)).toEqual({ count: 1, until: now + 2 * hour })
    })

    it('VA12 a clock that was ahead makes no time longer than its duration', async () => {
      const [key, now, hour] = [randomUUID(), Date.now(), 3_600_000]
      await vault.countUp(key, hour, now + 365 * 24 * hour)
      expect(await vault.countUp(key, hour, now)).toEqual({ count: 2, until: now + hour })
      expect((await vault.counted(key, now + hour)).count).toBe(0)
    })
  })
}
