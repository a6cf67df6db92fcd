/**
 * Runs the vault suites on SQLite.
 * No trace of an erased person may remain in its files.
 */
import { spawnSync } from 'node:child_process'
import { appendFileSync, cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, expect, it } from 'vitest'
import { testVault } from '../../tests/conformance/vault.ts'
import { testVaultAccess } from '../../tests/conformance/vault-access.ts'
import { testVaultWrapping } from '../../tests/conformance/vault-wrapping.ts'
import { openKeyFile, secretLocation, unwrapSecretOr } from './key-wrapping.ts'
import { openSqliteVault } from './sqlite.ts'

/** Length of a wrapped key: 12 characters, then nonce, key and tag in base64url. */
const KEY_TEXT = 12 + 80

const dir = mkdtempSync(join(tmpdir(), 'vault-'))
afterAll(() => rmSync(dir, { recursive: true }))

testVault('SQLite', async () => openSqliteVault(join(dir, 'rules', 'vault.db')))
testVaultAccess('SQLite', async () => openSqliteVault(join(dir, 'access', 'vault.db')))

testVaultWrapping('SQLite', async () => {
  const file = join(mkdtempSync(join(dir, 'wrapping-')), 'vault.db')
  return {
    open: async (keyFile) => openSqliteVault(file, keyFile),
    async change(work) {
      const db = new DatabaseSync(file)
      const set = (statement: string) => async (id: string, secret: unknown) =>
        void db.prepare(statement).run(secret as Uint8Array, id)
      await work({
        async secrets() {
          const people = db.prepare('SELECT key, password_hash FROM persons').all()
          const keys = db.prepare('SELECT key FROM installation_keys').all()
          return [...people, ...keys].flatMap((row) => Object.values(row)).filter((secret) => secret !== null)
        },
        setKey: set('UPDATE persons SET key = ? WHERE id = ?'),
        setPasswordHash: set('UPDATE persons SET password_hash = ? WHERE id = ?'),
        setInstallationKey: set('UPDATE installation_keys SET key = ? WHERE name = ?'),
      })
      db.close()
    },
  }
})

it('VA3 leaves neither key nor hash nor token of the erased in any file', async () => {
  const folder = join(dir, 'traces')
  const vault = openSqliteVault(join(folder, 'vault.db'))
  const wrapping = openKeyFile(join(folder, 'vault.key'), true)
  const texts = () =>
    readdirSync(folder).flatMap(
      (name) => readFileSync(join(folder, name), 'latin1').match(/v1\.[0-9a-f]{8}\.[\w-]+/g) ?? [],
    )
  /** Whether the files contain the person's secret or token. */
  const inFiles = (person: string, found: readonly string[]) =>
    found.some((text) =>
      [secretLocation.personKey(person), secretLocation.password(person)].some((at) =>
        // Also tries only the start of the text, in the length of a wrapped key.
        // In the file, bytes that follow a key may match the pattern too.
        [text, text.slice(0, KEY_TEXT)].some((text) => unwrapSecretOr(undefined, () => wrapping.unwrap(text, at))),
      ),
    ) || readdirSync(folder).some((name) => readFileSync(join(folder, name)).includes(`token of ${person}.`))
  // Adding many persons in random order makes SQLite split its pages.
  // Their rows become longer later, which moves them and can leave copies in the file.
  const persons = Array.from({ length: 120 }, (_, n) => `${(n * 7919) % 1009}-person`)
  for (const person of persons) {
    await vault.personKey(person)
    await vault.setPassword(person, `hash of ${person} ${'x'.repeat(80)}`)
    await vault.saveLink('reset', `token of ${person}.`, person, 1000)
  }
  const [gone, kept] = [persons.slice(0, 20), persons.slice(20)]
  for (const person of gone) await vault.erase(person)
  const found = texts()
  for (const person of gone) expect(inFiles(person, found)).toBe(false)
  for (const person of kept) expect(inFiles(person, found)).toBe(true)
  await vault.close()
})

