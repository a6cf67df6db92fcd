/** Every row that a view's things had: whole, or as its difference from the one before, which costs what changed. */
import type { DatabaseSync } from 'node:sqlite'
import { LRUCache } from 'lru-cache'
import type { Position } from '../event-store/event-store.ts'
import type { Row } from '../read-store/read-store.ts'
import { apply, type Difference, differenceOf } from './difference.ts'

/** After so many differences a row is kept whole again: what it costs at most to read a version. */
const DEEPEST = 16
/** Characters of versions that are kept parsed. */
const KEPT_CHARACTERS = 4_000_000

/** A row, and how many differences lie under it. */
export interface Version {
  row: Row
  depth: number
}

interface Stored {
  n: number
  since: Position
  depth: number
  row: string
}

/** Opens (or makes) the table. */
export function openVersions(database: DatabaseSync, table: string) {
  const versions = `"${table} versions"`
  database.exec(`
    CREATE TABLE IF NOT EXISTS ${versions} (n INTEGER PRIMARY KEY, key INTEGER NOT NULL, since INTEGER NOT NULL, depth INTEGER NOT NULL,
      row TEXT NOT NULL);
    CREATE UNIQUE INDEX IF NOT EXISTS "${table} by thing" ON ${versions} (key, since);
    CREATE INDEX IF NOT EXISTS "${table} by event" ON ${versions} (since)`)
  const insert = database.prepare(`INSERT INTO ${versions} (key, since, depth, row) VALUES (?, ?, ?, ?)`)
  const newestBy = `FROM ${versions} WHERE key = ? AND since <= ? ORDER BY since DESC`
  const selectNumber = database.prepare(`SELECT n ${newestBy} LIMIT 1`)
  const selectChain = database.prepare(`SELECT n, since, depth, row ${newestBy}`)
  const selectKeys = database.prepare(`SELECT key FROM ${versions} WHERE since = ? ORDER BY n`)
  const between = `FROM ${versions} WHERE key = ? AND since > ? AND since <= ?`
  const selectSinces = database.prepare(`SELECT since ${between} ORDER BY since DESC LIMIT ?`)
  const countSinces = database.prepare(`SELECT count(*) AS count ${between}`)
  const kept = new LRUCache<number, Version>({ maxSize: KEPT_CHARACTERS })

  /** Back to the last one that is whole. */
  function read(key: number, position: Position): Version {
    const differences: Difference[] = []
    let newest: Stored | undefined
    for (const found of selectChain.iterate(key, position)) {
      const stored = found as unknown as Stored
      newest ??= stored
      const part = JSON.parse(stored.row)
      if (stored.depth > 0) {
        differences.push(part)
        continue
      }
      const row = { ...(differences.reduceRight(apply, part) as Row), position: newest.since }
      const version = { row, depth: newest.depth }
      kept.set(newest.n, version, { size: stored.row.length })
      return version
    }
    throw new Error(`The history of thing ${key} has no beginning.`)
  }

  return {
    /** Adds the row that a thing has from its position on. Answers its depth. */
    add(key: number, before: Version | undefined, { position, ...row }: Row): number {
      const whole = JSON.stringify(row)
      const difference = before && before.depth < DEEPEST ? differenceOf(withoutPosition(before.row), row) : undefined
      const short = before && difference && JSON.stringify(difference)
      const depth = short && short.length * 2 < whole.length ? before.depth + 1 : 0
      insert.run(key, position, depth, depth > 0 ? (short as string) : whole)
      return depth
    },
    /** The one of a position; undefined where the thing was not there yet. */
    at(key: number, position: Position): Version | undefined {
      const found = selectNumber.get(key, position)
      return found && (kept.get(found.n as number) ?? read(key, position))
    },
    /** The things that the event at a position changed. */
    changedAt: (position: Position): number[] => selectKeys.all(position).map(({ key }) => key as number),
    /** Of the positions after one and up to another at which a thing was changed the last ones, the last first; and how many there are. */
    changesOf: (key: number, after: Position, upTo: Position, most: number): { last: Position[]; count: number } => ({
      last: selectSinces.all(key, after, upTo, most).map(({ since }) => since as Position),
      count: Number(countSinces.get(key, after, upTo)?.count),
    }),
  }
}

function withoutPosition({ position: _, ...row }: Row): object {
  return row
}
