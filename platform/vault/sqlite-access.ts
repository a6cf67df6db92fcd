/** Stores sessions, second factors and devices in the SQLite vault. */
import type { DatabaseSync } from 'node:sqlite'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import { runWithoutSync } from '../log-file.ts'
import {
  CODE_LEAD_LIMIT_STEPS,
  type DeviceRecord,
  MAX_SESSIONS_PER_PERSON,
  SESSION_LEAD_LIMIT_MS,
  type SecondFactor,
  type SessionRecord,
  type SignInAccessStore,
} from './vault.ts'

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS sessions (
    id TEXT PRIMARY KEY, person TEXT NOT NULL, device TEXT NOT NULL,
    since INTEGER NOT NULL, seen_at INTEGER NOT NULL, expires_at INTEGER NOT NULL
  ) WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS sessions_by_person ON sessions (person);
  CREATE TABLE IF NOT EXISTS second_factors (
    person TEXT PRIMARY KEY, sealed TEXT NOT NULL, active INTEGER NOT NULL DEFAULT 0, last_step INTEGER NOT NULL DEFAULT 0
  ) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS devices (
    kept INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, person TEXT NOT NULL, session TEXT NOT NULL UNIQUE, sealed TEXT NOT NULL
  );
  CREATE INDEX IF NOT EXISTS devices_by_person ON devices (person);
  CREATE TABLE IF NOT EXISTS recovery_codes (
    person TEXT NOT NULL, hash TEXT NOT NULL, PRIMARY KEY (person, hash)
  ) WITHOUT ROWID;