it('names the erased after a crash cut off their list', async () => {
  const folder = join(dir, 'cut-off')
  const files = [join(folder, 'vault.db'), join(folder, 'vault.key')] as const
  const first = openSqliteVault(...files)
  for (const id of ['u0', 'u1']) await first.personKey(id)
  await first.close()
  cpSync(files[0], join(dir, 'before.db'))
  appendFileSync(join(folder, 'erased'), 'u0\nsomebo')
  const second = openSqliteVault(...files)
  await second.erase('u1')
  await second.close()
  rmSync(files[0])
  cpSync(join(dir, 'before.db'), files[0])
  const restored = openSqliteVault(...files)
  expect((await restored.listedErased()).sort()).toEqual(['u0', 'u1'])
  expect((await restored.findPersonKeys(['u1'])).size).toBe(1)
  for (const id of await restored.listedErased()) await restored.erase(id)
  expect(await restored.listedErased()).toEqual([])
  expect(await restored.erasedAmong(['u0', 'u1'])).toEqual(new Set(['u0', 'u1']))
  await restored.close()
})

it('refuses to add erased people of whom only a part fits on the disk', () => {
  const program = `
    import { addErasedPersons } from '${import.meta.resolve('./erased-list.ts')}'
    addErasedPersons(process.argv[1], ['u'.repeat(1000)])`
  // The limit of 512 bytes per file cuts off the write, as a full disk does.
  const limited = 'ulimit -f 1 && exec "$0" --input-type=module --eval "$1" "$2"'
  const file = join(dir, 'limited')
  writeFileSync(file, '\nu1\n')
  const { status, stderr } = spawnSync('sh', ['-c', limited, process.execPath, program, file], { encoding: 'utf8' })
  expect(stderr).toContain('EFBIG')
  expect(status).toBe(1)
  expect(readFileSync(file, 'utf8')).toBe('\nu1\n')
})

it('returns neither a key nor a count that could not be stored', async () => {
  const file = join(dir, 'refused.db')
  const database = new DatabaseSync(file)
  // The missing reference lets each statement succeed and its commit fail, as on a full disk.
  const refused = 'REFERENCES notes (name) DEFERRABLE INITIALLY DEFERRED'
  database.exec(`
    CREATE TABLE notes (name TEXT PRIMARY KEY, text TEXT NOT NULL) WITHOUT ROWID;
    CREATE TABLE persons (id TEXT PRIMARY KEY ${refused}, key BLOB, password_hash TEXT,
      session_version INTEGER NOT NULL DEFAULT 0, erased INTEGER NOT NULL DEFAULT 0) WITHOUT ROWID;
    CREATE TABLE counts (key TEXT PRIMARY KEY ${refused}, count INTEGER NOT NULL, until INTEGER NOT NULL) WITHOUT ROWID`)
  database.close()
  const vault = openSqliteVault(file)
  await expect(vault.personKey('u0')).rejects.toThrow('constraint failed')
  await expect(vault.countUp('tries', 1000, 0)).rejects.toThrow('constraint failed')
  expect((await vault.census()).living).toEqual([])
  await vault.close()
})

it('changes no password whose links and sessions it cannot end', async () => {
  const file = join(dir, 'half.db')
  const before = openSqliteVault(file)
  await before.setPassword('u0', 'old hash')
  await before.openSession('u0', { id: 's0', device: '', since: 0, seenAt: 0, expiresAt: 1000 })
  await before.close()
  const database = new DatabaseSync(file)
  database.exec("CREATE TRIGGER full BEFORE DELETE ON sessions BEGIN SELECT RAISE(ABORT, 'disk is full'); END")
  database.close()
  const vault = openSqliteVault(file)
  await expect(vault.setPassword('u0', 'new hash')).rejects.toThrow('disk is full')
  await expect(vault.endSessions('u0')).rejects.toThrow('disk is full')
  expect(await vault.credentials('u0')).toEqual({ passwordHash: 'old hash', sessionVersion: 1 })
  expect(await vault.sessionVersion('u0', 's0')).toBe(1)
  await vault.close()
})
