/** The SQLite vault keeps the rules, and leaves no trace of an erased person in its files. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { accessRules } from './access-conformance.ts'
import { vaultRules } from './conformance.ts'
import { openSqliteVault } from './sqlite.ts'

const dir = mkdtempSync(join(tmpdir(), 'vault-'))
afterAll(() => rmSync(dir, { recursive: true }))

vaultRules('SQLite', async () => openSqliteVault(join(dir, 'rules', 'vault.db')))
accessRules('SQLite', async () => openSqliteVault(join(dir, 'access', 'vault.db')))

it('VA3 leaves neither key nor hash nor token of the erased in any file', async () => {
  const folder = join(dir, 'traces')
  const vault = openSqliteVault(join(folder, 'vault.db'))
  const inFiles = (secret: Uint8Array | string) =>
    readdirSync(folder).some((name) => readFileSync(join(folder, name)).includes(Buffer.from(secret as string)))
  // Enough persons that pages split, in no order, with rows that grow later.
  const persons = Array.from({ length: 120 }, (_, n) => `${(n * 7919) % 1009}-person`)
  const keys = new Map<string, Uint8Array>()
  for (const person of persons) {
    keys.set(person, await vault.personKey(person))
    await vault.setPassword(person, `hash of ${person} ${'x'.repeat(80)}`)
    await vault.saveResetToken(`token of ${person}`, person, 1000)
  }
  const [gone, kept] = [persons.slice(0, 20), persons.slice(20)]
  for (const person of gone) await vault.erase(person)
  for (const person of gone)
    for (const secret of [keys.get(person) as Uint8Array, `hash of ${person}`, `token of ${person}`])
      expect(inFiles(secret)).toBe(false)
  for (const person of kept) expect(inFiles(keys.get(person) as Uint8Array)).toBe(true)
  await vault.close()
})
