/** Stores usage counts for rate limits in the SQLite vault. */
import type { DatabaseSync } from 'node:sqlite'
import { runWithoutSync } from '../log-file.ts'
import type { UsageCountStore } from './counts.ts'

export function createSqliteCountStore(db: DatabaseSync): UsageCountStore {
  db.exec(`
    CREATE TABLE IF NOT EXISTS counts (
      key TEXT PRIMARY KEY, count INTEGER NOT NULL, until INTEGER NOT NULL
    ) WITHOUT ROWID;
    CREATE INDEX IF NOT EXISTS counts_until ON counts (until);
  `)
  const dropOld = db.prepare('DELETE FROM counts WHERE until <= ?')
  const add = db.prepare(
    `INSERT INTO counts (key, count, until) VALUES (?, 1, ?)
     ON CONFLICT (key) DO UPDATE SET count = count + 1, until = MIN(until, excluded.until) RETURNING count, until`,
  )
  const takeBack = db.prepare('UPDATE counts SET count = count - 1 WHERE key = ? AND count > 0')
  const find = db.prepare('SELECT count, until FROM counts WHERE key = ? AND until > ?')
  return {
    async countUp(key, durationMs, now) {
      return runWithoutSync(db, () => {
        dropOld.run(now)
        // `get` would return the count even if its commit failed on a full disk.
        const [{ count, until }] = add.all(key, now + durationMs) as [{ count: number; until: number }]
        return { count, until }
      })
    },
    async countDown(key) {
      runWithoutSync(db, () => takeBack.run(key))
    },
    async counted(key, now) {
      const { count = 0, until = now } = find.get(key, now) ?? {}
      return { count: Number(count), until: Number(until) }
    },
  }
}
