/** Conformance rules of the vault about sessions, second factors and devices. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MAX_SESSIONS_PER_PERSON, PersonErased, type SessionRecord, type Vault } from '../../platform/vault/vault.ts'

/**
 * Registers the conformance tests of access to a vault.
 * `open` opens the same vault each time.
 */
export function testVaultAccess(backing: string, open: () => Promise<Vault>): void {
  describe(`vault rules of access on ${backing}`, () => {
    let vault: Vault
    beforeAll(async () => {
      vault = await open()
    })
    afterAll(() => vault.close())

    async function someone(): Promise<string> {
      const person = `person-${randomUUID()}`
      await vault.setPassword(person, 'hash')
      return person
    }
    async function begin(person: string, since = 100, more: Partial<SessionRecord> = {}): Promise<SessionRecord> {
      const id = randomUUID().replaceAll('-', '')
      const session = { id, device: 'Firefox on Linux', since, seenAt: since, expiresAt: since + 1000, ...more }
      await vault.openSession(person, session)
      return session
    }
    const livingOf = async (person: string, now = 200) => (await vault.sessions(person, now)).map(({ id }) => id)

    it('VB1 gives the session version while the session lives', async () => {
      const person = await someone()
      const { id } = await begin(person)
      expect(await vault.sessionVersion(person, id)).toBe(1)
      expect(await vault.sessionVersion(person, randomUUID().replaceAll('-', ''))).toBeUndefined()
      expect(await vault.sessionVersion(await someone(), id)).toBeUndefined()
    })

    it('VB1 ends the oldest of too many', async () => {
      const person = await someone()
      const begun: string[] = []
      for (let n = 0; n < MAX_SESSIONS_PER_PERSON + 2; n++) begun.push((await begin(person, 100 + n)).id)
      expect(await livingOf(person)).toEqual(begun.slice(2).reverse())
      expect(await vault.sessionVersion(person, begun[0] as string)).toBeUndefined()
    })

    it('VB1 ends sessions of a clock that was ahead, so that they push out no new one', async () => {
      const person = await someone()
      for (let n = 0; n < MAX_SESSIONS_PER_PERSON; n++) await begin(person, 31_536_000_000 + n)
      const { id } = await begin(person)
      expect(await vault.sessionVersion(person, id)).toBe(1)
      expect(await livingOf(person)).toEqual([id])
    })

    it('VB2 lists what has not expired, the newest first', async () => {
      const person = await someone()
      expect(await vault.sessions(person, 0)).toEqual([])
      const [old, young] = [await begin(person, 100), await begin(person, 150)]
      expect(await vault.sessions(person, 200)).toEqual([young, old])
      expect(await livingOf(person, 1120)).toEqual([young.id])
    })

    it("VB3 ends one, or all others, and nobody else's", async () => {
      const [person, other] = [await someone(), await someone()]
      const [a, b, c] = [await begin(person, 1), await begin(person, 2), await begin(person, 3)]
      const theirs = await begin(other)
      expect(await vault.endSession(person, theirs.id)).toBe(false)
      expect([await vault.endSession(person, a.id), await vault.endSession(person, a.id)]).toEqual([true, false])
      expect(await vault.endOtherSessions(person, b.id)).toEqual([c.id])
      expect(await vault.endOtherSessions(person, b.id)).toEqual([])
      expect([await livingOf(person), await livingOf(other)]).toEqual([[b.id], [theirs.id]])
      expect(await vault.sessionVersion(person, c.id)).toBeUndefined()
      expect(await vault.sessionVersion(person, b.id)).toBe(1)
    })

    it('VB3 ends nothing by the name of a field of a session', async () => {
      const person = await someone()
      const session = await begin(person)
      for (const odd of ['.expiresAt', '.', '..x', '.$', '.$[]'])
        expect(await vault.endSession(person, session.id + odd)).toBe(false)
      for (const odd of ['$', '', '.', '__proto__']) expect(await vault.endSession(person, odd)).toBe(false)
      expect(await vault.sessions(person, 200)).toEqual([session])
    })

    it('VB4 moves the time it was last used, and opens none', async () => {
      const person = await someone()
      const session = await begin(person)
      await vault.seenSession(person, session.id, 180)
      await vault.seenSession(person, 'f'.repeat(32), 180)
      expect(await vault.sessions(person, 200)).toEqual([{ ...session, seenAt: 180 }])
    })

    it('VB5 ends every session with a new password, the end of sessions, and erasure', async () => {
      const ends: ((person: string) => Promise<unknown>)[] = [
        (person) => vault.setPassword(person, 'another'),
        (person) => vault.endSessions(person),
        (person) => vault.erase(person),
      ]
      for (const end of ends) {
        const person = await someone()
        const { id } = await begin(person)
        expect(await vault.sessionVersion(person, id)).toBe(1)
        await end(person)
        expect([await vault.sessionVersion(person, id), await livingOf(person)]).toEqual([undefined, []])
      }
    })

    it('VB6 keeps a second factor that becomes active once', async () => {
      const person = await someone()
      expect(await vault.secondFactor(person)).toBeUndefined()
      expect(await vault.activateSecondFactor(person, ['a'])).toBe(false)
      expect(await vault.saveSecondFactor(person, 'one')).toBe(true)
      expect(await vault.saveSecondFactor(person, 'two')).toBe(true)
      expect(await vault.secondFactor(person)).toEqual({ sealed: 'two', active: false, recoveryCodes: 0 })
      expect(await vault.activateSecondFactor(person, ['a', 'b'])).toBe(true)
      expect(await vault.activateSecondFactor(person, ['c'])).toBe(false)
      expect(await vault.saveSecondFactor(person, 'three')).toBe(false)
      expect(await vault.secondFactor(person)).toEqual({ sealed: 'two', active: true, recoveryCodes: 2 })
    })

    it('VB7 gives each step and each recovery code once, of ten who try at once to one', async () => {
      const person = await someone()
      expect(await vault.spendCode(person, 5)).toBe(false)
      await vault.saveSecondFactor(person, 'secret')
      await vault.activateSecondFactor(person, ['a', 'b'])
      const ten = Array.from({ length: 10 })
      const steps = await Promise.all(ten.map(() => vault.spendCode(person, 5)))
      expect(steps.filter(Boolean)).toHaveLength(1)
      expect([await vault.spendCode(person, 4), await vault.spendCode(person, 6)]).toEqual([false, true])
      // A clock that was ahead by a year used a step of that time.
      expect([await vault.spendCode(person, 1_051_200), await vault.spendCode(person, 7)]).toEqual([true, true])
      expect([await vault.spendCode(person, 7), await vault.spendCode(person, 6)]).toEqual([false, false])
      const codes = await Promise.all(ten.map(() => vault.spendRecoveryCode(person, 'a')))
      expect(codes.filter(Boolean)).toHaveLength(1)
      expect(await vault.spendRecoveryCode(person, 'c')).toBe(false)
      expect((await vault.secondFactor(person))?.recoveryCodes).toBe(1)
    })

    it('VB8 leaves nothing of a second factor that was dropped, and of the erased', async () => {
      const [person, erased] = [await someone(), await someone()]
      const hash = randomUUID()
      for (const id of [person, erased]) {
        await vault.saveSecondFactor(id, 'secret')
        await vault.activateSecondFactor(id, ['a'])
      }
      await vault.saveLink('confirmation', hash, erased, 1000)
      await vault.dropSecondFactor(person)
      await vault.erase(erased)
      for (const id of [person, erased]) {
        expect(await vault.secondFactor(id)).toBeUndefined()
        expect(await vault.spendRecoveryCode(id, 'a')).toBe(false)
        expect(await vault.spendCode(id, 9)).toBe(false)
      }
      expect(await vault.takeLink('confirmation', hash, 1)).toBeUndefined()
      await expect(begin(erased)).rejects.toThrow(PersonErased)
      await expect(vault.saveLink('confirmation', hash, erased, 1000)).rejects.toThrow(PersonErased)
      await expect(vault.saveSecondFactor(erased, 'secret')).rejects.toThrow(PersonErased)
    })

    const device = (id = randomUUID()) => ({ id, sealed: `sealed ${id}` })

    it('VB9 keeps one device a session, and one owner a device', async () => {
      const [person, other] = [await someone(), await someone()]
      const [a, b, theirs] = [await begin(person), await begin(person), await begin(other)]
      const [first, second, third] = [device(), device(), device()]
      expect(await vault.keepDevice(person, randomUUID().replaceAll('-', ''), first)).toBe(false)
      expect(await vault.keepDevice(person, theirs.id, first)).toBe(false)
      expect(await vault.keepDevice(person, a.id, first)).toBe(true)
      expect(await vault.keepDevice(person, b.id, second)).toBe(true)
      expect(await vault.devices(person)).toEqual([first, second])
      expect(await vault.keepDevice(person, a.id, third)).toBe(true)
      expect(await vault.devices(person)).toEqual([second, third])
      expect(await vault.keepDevice(other, theirs.id, { ...second, sealed: 'theirs' })).toBe(true)
      expect(await vault.devices(person)).toEqual([third])
      expect(await vault.devices(other)).toEqual([{ id: second.id, sealed: 'theirs' }])
    })

    it('VB9 lets the first go of too many', async () => {
      const person = await someone()
      const kept: string[] = []
      for (let n = 0; n < MAX_SESSIONS_PER_PERSON + 1; n++) {
        const one = device()
        kept.push(one.id)
        await vault.keepDevice(person, (await begin(person, 100 + n)).id, one)
      }
      expect((await vault.devices(person)).map(({ id }) => id)).toEqual(kept.slice(1))
    })

    it("VB10 drops one, and nobody else's", async () => {
      const [person, other] = [await someone(), await someone()]
      const one = device()
      await vault.keepDevice(person, (await begin(person)).id, one)
      expect(await vault.dropDevice(other, one.id)).toBe(false)
      expect(await vault.devices(person)).toEqual([one])
      expect([await vault.dropDevice(person, one.id), await vault.dropDevice(person, one.id)]).toEqual([true, false])
      expect(await vault.devices(person)).toEqual([])
    })

    it('VB11 forgets the device of a session that is ended, not of one that runs out', async () => {
      const person = await someone()
      const [old, a, b] = [await begin(person, 1), await begin(person, 1100), await begin(person, 1100)]
      const [of, ofA, ofB] = [device(), device(), device()]
      for (const [session, one] of [
        [a, ofA],
        [b, ofB],
      ] as const)
        await vault.keepDevice(person, session.id, one)
      expect(await vault.keepDevice(person, old.id, of)).toBe(false)
      await vault.endSession(person, a.id)
      expect(await vault.devices(person)).toEqual([ofB])
      await begin(person, 9000)
      expect([await livingOf(person, 9001).then((ids) => ids.length), await vault.devices(person)]).toEqual([1, [ofB]])
      await vault.endSession(person, b.id)
      expect(await vault.devices(person)).toEqual([])
    })

    it('VB11 forgets all devices but one with all other sessions, and every one with the last', async () => {
      const ends: [(person: string) => Promise<unknown>, number][] = [
        [(person) => vault.sessions(person, 200).then(([newest]) => vault.endOtherSessions(person, newest!.id)), 1],
        [(person) => vault.setPassword(person, 'another'), 0],
        [(person) => vault.endSessions(person), 0],
        [(person) => vault.erase(person), 0],
      ]
      for (const [end, left] of ends) {
        const person = await someone()
        const [one, two] = [device(), device()]
        await vault.keepDevice(person, (await begin(person, 100)).id, one)
        await vault.keepDevice(person, (await begin(person, 101)).id, two)
        await end(person)
        expect(await vault.devices(person)).toEqual([two].slice(0, left))
      }
      const erased = await someone()
      const { id } = await begin(erased)
      await vault.erase(erased)
      await expect(vault.keepDevice(erased, id, device())).rejects.toThrow(PersonErased)
    })

    it('survives a restart', async () => {
      const person = await someone()
      const session = await begin(person)
      await vault.saveSecondFactor(person, 'secret')
      await vault.activateSecondFactor(person, ['a'])
      await vault.spendCode(person, 7)
      await vault.close()
      vault = await open()
      expect(await vault.sessions(person, 200)).toEqual([session])
      expect(await vault.sessionVersion(person, session.id)).toBe(1)
      expect(await vault.secondFactor(person)).toEqual({ sealed: 'secret', active: true, recoveryCodes: 1 })
      expect([await vault.spendCode(person, 7), await vault.spendCode(person, 8)]).toEqual([false, true])
    })
  })
}
