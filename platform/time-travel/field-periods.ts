/**
 * Stores the times of indexed fields' values, and finds rows by them.
 * Periods are in a relational interval tree (Kriegel, Pötke and Seidl, VLDB 2000).
 */

import type { DatabaseSync } from 'node:sqlite'
import { lookUp } from '#domain/dictionary.ts'
import type { Row } from '../read-store/read-store.ts'

/** Length of an indexed time that ends after the hour, such as `s2026-03-04T12`. */
const HOUR_PREFIX_LENGTH = 's2026-03-04T12'.length
/** Suffix that sorts after every text with the same prefix. */
const LAST_TEXT_SUFFIX = '\u{10ffff}'

/** Node of the interval tree at which periods without an end are stored. */
const OPEN_PERIOD_TREE_NODE = 0
/** End of a period that has not ended; larger than every log position. */
export const OPEN_PERIOD_END = Number.MAX_SAFE_INTEGER

/**
 * Number of digits of the largest safe integer.
 * Numbers are padded to it, so that their texts sort correctly.
 */
const NUMBER_DIGITS = 16

/**
 * Returns the text under which a field's value is indexed.
 * Texts sort as their values do.
 * Undefined if the field has no value.
 * Throws if the value is an object, or a number with a sign or fraction.
 */
function indexed(row: Row | undefined, field: string): string | undefined {
  const value = lookUp(row, field) ?? undefined
  if (value === undefined) return undefined
  if (typeof value === 'object') throw new TypeError(`The field ${field} is no plain value and can't be indexed.`)
  if (typeof value !== 'number') return `${(typeof value)[0]}${value}`
  if (!Number.isSafeInteger(value) || value < 0) throw new TypeError(`${value} in the field ${field} can't be indexed.`)
  return `n${String(value).padStart(NUMBER_DIGITS, '0')}`
}

/**
 * Opens or creates two SQLite tables.
 * `periods` has the log positions between which a row's field had a certain value.
 * `tops` has the highest value of each field, cut to the hour.
 */