`

const SessionRows: z.ZodType<SessionRecord[]> = z.array(
  z.object({ id: z.string(), device: z.string(), since: z.number(), seenAt: z.number(), expiresAt: z.number() }),
)
const DeviceRows: z.ZodType<DeviceRecord[]> = z.array(z.object({ id: z.string(), sealed: z.string() }))

/**
 * Internal functions of the vault for its modules.
 * `sessionVersion` reads from a cache.
 */
export interface VaultInternals {
  refuseErased(personId: string): void
  inTransaction(work: () => void): void
  sessionVersion(personId: string): number | undefined
}

interface SqliteAccessStore extends SignInAccessStore {
  /** Deletes every session, within the caller's transaction if there is one. */
  endAllSessions(personId: string): void
  /** Deletes a person's sign-in data, within the caller's transaction if there is one. */
  forget(personId: string): void
}

export function createSqliteAccessStore(db: DatabaseSync, lent: VaultInternals): SqliteAccessStore {
  db.exec(SCHEMA)
  /**
   * Caches living sessions by person, because every request reads them.
   * No other process changes them.
   */
  const known: Known = new LRUCache({ max: 50_000 })
  return { ...sessionsIn(db, lent, known), ...secondFactorsIn(db, lent), ...devicesIn(db, lent), forget }

  function forget(personId: string): void {
    for (const table of ['sessions', 'second_factors', 'recovery_codes', 'devices'])
      db.prepare(`DELETE FROM ${table} WHERE person = ?`).run(personId)
    known.delete(personId)
  }
}

type Known = LRUCache<string, ReadonlySet<string>>

function sessionsIn(db: DatabaseSync, { refuseErased, inTransaction, sessionVersion }: VaultInternals, known: Known) {
  const save = db.prepare(
    'INSERT INTO sessions (id, person, device, since, seen_at, expires_at) VALUES (?, ?, ?, ?, ?, ?)',
  )
  const expire = db.prepare(
    `DELETE FROM sessions
     WHERE person = $person AND (expires_at <= $since OR since > $since + ${SESSION_LEAD_LIMIT_MS})`,
  )
  const thin = db.prepare(
    `DELETE FROM sessions WHERE person = $person AND id NOT IN
     (SELECT id FROM sessions WHERE person = $person ORDER BY since DESC, id LIMIT ${MAX_SESSIONS_PER_PERSON})`,
  )
  const ids = db.prepare('SELECT id FROM sessions WHERE person = ?')
  const list = db.prepare(
    `SELECT id, device, since, seen_at AS seenAt, expires_at AS expiresAt FROM sessions
     WHERE person = ? AND expires_at > ? ORDER BY since DESC, id`,
  )
  const end = db.prepare('DELETE FROM sessions WHERE person = ? AND id = ?')
  const endOthers = db.prepare('DELETE FROM sessions WHERE person = ? AND id <> ? RETURNING id')
  const endAll = db.prepare('DELETE FROM sessions WHERE person = ?')
  const dropDevice = db.prepare('DELETE FROM devices WHERE person = ? AND session = ?')
  const dropOtherDevices = db.prepare('DELETE FROM devices WHERE person = ? AND session <> ?')
  const dropDevices = db.prepare('DELETE FROM devices WHERE person = ?')
  const seen = db.prepare('UPDATE sessions SET seen_at = ? WHERE person = ? AND id = ?')

  function living(personId: string): ReadonlySet<string> {
    const found = known.get(personId) ?? new Set((ids.all(personId) as { id: string }[]).map(({ id }) => id))
    known.set(personId, found)
    return found
  }

  return {
    async openSession(personId: string, { id, device, since, seenAt, expiresAt }: SessionRecord) {
      refuseErased(personId)
      inTransaction(() => {
        expire.run({ person: personId, since })
        save.run(id, personId, device, since, seenAt, expiresAt)
        thin.run({ person: personId })
      })
      known.delete(personId)
    },
    async sessionVersion(personId: string, sessionId: string) {
      return living(personId).has(sessionId) ? sessionVersion(personId) : undefined
    },
    async sessions(personId: string, now: number) {
      return SessionRows.parse(list.all(personId, now))
    },
    async endSession(personId: string, sessionId: string) {
      known.delete(personId)
      dropDevice.run(personId, sessionId)
      return end.run(personId, sessionId).changes > 0
    },
    async endOtherSessions(personId: string, sessionId: string) {
      known.delete(personId)
      dropOtherDevices.run(personId, sessionId)
      return (endOthers.all(personId, sessionId) as { id: string }[]).map(({ id }) => id)
    },
    async seenSession(personId: string, sessionId: string, at: number) {
      runWithoutSync(db, () => seen.run(at, personId, sessionId))
    },
    endAllSessions(personId: string) {
      known.delete(personId)
      endAll.run(personId)
      dropDevices.run(personId)
    },
  }
}

function secondFactorsIn(db: DatabaseSync, { refuseErased, inTransaction }: VaultInternals) {
  const find = db.prepare(
    `SELECT sealed, active, (SELECT COUNT(*) FROM recovery_codes WHERE person = second_factors.person) AS recoveryCodes
     FROM second_factors WHERE person = ?`,
  )
  const save = db.prepare(
    `INSERT INTO second_factors (person, sealed) VALUES (?, ?)
     ON CONFLICT (person) DO UPDATE SET sealed = excluded.sealed WHERE active = 0`,
  )
  const activate = db.prepare('UPDATE second_factors SET active = 1 WHERE person = ? AND active = 0')
  const addCode = db.prepare('INSERT OR REPLACE INTO recovery_codes (person, hash) VALUES (?, ?)')
  const useStep = db.prepare(
    `UPDATE second_factors SET last_step = $step
     WHERE person = $person AND (last_step < $step OR last_step > $step + ${CODE_LEAD_LIMIT_STEPS})`,
  )
  const spendCode = db.prepare('DELETE FROM recovery_codes WHERE person = ? AND hash = ?')
  const drop = db.prepare('DELETE FROM second_factors WHERE person = ?')
  const dropCodes = db.prepare('DELETE FROM recovery_codes WHERE person = ?')
  return {
    async secondFactor(personId: string): Promise<SecondFactor | undefined> {
      const found = find.get(personId) as { sealed: string; active: number; recoveryCodes: number } | undefined
      return found && { ...found, active: found.active === 1 }
    },
    async saveSecondFactor(personId: string, sealed: string) {
      refuseErased(personId)
      return save.run(personId, sealed).changes > 0
    },
    async activateSecondFactor(personId: string, recoveryHashes: readonly string[]) {
      let isActivated = false
      inTransaction(() => {
        isActivated = activate.run(personId).changes > 0
        if (isActivated) for (const hash of recoveryHashes) addCode.run(personId, hash)
      })
      return isActivated
    },
    spendCode: async (personId: string, step: number) => useStep.run({ person: personId, step }).changes > 0,
    spendRecoveryCode: async (personId: string, hash: string) => spendCode.run(personId, hash).changes > 0,
    async dropSecondFactor(personId: string) {
      inTransaction(() => {
        drop.run(personId)
        dropCodes.run(personId)
      })
    },
  }
}

function devicesIn(db: DatabaseSync, { refuseErased, inTransaction }: VaultInternals) {
  const living = db.prepare('SELECT 1 FROM sessions WHERE person = ? AND id = ?')
  const forget = db.prepare('DELETE FROM devices WHERE id = ? OR session = ?')
  const keep = db.prepare('INSERT INTO devices (id, person, session, sealed) VALUES (?, ?, ?, ?)')
  const thin = db.prepare(
    `DELETE FROM devices WHERE person = $person AND kept NOT IN
     (SELECT kept FROM devices WHERE person = $person ORDER BY kept DESC LIMIT ${MAX_SESSIONS_PER_PERSON})`,
  )
  const list = db.prepare('SELECT id, sealed FROM devices WHERE person = ? ORDER BY kept')
  const drop = db.prepare('DELETE FROM devices WHERE person = ? AND id = ?')
  return {
    async keepDevice(personId: string, sessionId: string, { id, sealed }: DeviceRecord) {
      refuseErased(personId)
      if (!living.get(personId, sessionId)) return false
      inTransaction(() => {
        forget.run(id, sessionId)
        keep.run(id, personId, sessionId, sealed)
        thin.run({ person: personId })
      })
      return true
    },
    async devices(personId: string) {
      return DeviceRows.parse(list.all(personId))
    },
    dropDevice: async (personId: string, deviceId: string) => drop.run(personId, deviceId).changes > 0,
  }
}
