/** Stores present roles of users and names of sites, as the log has them. */
import type { DatabaseSync } from 'node:sqlite'
import type { Role } from '#rules/city.ts'

export const KNOWN = `
  CREATE TABLE IF NOT EXISTS roles (id TEXT PRIMARY KEY, role TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS sites (id TEXT PRIMARY KEY, name TEXT NOT NULL) WITHOUT ROWID;`

export interface Known {
  /** Returns the role, or undefined before the account is registered. */
  role(userId: string): Role | undefined
  assign(userId: string, role: Role): void
  site(id: string): string | undefined
  nameSite(id: string, name: string): void
}

export function openKnown(database: DatabaseSync): Known {
  const roleOf = database.prepare('SELECT role FROM roles WHERE id = ?')
  const writeRole = database.prepare('REPLACE INTO roles (id, role) VALUES (?, ?)')
  const siteOf = database.prepare('SELECT name FROM sites WHERE id = ?')
  const writeSite = database.prepare('REPLACE INTO sites (id, name) VALUES (?, ?)')
  return {
    role: (userId) => (roleOf.get(userId) as { role: Role } | undefined)?.role,
    assign: (userId, role) => void writeRole.run(userId, role),
    site: (id) => (siteOf.get(id) as { name: string } | undefined)?.name,
    nameSite: (id, name) => void writeSite.run(id, name),
  }
}
