/** Stores all versions of a view's rows, complete or as differences. */

import type { DatabaseSync } from 'node:sqlite'
import { LRUCache } from 'lru-cache'
import { lookUp } from '#domain/dictionary.ts'
import type { Row } from '../read-store/read-store.ts'

/**
 * Maximum number of consecutive differences from which a row version is built.
 * It limits the cost of reading a version.
 */
const DEEPEST = 16
/** Maximum size of the cached row versions, in characters. */
const KEPT_CHARACTERS = 4_000_000

/** Thrown if the time-travel file is damaged: versions of rows are missing. */
export class TimeTravelFileDamaged extends Error {}

/**
 * A version of a row.
 * To build it, `depth` stored differences were applied to an earlier complete version.
 */
export interface RowVersion {
  row: Row
  depth: number
}

interface Stored {
  n: number
  since: number
  depth: number
  row: string
}

/** Opens or creates the table of row versions. */
export function openRowVersions(database: DatabaseSync, table: string) {
  const versions = `"${table} versions"`
  database.exec(`
    CREATE TABLE IF NOT EXISTS ${versions} (n INTEGER PRIMARY KEY, key INTEGER NOT NULL, since INTEGER NOT NULL, depth INTEGER NOT NULL,
      row TEXT NOT NULL);
    CREATE UNIQUE INDEX IF NOT EXISTS "${table} by thing" ON ${versions} (key, since);
    CREATE INDEX IF NOT EXISTS "${table} by event" ON ${versions} (since)`)
  const insert = database.prepare(`INSERT INTO ${versions} (key, since, depth, row) VALUES (?, ?, ?, ?)`)
  const newestBy = `FROM ${versions} WHERE key = ? AND since <= ? ORDER BY since DESC`
  const selectNewest = database.prepare(`SELECT n, since, depth, row ${newestBy} LIMIT 1`)
  const selectBefore = database.prepare(
    `SELECT depth, row FROM ${versions} WHERE key = ? AND since < ? ORDER BY since DESC`,
  )
  const selectPrevious = database.prepare(
    `SELECT n, since, depth, row FROM ${versions} WHERE key = ? AND since < ? ORDER BY since DESC LIMIT 1`,
  )
  const selectKeys = database.prepare(`SELECT key FROM ${versions} WHERE since = ? ORDER BY n`)
  const between = `FROM ${versions} WHERE key = ? AND since > ? AND since <= ?`
  const selectSinces = database.prepare(`SELECT since ${between} ORDER BY since DESC LIMIT ?`)
  const countSinces = database.prepare(`SELECT count(*) AS count ${between}`)
  const kept = new LRUCache<number, RowVersion>({ maxSize: KEPT_CHARACTERS })

  /**
   * Returns the last complete row version before a position, and the differences stored after it.
   * The latest difference comes first.
   */
  function chainBefore(key: number, position: number) {
    const differences: JsonDifference[] = []
    for (const { depth, row } of selectBefore.iterate(key, position)) {
      const part = JSON.parse(row as string)
      if (depth === 0) return { whole: part, differences, characters: (row as string).length }
      differences.push(part)
    }
    throw new TimeTravelFileDamaged(`The history of thing ${key} has no beginning.`)
  }

  function read(key: number, { n, since, depth, row }: Stored): RowVersion {
    const own = JSON.parse(row)
    const chain = depth > 0 ? chainBefore(key, since) : undefined
    const fields = chain ? [own, ...chain.differences].reduceRight(applyJsonDifference, chain.whole) : own
    const version = { row: { ...fields, position: since }, depth }
    kept.set(n, version, { size: chain?.characters ?? row.length })
    return version
  }

  return {
    /**
     * Adds a version of a row, valid from the row's position on.
     * Returns how many stored differences separate the version from a complete copy.
     */
    add(key: number, before: RowVersion | undefined, { position, ...row }: Row): number {
      const whole = JSON.stringify(row)
      const difference =
        before && before.depth < DEEPEST ? jsonDifferenceOf(withoutPosition(before.row), row) : undefined
      const short = before && difference && JSON.stringify(difference)
      const depth = short && short.length * 2 < whole.length ? before.depth + 1 : 0
      insert.run(key, position, depth, depth > 0 ? (short as string) : whole)
      return depth
    },
    at(key: number, position: number): RowVersion | undefined {
      const found = selectNewest.get(key, position) as Stored | undefined
      const known = found && kept.get(found.n)
      if (!found || known) return known
      return read(key, found)
    },
    /** Returns the row's version before the event at `position`, or undefined. */
    before(key: number, position: number): RowVersion | undefined {
      const found = selectPrevious.get(key, position) as Stored | undefined
      return found && (kept.get(found.n) ?? read(key, found))
    },
    /** Returns the keys of the rows that the event at a log position changed. */
    changedAt: (position: number): number[] => selectKeys.all(position).map(({ key }) => key as number),
    /**
     * Returns the positions of a row's last changes, latest first, and the number of all changes.
     * Both cover positions after `after` up to `upTo`, including `upTo`.
     */
    changesOf: (key: number, after: number, upTo: number, most: number): { last: number[]; count: number } => ({
      last: selectSinces.all(key, after, upTo, most).map(({ since }) => since as number),
      count: Number(countSinces.get(key, after, upTo)?.count),
    }),
  }
}

function withoutPosition({ position: _, ...row }: Row): object {
  return row
}

/**
 * Difference of two values.
 * `[value]`: the new value.
 * `[]`: removed.
 * An object: changes by field, or by index of an array.
 */
type JsonDifference = readonly [unknown?] | { readonly [field: string]: JsonDifference }

type Fields = Record<string, unknown>

/**
 * Returns both values if their fields can be compared one by one.
 * Only plain objects and arrays of equal length can.
 * Returns undefined otherwise.
 */
function comparable(a: unknown, b: unknown): [Fields, Fields] | undefined {
  if (a === null || b === null || typeof a !== 'object' || typeof b !== 'object') return undefined
  if (Array.isArray(a) || Array.isArray(b))
    if (!Array.isArray(a) || !Array.isArray(b) || a.length !== b.length) return undefined
  return [a as Fields, b as Fields]
}

/**
 * Returns the difference of JSON values, or undefined.
 * An undefined field counts as missing.
 */
export function jsonDifferenceOf(before: unknown, after: unknown): JsonDifference | undefined {
  if (Object.is(before, after)) return undefined
  const both = comparable(before, after)
  if (!both) return after === undefined ? [] : [after]
  const [a, b] = both
  const changed: [string, JsonDifference][] = []
  for (const field of new Set([...Object.keys(a), ...Object.keys(b)])) {
    const difference = jsonDifferenceOf(lookUp(a, field), lookUp(b, field))
    if (difference) changed.push([field, difference])
  }
  return changed.length > 0 ? Object.fromEntries(changed) : undefined
}

const isWhole = (difference: JsonDifference): difference is readonly [unknown?] => Array.isArray(difference)

/** Applies a difference to a copy of the earlier version. */
export function applyJsonDifference(before: unknown, difference: JsonDifference): unknown {
  if (isWhole(difference)) return difference[0]
  const after = new Map(Object.entries(before as Fields))
  for (const [field, change] of Object.entries(difference)) {
    if (isWhole(change) && change.length === 0) after.delete(field)
    else after.set(field, applyJsonDifference(after.get(field), change))
  }
  return Array.isArray(before) ? [...after.values()] : Object.fromEntries(after)
}
