/** Tests that data can be decrypted only until the person is erased. */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { eventually } from '#tests/fixtures/eventually.ts'
import { waitForNextMillisecond } from '#tests/fixtures/gate.ts'
import { createSealer, UNREADABLE_PERSON } from './sealing.ts'
import { openSqliteVault } from './vault/sqlite.ts'
import { PersonErased, type Vault } from './vault/vault.ts'

let folder: string
let vault: Vault
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'wastesense-'))
  vault = openSqliteVault(path.join(folder, 'vault.db'))
})
afterEach(async () => {
  await vault.close()
  rmSync(folder, { recursive: true })
})

const secret = { name: '👩🏾‍🌾 Naa Ɔkɔ', description: '\u0000 "x"' }

describe('the sealer', () => {
  it('opens what it sealed, in the order asked, in another process too, and never seals the same twice', async () => {
    const sealer = createSealer(vault)
    const [a, b, again] = [
      await sealer.seal('a', secret),
      await sealer.seal('b', { n: 1 }),
      await sealer.seal('a', secret),
    ]
    expect(a).not.toBe(again)
    const asked = [
      { personId: 'b', sealed: b },
      { personId: 'none', sealed: b },
      { personId: 'a', sealed: a },
    ]
    for (const instance of [sealer, createSealer(vault)])
      expect(await instance.open(asked)).toEqual([{ n: 1 }, undefined, secret])
  })

  it('opens the same where it was sealed as anywhere else, and what nobody can change meanwhile', async () => {
    const sealer = createSealer(vault)
    const value = { ...secret, phone: undefined }
    const asked = [{ personId: 'a', sealed: await sealer.seal('a', value) }]
    value.name = 'changed'
    for (const instance of [sealer, createSealer(vault)]) expect(await instance.open(asked)).toStrictEqual([secret])
  })

  it('forgets a person whom another process has erased, once the lifetime of the key is over', async () => {
    const sealer = createSealer(vault, undefined, { keyLifetimeMs: 50 })
    const asked = [{ personId: 'a', sealed: await sealer.seal('a', secret) }]
    await vault.erase('a')
    await eventually(async () => expect(await sealer.open(asked)).toEqual([undefined]))
    await expect(sealer.seal('a', secret)).rejects.toBeInstanceOf(PersonErased)
  })

  it('opens the data of several persons even if a key expires while others are fetched', async () => {
    const lifetime = 50
    const findPersonKeys: Vault['findPersonKeys'] = async (ids) => {
      const asked = performance.now()
      while (performance.now() - asked <= 2 * lifetime) await waitForNextMillisecond()
      return vault.findPersonKeys(ids)
    }
    const sealer = createSealer({ ...vault, findPersonKeys }, undefined, { keyLifetimeMs: lifetime })
    const asked = [
      { personId: 'b', sealed: await createSealer(vault).seal('b', { n: 1 }) },
      { personId: 'a', sealed: await sealer.seal('a', secret) },
    ]
    expect(await sealer.open(asked)).toEqual([{ n: 1 }, secret])
  })

  it('looks for all keys again after a reload', async () => {
    const sealer = createSealer(vault)
    const asked = [
      { personId: 'a', sealed: await sealer.seal('a', secret) },
      { personId: 'b', sealed: await sealer.seal('b', { n: 1 }) },
    ]
    await vault.erase('a')
    sealer.reload()
    expect(await sealer.open(asked)).toEqual([undefined, { n: 1 }])
  })

  it('does not cache a key that was requested before a reload and arrives after it', async () => {
    const sealed = await createSealer(vault).seal('a', secret)
    const arrival = Promise.withResolvers<void>()
    const findPersonKeys: Vault['findPersonKeys'] = async (ids) => {
      const found = await vault.findPersonKeys(ids)
      await arrival.promise
      return found
    }
    const sealer = createSealer({ ...vault, findPersonKeys })
    const asked = [{ personId: 'a', sealed }]
    const opening = sealer.open(asked)
    await vault.erase('a')
    sealer.reload()
    arrival.resolve()
    await opening
    expect(await sealer.open(asked)).toEqual([undefined])
  })

  it('does not open changed text, or text sealed for another', async () => {
    const sealer = createSealer(vault)
    const sealed = await sealer.seal('a', secret)
    await sealer.seal('b', secret)
    const changed = `${sealed.slice(0, -4)}AAAA`
    const asked = [
      { personId: 'b', sealed },
      { personId: 'a', sealed: changed },
      { personId: 'a', sealed: '' },
      { personId: 'a', sealed },
    ]
    expect(await sealer.open(asked)).toEqual([UNREADABLE_PERSON, UNREADABLE_PERSON, UNREADABLE_PERSON, secret])
  })

  it('forgets for good, also while another process has yet to delete the key', async () => {
    const [here, there] = [createSealer(vault), createSealer(vault)]
    const sealed = await there.seal('a', secret)
    const opening = here.open([{ personId: 'a', sealed }])
    here.forget('a')
    await opening
    expect(await here.open([{ personId: 'a', sealed }])).toEqual([undefined])
    await expect(here.seal('a', secret)).rejects.toBeInstanceOf(PersonErased)
    await vault.erase('a')
    there.forget('a')
    expect(await there.open([{ personId: 'a', sealed }])).toEqual([undefined])
  })
})
