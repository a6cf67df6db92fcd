/** Runs the vault suites on the MongoDB double, and on an available real server. */
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { MongoClient } from 'mongodb'
import { afterAll, expect, it } from 'vitest'
import { startMongoBackings } from '#tests/doubles/mongodb/backings.ts'
import { testVault } from '../../tests/conformance/vault.ts'
import { testVaultAccess } from '../../tests/conformance/vault-access.ts'
import { testVaultWrapping } from '../../tests/conformance/vault-wrapping.ts'
import { MAX_LINKS_PER_PERSON, openMongoVault } from './mongodb.ts'

const dir = mkdtempSync(path.join(tmpdir(), 'vault-'))
const backings = await startMongoBackings('vault')
afterAll(async () => {
  await Promise.all(backings.map((backing) => backing.stop()))
  rmSync(dir, { recursive: true })
})

for (const { name, url } of backings) {
  testVault(name, () => openMongoVault(url, path.join(dir, name)))
  testVaultWrapping(name, async () => {
    const own = new URL(url)
    own.pathname = `/wrapping-${randomUUID().slice(0, 8)}`
    return {
      open: (keyFile) => openMongoVault(own.href, keyFile),
      async change(work) {
        const client = await new MongoClient(own.href).connect()
        const db = client.db()
        const persons = db.collection<{ _id: string; key?: unknown; passwordHash?: unknown }>('vault.persons')
        const keys = db.collection<{ _id: string; key: unknown }>('vault.installation-keys')
        await work({
          async secrets() {
            const people = await persons.find().toArray()
            const stored = [
              ...people.flatMap((person) => [person.key, person.passwordHash]),
              ...(await keys.find().toArray()).map((document) => document.key),
            ]
            return stored.filter((secret) => secret !== undefined)
          },
          setKey: async (id, key) => void (await persons.updateOne({ _id: id }, { $set: { key } })),
          setPasswordHash: async (id, hash) =>
            void (await persons.updateOne({ _id: id }, { $set: { passwordHash: hash } })),
          setInstallationKey: async (id, key) => void (await keys.updateOne({ _id: id }, { $set: { key } })),
        })
        await client.close()
      },
    }
  })
  testVaultAccess(name, () => openMongoVault(url, path.join(dir, name)))

  it(`VA6 limits the links that strangers request for a person, in ${name}`, async () => {
    const vault = await openMongoVault(url, path.join(dir, name))
    const client = await new MongoClient(url).connect()
    const person = `person-${randomUUID()}`
    const persons = client.db().collection<{ _id: string; tokens: object[] }>('vault.persons')
    const links = Array.from({ length: MAX_LINKS_PER_PERSON + 2 }, () => randomUUID())
    const tokens = links.slice(0, -2).map((hash) => ({ hash, expiresAt: 1000 }))
    await persons.insertOne({ _id: person, tokens })
    for (const link of links.slice(-2)) await vault.saveLink('reset', link, person, 1000)
    const stored = await persons.findOne({ _id: person })
    expect(stored).toMatchObject({ tokens: links.slice(2).map((hash) => ({ hash })) })
    expect(await vault.takeLink('reset', links.at(-1) ?? '', 1)).toBe(person)
    await Promise.all([vault.close(), client.close()])
  })
}
