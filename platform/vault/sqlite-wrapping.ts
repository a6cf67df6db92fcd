/** Rewraps a SQLite vault's unwrapped or older secrets with the present key. */
import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import { createWrongKeyFileError, type KeyWrapping, secretLocation, unwrapSecretOr } from './key-wrapping.ts'

/**
 * Database columns that contain encrypted secrets.
 * `place` returns the location to which the encryption binds a secret.
 */
const SECRETS = [
  { table: 'persons', id: 'id', column: 'key', place: secretLocation.personKey },
  { table: 'persons', id: 'id', column: 'password_hash', place: secretLocation.password },
  { table: 'installation_keys', id: 'name', column: 'key', place: secretLocation.installationKey },
]

const Stored = z.object({ id: z.string(), secret: z.union([z.string(), z.instanceof(Uint8Array)]) })
const StoredSecrets = z.array(Stored)

/** Returns whether any secret in the vault is encrypted with the key file. */
export function hasWrappedSecrets(db: DatabaseSync): boolean {
  return SECRETS.some(({ table, column }) =>
    db.prepare(`SELECT 1 FROM ${table} WHERE substr(${column}, 1, 3) = 'v1.' LIMIT 1`).get(),
  )
}

/**
 * Wraps all secrets with the present key, in one commit.
 * Accepts unwrapped secrets only if no secret is wrapped yet.
 * An unwrapped secret found later was added by someone without the key.
 * Throws a readable error if the keys decrypt nothing.
 */
export function rewrapSecrets(db: DatabaseSync, wrapping: KeyWrapping, keyFile: string): void {
  const bare = !hasWrappedSecrets(db)
  checkKeys(db, wrapping, keyFile)
  let changed = 0
  db.exec('BEGIN IMMEDIATE')
  for (const { table, id, column, place: placeOf } of SECRETS) {
    const select = db.prepare(
      `SELECT ${id} AS id, ${column} AS secret FROM ${table} WHERE substr(${column}, 1, ?) <> ?`,
    )
    const stale = StoredSecrets.parse(select.all(wrapping.prefix.length, wrapping.prefix))
    const replace = db.prepare(`UPDATE ${table} SET ${column} = ? WHERE ${id} = ?`)
    for (const row of stale) {
      // Leave a damaged secret unchanged: reading it reports the damage.
      const unwrap = () => wrapping.unwrap(row.secret, placeOf(row.id))
      const secret = bare ? bytesOf(row.secret) : unwrapSecretOr(undefined, unwrap)
      if (!secret) continue
      replace.run(wrapping.wrap(secret, placeOf(row.id)), row.id)
      changed++
    }
  }
  db.exec('COMMIT')
  // Truncates the write-ahead log, which still contains the pages with unencrypted or older secrets.
  if (changed > 0) db.exec('PRAGMA wal_checkpoint(TRUNCATE)')
}

const bytesOf = (secret: Uint8Array | string) => (typeof secret === 'string' ? Buffer.from(secret) : secret)

function checkKeys(db: DatabaseSync, wrapping: KeyWrapping, keyFile: string): void {
  const keys = db.prepare(`SELECT name AS id, key AS secret FROM installation_keys WHERE substr(key, 1, 3) = 'v1.'`)
  const stored = StoredSecrets.parse(keys.all())
  if (stored.length === 0) return
  const opens = ({ id, secret }: z.infer<typeof Stored>) =>
    unwrapSecretOr(undefined, () => wrapping.unwrap(secret, secretLocation.installationKey(id))) !== undefined
  if (stored.some(opens)) return
  throw new Error(createWrongKeyFileError(keyFile))
}
