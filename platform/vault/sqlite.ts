/** Embedded vault: one process's SQLite file, which overwrites deleted data. */
import { randomBytes } from 'node:crypto'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { LRUCache } from 'lru-cache'
import { type Copyable, copyDatabase } from '../backup/copy.ts'
import { databaseErrorReasonOf } from '../disk-errors.ts'
import { runInTransaction } from '../log-file.ts'
import { makePrivateFile } from '../private-files.ts'
import { refuseDamagedWal } from '../sqlite-wal.ts'
import { openErasedList } from './erased-list.ts'
import { createKeyWrapping, type KeyWrapping, openKeyFile, secretLocation, unwrapSecretOr } from './key-wrapping.ts'
import { createSqliteAccessStore } from './sqlite-access.ts'
import { createSqliteCountStore } from './sqlite-counts.ts'
import { createSqliteLinkStore } from './sqlite-links.ts'
import { hasWrappedSecrets, rewrapSecrets } from './sqlite-wrapping.ts'
import { ACCOUNT_LINK_KINDS, type Credentials, DAMAGED_KEY, PersonErased, type Vault } from './vault.ts'

const IN_MEMORY = ':memory:'

/**
 * Vault tables.
 * Erased people's rows remain without secrets, which prevents new keys.
 */
const SCHEMA = `
  PRAGMA locking_mode = EXCLUSIVE;
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = FULL;
  PRAGMA secure_delete = ON;
  PRAGMA busy_timeout = 5000;
  CREATE TABLE IF NOT EXISTS persons (
    id TEXT PRIMARY KEY, key BLOB, password_hash TEXT,
    session_version INTEGER NOT NULL DEFAULT 0, erased INTEGER NOT NULL DEFAULT 0
  ) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS installation_keys (name TEXT PRIMARY KEY, key BLOB NOT NULL) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS notes (name TEXT PRIMARY KEY, text TEXT NOT NULL) WITHOUT ROWID;
`

/** Wraps all secrets with the key file's first key. */
function wrapAll(db: DatabaseSync, keyFile: string): KeyWrapping {
  try {
    const wrapping = openKeyFile(keyFile, hasWrappedSecrets(db))
    rewrapSecrets(db, wrapping, keyFile)
    return wrapping
  } catch (error) {
    db.close()
    throw error
  }
}

/** Opens or creates the vault's database file for use by this process alone. */
function openDatabase(file: string): DatabaseSync {
  try {
    if (file !== IN_MEMORY) makePrivateFile(file)
    refuseDamagedWal(file)
    const db = new DatabaseSync(file)
    db.exec(SCHEMA)
    return db
  } catch (error) {
    const reason = (error as Error).message
    const sentence = /locked/.test(reason)
      ? 'is in use by another process'
      : `can't be opened: ${databaseErrorReasonOf(error, file)}`
    throw new Error(`The vault ${file} ${sentence}.`, { cause: error })
  }
}

const KEY_BYTES = 32

/**
 * Opens or creates the vault and its key file, by default beside it.
 * Acknowledged changes are synced, except a session's last use (VB4).
 */
