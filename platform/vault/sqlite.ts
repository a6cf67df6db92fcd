/** The embedded vault: one SQLite file of this process alone, in which what is deleted is overwritten. */
import { randomBytes } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { LRUCache } from 'lru-cache'
import { accessIn } from './sqlite-access.ts'
import { type Credentials, PersonErased, type Vault } from './vault.ts'

const KEY_BYTES = 32

/** An erased person keeps a row without secrets, so that no new key is ever made. */
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
  CREATE TABLE IF NOT EXISTS reset_tokens (
    hash TEXT PRIMARY KEY, person TEXT NOT NULL, expires_at INTEGER NOT NULL
  ) WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS reset_tokens_by_person ON reset_tokens (person);
  CREATE TABLE IF NOT EXISTS installation_keys (name TEXT PRIMARY KEY, key BLOB NOT NULL) WITHOUT ROWID;
`

/** Opens the vault in a file, made if need be. Every answered change is synced to disk. */
export function openSqliteVault(file: string): Vault {
  mkdirSync(dirname(file), { recursive: true })
  const db = openDatabase(file)

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
  const eraseTokens = db.prepare('DELETE FROM reset_tokens WHERE person = ?')
  const erasePerson = db.prepare(
    `INSERT INTO persons (id, erased) VALUES (?, 1)
     ON CONFLICT (id) DO UPDATE SET key = NULL, password_hash = NULL, session_version = 0, erased = 1`,
  )
  const findInstallationKey = db.prepare('SELECT key FROM installation_keys WHERE name = ?')
  const makeInstallationKey = db.prepare('INSERT INTO installation_keys (name, key) VALUES (?, ?)')
  const saveToken = db.prepare('INSERT OR REPLACE INTO reset_tokens (hash, person, expires_at) VALUES (?, ?, ?)')
  const findToken = db.prepare('SELECT person FROM reset_tokens WHERE hash = ? AND expires_at > ?')
  const emptyLog = db.prepare('PRAGMA wal_checkpoint(TRUNCATE)')
  const dropExpired = db.prepare('DELETE FROM reset_tokens WHERE expires_at <= ?')

  /** Asked for at every call; no other process can change them. */
  const known = new LRUCache<string, Credentials>({ max: 50_000 })

  function inTransaction(work: () => void): void {
    db.exec('BEGIN IMMEDIATE')
    try {
      work()
      db.exec('COMMIT')
    } catch (error) {
      db.exec('ROLLBACK')
      throw error
    }
  }

  function refuseErased(personId: string): void {
    if (person.get(personId)?.erased === 1) throw new PersonErased(personId)
  }

  async function credentialsOf(personId: string): Promise<Credentials | undefined> {
    const found = known.get(personId) ?? (credentials.get(personId) as Credentials | undefined)
    if (found) known.set(personId, found)
    return found
  }

  const { endAllSessions, forget, ...access } = accessIn(db, {
    refuseErased,
    inTransaction,
    credentials: credentialsOf,
  })

  return {
    ...access,
    async personKey(personId) {
      const found = person.get(personId)
      if (found?.erased === 1) throw new PersonErased(personId)
      return (found?.key ?? makeKey.get(personId, randomBytes(KEY_BYTES))?.key) as Uint8Array
    },
    async findPersonKeys(personIds) {
      const keys = new Map<string, Uint8Array>()
      for (const id of personIds) {
        const key = person.get(id)?.key
        if (key) keys.set(id, key as Uint8Array)
      }
      return keys
    },
    async erase(personId) {
      known.delete(personId)
      inTransaction(() => {
        eraseTokens.run(personId)
        forget(personId)
        erasePerson.run(personId)
      })
      // The write-ahead log still holds the pages as they were: empty it too.
      if (emptyLog.get()?.busy !== 0) throw new Error('the vault is being read by another process: erase again')
    },
    credentials: credentialsOf,
    async setPassword(personId, passwordHash, ifVersion) {
      refuseErased(personId)
      known.delete(personId)
      const change = { id: personId, hash: passwordHash, version: ifVersion ?? null }
      const isSet = changePassword.run(change).changes > 0 || setPassword.run(change).changes > 0
      if (isSet) eraseTokens.run(personId)
      if (isSet) endAllSessions(personId)
      return isSet
    },
    async endSessions(personId) {
      known.delete(personId)
      endSessions.run(personId)
      endAllSessions(personId)
    },
    async installationKey(name) {
      const found = findInstallationKey.get(name)?.key
      if (found) return found as Uint8Array
      const key = new Uint8Array(randomBytes(KEY_BYTES))
      makeInstallationKey.run(name, key)
      return key
    },
    async saveResetToken(tokenHash, personId, expiresAt) {
      refuseErased(personId)
      saveToken.run(tokenHash, personId, expiresAt)
    },
    async takeResetToken(tokenHash, now) {
      const owner = findToken.get(tokenHash, now)?.person as string | undefined
      if (owner !== undefined)
        inTransaction(() => {
          eraseTokens.run(owner)
          dropExpired.run(now)
        })
      return owner
    },
    close: async () => db.close(),
  }
}

function openDatabase(file: string): DatabaseSync {
  try {
    const db = new DatabaseSync(file)
    db.exec(SCHEMA)
    return db
  } catch (error) {
    const reason = (error as Error).message
    const sentence = /locked/.test(reason) ? 'is in use by another process' : `can't be opened: ${reason}`
    throw new Error(`The vault ${file} ${sentence}.`, { cause: error })
  }
}
