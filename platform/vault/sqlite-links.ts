/** Stores mailed links in SQLite, in one table of hashes per kind. */
import type { DatabaseSync } from 'node:sqlite'
import type { VaultInternals } from './sqlite-access.ts'
import type { LinkKind, Vault } from './vault.ts'

const TABLES: Record<LinkKind, string> = { reset: 'reset_tokens', confirmation: 'confirmations', phone: 'phone_codes' }

interface SqliteLinkStore extends Pick<Vault, 'saveLink' | 'findLink' | 'takeLink'> {
  /**
   * Deletes a person's mailed links of one kind.
   * Uses the caller's transaction, if there is one.
   */
  voidLinks(kind: LinkKind, personId: string): void
}

export function createSqliteLinkStore(
  db: DatabaseSync,
  { refuseErased, inTransaction }: VaultInternals,
): SqliteLinkStore {
  const tables = {
    reset: tableIn(db, TABLES.reset),
    confirmation: tableIn(db, TABLES.confirmation),
    phone: tableIn(db, TABLES.phone),
  }
  const ownerOf = (kind: LinkKind, hash: string, now: number) =>
    tables[kind].find.get(hash, now)?.person as string | undefined

  return {
    async saveLink(kind, hash, personId, expiresAt) {
      refuseErased(personId)
      tables[kind].save.run(hash, personId, expiresAt)
    },
    findLink: async (kind, hash, now) => ownerOf(kind, hash, now),
    async takeLink(kind, hash, now, left) {
      const owner = ownerOf(kind, hash, now)
      if (owner !== undefined)
        inTransaction(() => {
          tables[kind].drop.run(owner)
          tables[kind].dropExpired.run(now)
          if (left) tables[kind].save.run(left.hash, owner, left.expiresAt)
        })
      return owner
    },
    voidLinks: (kind, personId) => void tables[kind].drop.run(personId),
  }
}

function tableIn(db: DatabaseSync, table: string) {
  db.exec(`
    CREATE TABLE IF NOT EXISTS ${table} (
      hash TEXT PRIMARY KEY, person TEXT NOT NULL, expires_at INTEGER NOT NULL
    ) WITHOUT ROWID;
    CREATE INDEX IF NOT EXISTS ${table}_by_person ON ${table} (person);
  `)
  return {
    save: db.prepare(`INSERT OR REPLACE INTO ${table} (hash, person, expires_at) VALUES (?, ?, ?)`),
    find: db.prepare(`SELECT person FROM ${table} WHERE hash = ? AND expires_at > ?`),
    drop: db.prepare(`DELETE FROM ${table} WHERE person = ?`),
    dropExpired: db.prepare(`DELETE FROM ${table} WHERE expires_at <= ?`),
  }
}