export function openSqliteVault(file: string, keyFile = path.join(path.dirname(file), 'vault.key')): Vault & Copyable {
  const db = openDatabase(file)
  const wrapping = file === IN_MEMORY ? createKeyWrapping([randomBytes(KEY_BYTES)]) : wrapAll(db, keyFile)
  const erased = file === IN_MEMORY ? undefined : openErasedList(path.join(path.dirname(file), 'erased'))

  const person = db.prepare('SELECT key, erased FROM persons WHERE id = ?')
  const makeKey = db.prepare(
    `INSERT INTO persons (id, key) VALUES (?, ?)
     ON CONFLICT (id) DO UPDATE SET key = excluded.key WHERE key IS NULL AND erased = 0 RETURNING key`,
  )
  const credentials = db.prepare(
    'SELECT password_hash AS passwordHash, session_version AS sessionVersion FROM persons WHERE id = ? AND password_hash IS NOT NULL',
  )
  const setPassword = db.prepare(
    `INSERT INTO persons (id, password_hash, session_version) SELECT $id, $hash, 1 WHERE $version IS NULL OR $version = 0
     ON CONFLICT (id) DO NOTHING`,
  )
  const changePassword = db.prepare(
    `UPDATE persons SET password_hash = $hash, session_version = session_version + 1
     WHERE id = $id AND erased = 0 AND ($version IS NULL OR session_version = $version)`,
  )
  const endSessions = db.prepare(
    'UPDATE persons SET session_version = session_version + 1 WHERE id = ? AND password_hash IS NOT NULL',
  )
  const erasePerson = db.prepare(
    `INSERT INTO persons (id, erased) VALUES (?, 1)
     ON CONFLICT (id) DO UPDATE SET key = NULL, password_hash = NULL, session_version = 0, erased = 1`,
  )
  const findInstallationKey = db.prepare('SELECT key FROM installation_keys WHERE name = ?')
  const makeInstallationKey = db.prepare('INSERT INTO installation_keys (name, key) VALUES (?, ?)')
  const emptyLog = db.prepare('PRAGMA wal_checkpoint(TRUNCATE)')
  const findNote = db.prepare('SELECT text FROM notes WHERE name = ?')
  const keepNote = db.prepare('INSERT OR REPLACE INTO notes (name, text) VALUES (?, ?)')
  const somebody = db.prepare('SELECT 1 FROM persons LIMIT 1')

  /**
   * Caches credentials, because every request reads the session version.
   * No other process changes credentials.
   * The password hash stays encrypted in the cache.
   */
  const known = new LRUCache<string, Credentials>({ max: 50_000 })

  function refuseErased(personId: string): void {
    if (person.get(personId)?.erased === 1) throw new PersonErased(personId)
  }

  function wrappedOf(personId: string): Credentials | undefined {
    const remembered = known.get(personId)
    if (remembered) return remembered
    const stored = credentials.get(personId) as Credentials | undefined
    if (stored) known.set(personId, stored)
    return stored
  }

  async function credentialsOf(personId: string): Promise<Credentials | undefined> {
    const found = wrappedOf(personId)
    if (!found) return undefined
    const passwordHash = Buffer.from(wrapping.unwrap(found.passwordHash, secretLocation.password(personId))).toString(
      'utf8',
    )
    return { ...found, passwordHash }
  }

  const inTransaction = (work: () => void) => runInTransaction(db, work)
  const sessionVersion = (personId: string) => wrappedOf(personId)?.sessionVersion
  const lent = { refuseErased, inTransaction, sessionVersion }
  const { endAllSessions, forget, ...access } = createSqliteAccessStore(db, lent)
  const { voidLinks, ...links } = createSqliteLinkStore(db, lent)

  function erase(personId: string): void {
    known.delete(personId)
    erased?.add(personId)
    inTransaction(() => {
      for (const kind of ACCOUNT_LINK_KINDS) voidLinks(kind, personId)
      forget(personId)
      erasePerson.run(personId)
    })
    // Emptying the write-ahead log removes old pages.
    // This fails while another process reads.
    if (emptyLog.get()?.busy !== 0) throw new Error('the vault is being read by another process: erase again')
  }

  const vault: Vault & Copyable = {
    ...access,
    ...links,
    ...createSqliteCountStore(db),
    async personKey(personId) {
      const found = person.get(personId)
      if (found?.erased === 1) throw new PersonErased(personId)
      const at = secretLocation.personKey(personId)
      // `get` would return the key even if its commit failed on a full disk.
      const make = () => makeKey.all(personId, wrapping.wrap(randomBytes(KEY_BYTES), at))[0]?.key
      return wrapping.unwrap(found?.key ?? make(), at)
    },
    async findPersonKeys(personIds) {
      const keys = new Map<string, Uint8Array>()
      for (const id of personIds) {
        const key = person.get(id)?.key
        if (key)
          keys.set(
            id,
            unwrapSecretOr(DAMAGED_KEY, () => wrapping.unwrap(key, secretLocation.personKey(id))),
          )
      }
      return keys
    },
    erase: async (personId) => erase(personId),
    credentials: credentialsOf,
    async setPassword(personId, passwordHash, ifVersion) {
      refuseErased(personId)
      known.delete(personId)
      const hash = wrapping.wrap(Buffer.from(passwordHash), secretLocation.password(personId))
      const change = { id: personId, hash, version: ifVersion ?? null }
      let isSet = false
      inTransaction(() => {
        isSet = changePassword.run(change).changes > 0 || setPassword.run(change).changes > 0
        if (!isSet) return
        voidLinks('reset', personId)
        endAllSessions(personId)
      })
      return isSet
    },
    async endSessions(personId) {
      known.delete(personId)
      inTransaction(() => {
        endSessions.run(personId)
        endAllSessions(personId)
      })
    },
    async installationKey(name) {
      const at = secretLocation.installationKey(name)
      const found = findInstallationKey.get(name)?.key
      if (found) return wrapping.unwrap(found, at)
      const key = new Uint8Array(randomBytes(KEY_BYTES))
      makeInstallationKey.run(name, wrapping.wrap(key, at))
      return key
    },
    note: async (name) => findNote.get(name)?.text as string | undefined,
    async setNote(name, text) {
      keepNote.run(name, text)
    },
    isEmpty: async () => somebody.get() === undefined,
    erasedAmong: async (personIds) => new Set(personIds.filter((id) => person.get(id)?.erased === 1)),
    async census() {
      const rows = db.prepare('SELECT id, key IS NOT NULL AS hasKey, erased FROM persons').all()
      const idsOf = (those: typeof rows) => those.map(({ id }) => String(id))
      return {
        living: idsOf(rows.filter(({ hasKey, erased }) => hasKey === 1 && erased === 0)),
        erased: idsOf(rows.filter(({ erased }) => erased === 1)),
        installationKeys: db
          .prepare('SELECT name FROM installation_keys')
          .all()
          .map(({ name }) => String(name)),
      }
    },
    // Ignores ids that belong to no person: a crash may have truncated the file's last id.
    listedErased: async () => (erased?.all() ?? []).filter((id) => person.get(id)?.erased === 0),
    copyTo: (copy) => copyDatabase(db, copy),
    close: async () => db.close(),
  }
  for (const { id } of db.prepare('SELECT id FROM persons WHERE erased = 1').all()) erased?.add(String(id))
  return vault
}
