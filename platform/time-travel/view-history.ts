/** History of a view: all row versions, and queries at a position. */
import type { DatabaseSync } from 'node:sqlite'
import { LRUCache } from 'lru-cache'
import type { Row } from '../read-store/read-store.ts'
import { OPEN_PERIOD_END, openFieldPeriods } from './field-periods.ts'
import { openRowVersions, type RowVersion } from './versions.ts'

/**
 * Limit of cached newest row versions.
 * The next events usually change these rows.
 */
const KEPT_NEWEST = 8_000

/** Newest version of a row. */
interface NewestVersion {
  key: number
  version: RowVersion | undefined
  /** Log positions at which the row's indexed fields got their values, one per field. */
  sinces: readonly number[]
}

interface ChangedRow {
  id: string
  before: Row | undefined
  after: Row
}

/**
 * Opens or creates the tables of a view.
 * `fields` are its indexed fields, apart from the id.
 */
export function openViewHistory(database: DatabaseSync, table: string, fields: readonly string[]) {
  const things = `"${table} things"`
  database.exec(`
    CREATE TABLE IF NOT EXISTS ${things} (key INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, born INTEGER NOT NULL, sinces TEXT NOT NULL);
    CREATE INDEX IF NOT EXISTS "${table} born" ON ${things} (born)`)
  const versions = openRowVersions(database, table)
  const periods = openFieldPeriods(database, table, fields)
  const selectThing = database.prepare(`SELECT key, sinces FROM ${things} WHERE id = ?`)
  const selectId = database.prepare(`SELECT id FROM ${things} WHERE key = ?`)
  const selectIds = database.prepare(`SELECT id FROM ${things}`)
  const addThing = database.prepare(`INSERT INTO ${things} (id, born, sinces) VALUES (?, ?, '[]')`)
  const keepSinces = database.prepare(`UPDATE ${things} SET sinces = ? WHERE key = ?`)
  const selectBorn = database.prepare(`SELECT key FROM ${things} WHERE born <= ? LIMIT ?`)
  const countBorn = database.prepare(`SELECT count(*) AS count FROM ${things} WHERE born <= ?`)
  const newest = new LRUCache<string, NewestVersion>({ max: KEPT_NEWEST })

  function newestOf(id: string): NewestVersion | undefined {
    const kept = newest.get(id)
    if (kept) return kept
    const thing = selectThing.get(id) as { key: number; sinces: string } | undefined
    if (!thing) return undefined
    const found = { key: thing.key, sinces: JSON.parse(thing.sinces), version: versions.at(thing.key, OPEN_PERIOD_END) }
    newest.set(id, found)
    return found
  }

  const begun = (id: string, born: number): NewestVersion => ({
    key: Number(addThing.run(id, born).lastInsertRowid),
    version: undefined,
    sinces: [],
  })
  const rowAt = (key: number, position: number): Row | undefined => versions.at(key, position)?.row

  return {
    ...periods,

    /** Clears the caches, because another process may have changed the file. */
    refresh(): void {
      newest.clear()
      periods.refresh()
    },

    newest: (id: string): Row | undefined => newestOf(id)?.version?.row,
    ids: (): string[] => selectIds.all().map(({ id }) => id as string),

    /** Adds a version of a row, which is valid from the row's log position on. */
    take(row: Row): void {
      const { key, version, sinces: before } = newestOf(row.id) ?? begun(row.id, row.position)
      const depth = versions.add(key, version, row)
      const sinces = periods.follow(key, version?.row, row, before)
      if (sinces.some((since, field) => since !== before[field])) keepSinces.run(JSON.stringify(sinces), key)
      newest.set(row.id, { key, version: { row, depth }, sinces })
    },

    keyOf: (id: string): number | undefined => newestOf(id)?.key,
    rowAt,

    changesOf: versions.changesOf,

    /** Returns the keys of at most `most` rows that existed at the log position. */
    all: (position: number, most: number): number[] => selectBorn.all(position, most).map(({ key }) => key as number),
    countAll: (position: number): number => Number(countBorn.get(position)?.count),

    /** Returns the rows before and after a position's event. */
    changedAt: (position: number): ChangedRow[] =>
      versions.changedAt(position).map((key) => ({
        id: selectId.get(key)?.id as string,
        before: versions.before(key, position)?.row,
        after: rowAt(key, position) as Row,
      })),
  }
}

export type ViewHistory = ReturnType<typeof openViewHistory>

export function dropViewHistory(database: DatabaseSync, table: string): void {
  for (const part of ['things', 'versions', 'periods', 'tops']) database.exec(`DROP TABLE IF EXISTS "${table} ${part}"`)
}
