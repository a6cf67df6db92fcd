/** The tables in which a view's history lies, and the statements on them. */
import type { DatabaseSync } from 'node:sqlite'

/**
 * `things`: each id with the position of its first row and its newest version. `versions`: every row that there was, whole or
 * (`depth` above 0) as its difference from the one before. `periods`: for how long an indexed field had a value. `tops`: the
 * greatest value that such a field had so far, roughly.
 */
export function openViewTables(database: DatabaseSync, table: string) {
  const [things, versions, periods, tops] = ['things', 'versions', 'periods', 'tops'].map(
    (part) => `"${table} ${part}"`,
  )
  const named = (index: string) => `"${table} ${index}"`
  database.exec(`
    CREATE TABLE IF NOT EXISTS ${things} (key INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, born INTEGER NOT NULL, newest INTEGER NOT NULL,
      sinces TEXT NOT NULL);
    CREATE INDEX IF NOT EXISTS ${named('born')} ON ${things} (born);
    CREATE TABLE IF NOT EXISTS ${versions} (n INTEGER PRIMARY KEY, key INTEGER NOT NULL, since INTEGER NOT NULL, depth INTEGER NOT NULL,
      row TEXT NOT NULL);
    CREATE UNIQUE INDEX IF NOT EXISTS ${named('by thing')} ON ${versions} (key, since);
    CREATE INDEX IF NOT EXISTS ${named('by event')} ON ${versions} (since);
    CREATE TABLE IF NOT EXISTS ${periods} (field INTEGER, value TEXT, place INTEGER, since INTEGER, key INTEGER, till INTEGER NOT NULL,
      PRIMARY KEY (field, value, place, since, key)) WITHOUT ROWID;
    CREATE INDEX IF NOT EXISTS ${named('by end')} ON ${periods} (field, value, place, till) WHERE place > 0;
    CREATE TABLE IF NOT EXISTS ${tops} (field INTEGER, since INTEGER, value TEXT NOT NULL, PRIMARY KEY (field, since)) WITHOUT ROWID;
  `)
  // Places of an interval tree come as JSON: one statement for however many there are.
  const about = `
    SELECT p.key FROM json_each(@begun) AS at CROSS JOIN ${periods} AS p
      WHERE p.field = @field AND p.value = @value AND p.place = at.value AND p.since <= @position
    UNION ALL SELECT p.key FROM json_each(@ended) AS at CROSS JOIN ${periods} AS p
      WHERE p.field = @field AND p.value = @value AND p.place = at.value AND p.place > 0 AND p.till > @position`
  return {
    thing: database.prepare(`SELECT key, newest, sinces FROM ${things} WHERE id = ?`),
    idOf: database.prepare(`SELECT id FROM ${things} WHERE key = ?`),
    ids: database.prepare(`SELECT id FROM ${things}`),
    addThing: database.prepare(`INSERT INTO ${things} (id, born, newest, sinces) VALUES (?, ?, 0, '[]')`),
    changeThing: database.prepare(`UPDATE ${things} SET newest = ?, sinces = ? WHERE key = ?`),
    addVersion: database.prepare(`INSERT INTO ${versions} (key, since, depth, row) VALUES (?, ?, ?, ?)`),
    versionAt: database.prepare(
      `SELECT n, since FROM ${versions} WHERE key = ? AND since <= ? ORDER BY since DESC LIMIT 1`,
    ),
    chain: database.prepare(
      `SELECT n, since, depth, row FROM ${versions} WHERE key = ? AND since <= ? ORDER BY since DESC`,
    ),
    changedAt: database.prepare(`SELECT key FROM ${versions} WHERE since = ? ORDER BY n`),
    begin: database.prepare(
      `INSERT INTO ${periods} (field, value, place, since, key, till) VALUES (@field, @value, @place, @since, @key, @till)`,
    ),
    end: database.prepare(
      `DELETE FROM ${periods} WHERE field = ? AND value = ? AND place = 0 AND since = ? AND key = ?`,
    ),
    raiseTop: database.prepare(`INSERT INTO ${tops} (field, since, value) VALUES (?, ?, ?)
      ON CONFLICT (field, since) DO UPDATE SET value = excluded.value`),
    topAt: database.prepare(`SELECT value FROM ${tops} WHERE field = ? AND since <= ? ORDER BY since DESC LIMIT 1`),
    having: database.prepare(`${about} LIMIT @most`),
    countHaving: database.prepare(`SELECT count(*) AS count FROM (${about})`),
    between: database.prepare(
      `SELECT key FROM ${periods} WHERE field = @field AND value >= @from AND value < @to AND since <= @position AND till > @position LIMIT @most`,
    ),
    downFrom: database.prepare(
      `SELECT key, value FROM ${periods} WHERE field = @field AND value < @to AND since <= @position AND till > @position ORDER BY value DESC`,
    ),
    born: database.prepare(`SELECT key FROM ${things} WHERE born <= ? LIMIT ?`),
    countBorn: database.prepare(`SELECT count(*) AS count FROM ${things} WHERE born <= ?`),
  }
}

export type ViewTables = ReturnType<typeof openViewTables>

export function dropViewTables(database: DatabaseSync, table: string): void {
  for (const part of ['things', 'versions', 'periods', 'tops']) database.exec(`DROP TABLE IF EXISTS "${table} ${part}"`)
}
