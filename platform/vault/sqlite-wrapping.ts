/** Rewraps a SQLite vault with the present key: unwrapped secrets of an older vault, or those under an earlier key. */
import type { DatabaseSync } from 'node:sqlite'
import { foreignKeyError } from './key-file.ts'
import { place, unwrapOr, type Wrapping } from './wrapping.ts'

/** Columns of all secrets and the names of their places. */
const SECRETS = [
  { table: 'persons', id: 'id', column: 'key', place: place.personKey },
  { table: 'persons', id: 'id', column: 'password_hash', place: place.password },
  { table: 'installation_keys', id: 'name', column: 'key', place: place.installationKey },
]

type Stored = { id: string; secret: Uint8Array | string }

/** Whether any secret is wrapped. */
export function isWrapped(db: DatabaseSync): boolean {
  return SECRETS.some(({ table, column }) =>
    db.prepare(`SELECT 1 FROM ${table} WHERE substr(${column}, 1, 3) = 'v1.' LIMIT 1`).get(),
  )
}

/**
 * Wraps all other secrets with the present key, in one commit.
 * Unwrapped secrets are accepted only if nothing is wrapped yet.
 * Someone without the key must have inserted later ones.
 * Throws a sentence if the keys open nothing.
 */
export function rewrap(db: DatabaseSync, wrapping: Wrapping, keyFile: string): void {
  const bare = !isWrapped(db)
  checkKeys(db, wrapping, keyFile)
  let changed = 0
  db.exec('BEGIN IMMEDIATE')
  for (const { table, id, column, place: placeOf } of SECRETS) {
    const stale = db
      .prepare(`SELECT ${id} AS id, ${column} AS secret FROM ${table} WHERE substr(${column}, 1, ?) <> ?`)
      .all(wrapping.prefix.length, wrapping.prefix) as unknown as Stored[]
    const replace = db.prepare(`UPDATE ${table} SET ${column} = ? WHERE ${id} = ?`)
    for (const row of stale) {
      // A damaged secret stays unchanged and is reported when it is read.
      const unwrap = () => wrapping.unwrap(row.secret, placeOf(row.id))
      const secret = bare ? bytesOf(row.secret) : unwrapOr(undefined, unwrap)
      if (!secret) continue
      replace.run(wrapping.wrap(secret, placeOf(row.id)), row.id)
      changed++
    }
  }
  db.exec('COMMIT')
  // The write-ahead log still contains the old pages.
  if (changed > 0) db.exec('PRAGMA wal_checkpoint(TRUNCATE)')
}

const bytesOf = (secret: Uint8Array | string) => (typeof secret === 'string' ? Buffer.from(secret) : secret)

function checkKeys(db: DatabaseSync, wrapping: Wrapping, keyFile: string): void {
  const keys = db.prepare(`SELECT name AS id, key AS secret FROM installation_keys WHERE substr(key, 1, 3) = 'v1.'`)
  const stored = keys.all() as unknown as Stored[]
  if (stored.length === 0) return
  const opens = ({ id, secret }: Stored) =>
    unwrapOr(undefined, () => wrapping.unwrap(secret, place.installationKey(id))) !== undefined
  if (stored.some(opens)) return
  throw new Error(foreignKeyError(keyFile))
}