export function openFieldPeriods(database: DatabaseSync, table: string, fields: readonly string[]) {
  const [periods, tops] = [`"${table} periods"`, `"${table} tops"`]
  database.exec(`
    CREATE TABLE IF NOT EXISTS ${periods} (field INTEGER, value TEXT, place INTEGER, since INTEGER, key INTEGER, till INTEGER NOT NULL,
      PRIMARY KEY (field, value, place, since, key)) WITHOUT ROWID;
    CREATE INDEX IF NOT EXISTS "${table} by end" ON ${periods} (field, value, place, till) WHERE place > 0;
    CREATE TABLE IF NOT EXISTS ${tops} (field INTEGER, since INTEGER, value TEXT NOT NULL, PRIMARY KEY (field, since)) WITHOUT ROWID`)
  // Passes the nodes of the period tree (see `treePlacesAround`) as JSON.
  // One statement then serves any number of nodes.
  const about = `
    SELECT p.key FROM json_each(@begun) AS at CROSS JOIN ${periods} AS p
      WHERE p.field = @field AND p.value = @value AND p.place = at.value AND p.since <= @position
    UNION ALL SELECT p.key FROM json_each(@ended) AS at CROSS JOIN ${periods} AS p
      WHERE p.field = @field AND p.value = @value AND p.place = at.value AND p.place > 0 AND p.till > @position`
  const then = `field = @field AND value < @to AND since <= @position AND till > @position`
  const statements = {
    begin: database.prepare(
      `INSERT INTO ${periods} (field, value, place, since, key, till) VALUES (@field, @value, @place, @since, @key, @till)`,
    ),
    end: database.prepare(
      `DELETE FROM ${periods} WHERE field = ? AND value = ? AND place = ${OPEN_PERIOD_TREE_NODE} AND since = ? AND key = ?`,
    ),
    raiseTop: database.prepare(`INSERT INTO ${tops} (field, since, value) VALUES (?, ?, ?)
      ON CONFLICT (field, since) DO UPDATE SET value = excluded.value`),
    topAt: database.prepare(`SELECT value FROM ${tops} WHERE field = ? AND since <= ? ORDER BY since DESC LIMIT 1`),
    having: database.prepare(`${about} LIMIT @most`),
    count: database.prepare(`SELECT count(*) AS count FROM (${about})`),
    from: database.prepare(`SELECT key FROM ${periods} WHERE ${then} AND value >= @from LIMIT @most`),
    down: database.prepare(`SELECT key, value FROM ${periods} WHERE ${then} ORDER BY value DESC`),
  }
  const topAt = (field: number, position: number) => statements.topAt.get(field, position)?.value as string | undefined
  const presentTops = () => fields.map((_, field) => topAt(field, OPEN_PERIOD_END) ?? '')
  let present = presentTops()

  const beyond = (field: number, position: number) => (topAt(field, position) ?? '') + LAST_TEXT_SUFFIX

  function havingAsked(field: string, value: unknown, position: number, head: number) {
    const { ended, begun } = treePlacesAround(position, head)
    const sought = indexed({ id: '', position, [field]: value } as Row, field) ?? ''
    const places = { ended: JSON.stringify(ended), begun: JSON.stringify(begun) }
    return { ...places, field: fields.indexOf(field), value: sought, position }
  }

  function begin(field: number, value: string, since: number, key: number): void {
    statements.begin.run({ field, value, since, key, till: OPEN_PERIOD_END, place: OPEN_PERIOD_TREE_NODE })
    const top = value.slice(0, HOUR_PREFIX_LENGTH)
    if (top <= (present[field] ?? '')) return
    present[field] = top
    statements.raiseTop.run(field, since, top)
  }

  function end(field: number, value: string, since: number, till: number, key: number): void {
    statements.end.run(field, value, since, key)
    statements.begin.run({ field, value, since, key, till, place: intervalTreeNodeOf(since, till) })
  }

  return {
    isIndexed: (field: string): boolean => fields.includes(field),

    /** Reloads the cached highest value of each field after another process has written. */
    refresh(): void {
      present = presentTops()
    },

    /**
     * Ends the periods of a row's changed values and starts new periods.
     * `sinces` contains, by field, the log position at which the previous value's period started.
     * Returns the start positions of the present values.
     */
    follow(key: number, before: Row | undefined, row: Row, sinces: readonly number[]): number[] {
      return fields.map((name, field) => {
        const [was, is] = [indexed(before, name), indexed(row, name)]
        const since = sinces[field] ?? row.position
        if (was === is) return since
        if (was !== undefined) end(field, was, since, row.position, key)
        if (is !== undefined) begin(field, is, row.position, key)
        return row.position
      })
    },

    /** Returns the keys of at most `most` rows that had this value in `field` at a log position. */
    having: (field: string, value: unknown, position: number, head: number, most: number): number[] =>
      statements.having.all({ ...havingAsked(field, value, position, head), most }).map(({ key }) => key as number),

    countHaving: (field: string, value: unknown, position: number, head: number): number =>
      Number(statements.count.get(havingAsked(field, value, position, head))?.count),

    /**
     * Returns the keys of at most `most` rows, as of a log position.
     * The rows' text in `field` equals `from` or sorts after it.
     */
    from(field: string, from: string, position: number, most: number): number[] {
      const place = fields.indexOf(field)
      const asked = { field: place, from: `s${from}`, to: beyond(place, position), position, most }
      return statements.from.all(asked).map(({ key }) => key as number)
    },

    /** Yields the keys of the rows that have a value in the field, highest value first. */
    *down(field: string, position: number): Generator<{ key: number; value: string }> {
      const place = fields.indexOf(field)
      const asked = { field: place, to: beyond(place, position), position }
      for (const found of statements.down.iterate(asked)) yield found as { key: number; value: string }
    },
  }
}

/**
 * Returns the interval tree's node for the period from `since` to `till` (exclusive).
 * It is the number in (since, till] that the highest power of two divides.
 */
export function intervalTreeNodeOf(since: number, till: number): number {
  if (till === OPEN_PERIOD_END) return OPEN_PERIOD_TREE_NODE
  let step = 1
  while (Math.floor(since / (2 * step)) !== Math.floor(till / (2 * step))) step *= 2
  return Math.floor(till / step) * step
}

/**
 * Returns the nodes of the interval tree whose periods may include `position`.
 * `head` is the last position of the log.
 * All periods at the nodes in `ended` start at or before `position`, so compare only their ends.
 * All periods at the nodes in `begun` end after `position`, so compare only their starts.
 * `begun` includes `OPEN_PERIOD_TREE_NODE`, where periods without an end are stored.
 */
export function treePlacesAround(position: number, head: number): { ended: number[]; begun: number[] } {
  const places = { ended: [] as number[], begun: [OPEN_PERIOD_TREE_NODE] }
  for (let step = 1; step <= head; step *= 2) {
    const place = Math.floor(position / (2 * step)) * 2 * step + step
    if (place <= position) places.ended.push(place)
    else places.begun.push(place)
  }
  return places
}
