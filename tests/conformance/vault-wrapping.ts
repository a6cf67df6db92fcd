/** Conformance rules VA9 and VA10: wrapped secrets, migration, key rotation, damage. */
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { createKeyLine } from '#platform/vault/key-wrapping.ts'
import { createSealer, UNREADABLE_PERSON } from '../../platform/sealing.ts'
import { type Vault, VaultDamaged } from '../../platform/vault/vault.ts'

/** Direct access to a vault's stored data, without the code that encrypts it. */
interface RawVault {
  /** Returns every key and hash as stored. */
  secrets(): Promise<unknown[]>
  setKey(personId: string, key: unknown): Promise<void>
  setPasswordHash(personId: string, hash: unknown): Promise<void>
  setInstallationKey(name: string, key: unknown): Promise<void>
}

interface Place {
  open(keyFile: string): Promise<Vault>
  change(work: (bare: RawVault) => Promise<void>): Promise<void>
}

/**
 * Registers the conformance tests of wrapped secrets in a vault.
 * `make` creates an empty vault in a new place.
 */
export function testVaultWrapping(backing: string, make: () => Promise<Place>): void {
  describe(`VA9 wrapped secrets on ${backing}`, () => {
    const dir = mkdtempSync(path.join(tmpdir(), 'vault-key-'))
    afterAll(() => rmSync(dir, { recursive: true }))
    let at: Place
    let keyFile: string
    let count = 0
    beforeEach(async () => {
      at = await make()
      keyFile = path.join(dir, `${count++}`, 'vault.key')
    })

    /** Opens the vault, runs `work` and closes it. */
    async function using<T>(work: (vault: Vault) => Promise<T>): Promise<T> {
      const vault = await at.open(keyFile)
      try {
        return await work(vault)
      } finally {
        await vault.close()
      }
    }
    const fill = () =>
      using(async (vault) => {
        await vault.setPassword('u1', '$argon2id$hash')
        await vault.setPassword('u2', '$argon2id$hash')
        return [await vault.installationKey('tokens'), await vault.personKey('u1'), await vault.personKey('u2')]
      })
    const read = () =>
      using(async (vault) => {
        expect(await vault.credentials('u1')).toEqual({ passwordHash: '$argon2id$hash', sessionVersion: 1 })
        return [await vault.installationKey('tokens'), await vault.personKey('u1'), await vault.personKey('u2')]
      })

    it('VA10 is empty until there is somebody, or somebody was erased', async () => {
      await using(async (vault) => {
        expect(await vault.isEmpty()).toBe(true)
        await vault.setNote('about', 'nobody')
        await vault.installationKey('tokens')
        expect(await vault.isEmpty()).toBe(true)
        await vault.erase('u1')
        expect(await vault.isEmpty()).toBe(false)
      })
    })

    it('keeps no key and no hash in clear, and the same under the same key', async () => {
      const keys = await fill()
      await at.change(async ({ secrets }) => {
        const stored = await secrets()
        expect(stored).toHaveLength(5)
        for (const text of stored) expect(text).toMatch(/^v1\.[0-9a-f]{8}\.[\w-]{50,}$/)
      })
      expect(await read()).toEqual(keys)
    })

    it('takes up a vault of before, whose secrets lay bare', async () => {
      await fill()
      const [tokens, one, two] = [randomBytes(32), randomBytes(32), randomBytes(32)]
      await at.change(async (bare) => {
        await bare.setInstallationKey('tokens', tokens)
        for (const [id, key] of [['u1', one] as const, ['u2', two] as const]) {
          await bare.setKey(id, key)
          await bare.setPasswordHash(id, '$argon2id$hash')
        }
      })
      rmSync(keyFile)
      expect((await read()).map((key) => Buffer.from(key))).toEqual([tokens, one, two])
      await at.change(async ({ secrets }) => {
        for (const stored of await secrets()) expect(stored).toMatch(/^v1\./)
      })
    })

    it('rotates: a new key on the first line wraps everything anew, and the old line can go', async () => {
      const keys = await fill()
      const [before, after] = [readFileSync(keyFile, 'utf8'), createKeyLine()]
      writeFileSync(keyFile, after + before)
      expect(await read()).toEqual(keys)
      writeFileSync(keyFile, after)
      expect(await read()).toEqual(keys)
      writeFileSync(keyFile, before)
      await expect(at.open(keyFile)).rejects.toThrow(/does not belong to this vault/)
    })

    it('says in a sentence that its key file is missing, or of another vault, or no key file', async () => {
      await fill()
      rmSync(keyFile)
      await expect(at.open(keyFile)).rejects.toThrow(/^The vault's key file .+ is missing\. .+\.$/)
      writeFileSync(keyFile, createKeyLine())
      await expect(at.open(keyFile)).rejects.toThrow(/^The vault's key file .+ does not belong to this vault\.$/)
      writeFileSync(keyFile, 'no key')
      await expect(at.open(keyFile)).rejects.toThrow(/^The vault's key file .+ is wrong: .+\.$/)
    })

    it('takes no secret that was put in without the key, or moved from another person', async () => {
      await fill()
      await at.change((bare) => bare.setPasswordHash('u1', '$argon2id$of an intruder'))
      await using((vault) => expect(vault.credentials('u1')).rejects.toThrow(VaultDamaged))
      await at.change(async (bare) => {
        const [first, second] = (await bare.secrets()).filter((secret) => String(secret).length > 80)
        await bare.setKey('u1', second)
        await bare.setKey('u2', first)
      })
      await using(async (vault) => {
        for (const id of ['u1', 'u2']) await expect(vault.personKey(id)).rejects.toThrow(VaultDamaged)
      })
    })

    it('one damaged key spoils nobody else: that person reads as a defined text, and is logged once', async () => {
      const logged: unknown[] = []
      const log = { error: (fields: unknown) => void logged.push(fields) }
      const people = ['u1', 'u2', 'u3']
      const sealed = await using(async (vault) => {
        const sealer = createSealer(vault)
        return Promise.all(people.map(async (id) => ({ personId: id, sealed: await sealer.seal(id, { name: id }) })))
      })
      await at.change((bare) => bare.setKey('u2', 'v1.00000000.AAAA'))
      await using(async (vault) => {
        const sealer = createSealer(vault, log)
        for (let reads = 0; reads < 3; reads++)
          expect(await sealer.open(sealed)).toEqual([{ name: 'u1' }, UNREADABLE_PERSON, { name: 'u3' }])
      })
      expect(logged).toMatchObject([{ personId: 'u2' }])
    })
  })
}
