/** The history of one view: every row that it had, from which position on, and how to find those of a position. */
import type { DatabaseSync } from 'node:sqlite'
import { LRUCache } from 'lru-cache'
import type { Position } from '../event-store/event-store.ts'
import type { Row } from '../read-store/read-store.ts'
import { apply, type Difference, differenceOf } from './difference.ts'
import { NEVER, placeOf, placesAbout } from './periods.ts'
import { openViewTables } from './view-tables.ts'

/** After so many differences a row is kept whole again: what it costs at most to read a version. */
const DEEPEST = 16
/** Characters of versions that are kept parsed, and of newest rows while events are taken in. */
const KEPT_CHARACTERS = 24_000_000
const KEPT_NEWEST = 8_000_000
/** Of an ISO time, the hour. */
const ROUGHLY = 's2026-03-04T12'.length
/** After every text that begins with what it is put behind. */
const BEYOND = '\u{10ffff}'

/** A row as it is now, for the next event. */
interface Newest {
  key: number
  row: Row | undefined
  /** Of the indexed fields in their order, since when each has its value. */
  sinces: Position[]
  depth: number
}
interface Version {
  n: number
  since: Position
}

/** A plain value as the index has it; undefined where there is none. */
function indexed(row: Row | undefined, field: string): string | undefined {
  const value = (row as unknown as Record<string, unknown> | undefined)?.[field] ?? undefined
  if (value === undefined) return undefined
  if (typeof value === 'object') throw new TypeError(`The field ${field} is no plain value and can't be indexed.`)
  return `${(typeof value)[0]}${value}`
}

export class ViewHistory {
  readonly #tables: ReturnType<typeof openViewTables>
  readonly #fields: readonly string[]
  readonly #newest = new LRUCache<string, Newest>({ maxSize: KEPT_NEWEST, sizeCalculation: () => 1_000 })
  readonly #kept = new LRUCache<number, Row>({ maxSize: KEPT_CHARACTERS })
  readonly #tops: string[]

  /** `fields`: those that rows are found by, beside their id. */
  constructor(database: DatabaseSync, table: string, fields: readonly string[]) {
    this.#tables = openViewTables(database, table)
    this.#fields = fields
    this.#tops = fields.map((_, field) => this.#topAt(field, NEVER) ?? '')
  }

  /** What another process may have written makes what is kept of the newest rows worthless. */
  refresh(): void {
    this.#newest.clear()
    this.#fields.forEach((_, field) => {
      this.#tops[field] = this.#topAt(field, NEVER) ?? ''
    })
  }

  isIndexed = (field: string): boolean => this.#fields.includes(field)

  newest(id: string): Row | undefined {
    return this.#newestOf(id)?.row
  }

  ids = (): string[] => this.#tables.ids.all().map(({ id }) => id as string)

  /** The row as it is from its position on. */
  take(row: Row): void {
    const { position, ...rest } = row
    const before = this.#newestOf(row.id) ?? this.#add(row.id, position)
    const whole = JSON.stringify(rest)
    const difference = before.row && JSON.stringify(differenceOf(withoutPosition(before.row), rest) ?? {})
    const isShort = difference !== undefined && before.depth < DEEPEST && difference.length * 2 < whole.length
    const depth = isShort ? before.depth + 1 : 0
    const added = this.#tables.addVersion.run(before.key, position, depth, isShort ? difference : whole)
    const sinces = this.#fields.map((field, place) => this.#follow(before, row, field, place))
    this.#tables.changeThing.run(added.lastInsertRowid, JSON.stringify(sinces), before.key)
    this.#newest.set(row.id, { key: before.key, row, sinces, depth })
  }

  keyOf = (id: string): number | undefined => this.#tables.thing.get(id)?.key as number | undefined

  /** The row of a thing at a position; undefined where there was none yet. */
  rowAt(key: number, position: Position): Row | undefined {
    const version = this.#tables.versionAt.get(key, position) as unknown as Version | undefined
    return version && (this.#kept.get(version.n) ?? this.#read(key, version.since).row)
  }

  /** At most `most` of the things whose field had the value. */
  having(field: string, value: unknown, position: Position, head: Position, most: number): number[] {
    const asked = this.#about(field, value, position, head)
    return asked ? this.#tables.having.all({ ...asked, most }).map(({ key }) => key as number) : []
  }

  countHaving(field: string, value: unknown, position: Position, head: Position): number {
    const asked = this.#about(field, value, position, head)
    return asked ? Number(this.#tables.countHaving.get(asked)?.count) : 0
  }

  /** At most `most` of the things whose field had a text from `from` on. */
  from(field: string, from: string, position: Position, most: number): number[] {
    const place = this.#fields.indexOf(field)
    const asked = { field: place, from: `s${from}`, to: this.#beyond(place, position), position, most }
    return this.#tables.between.all(asked).map(({ key }) => key as number)
  }

  /** The things that had the field, the greatest value first. */
  *down(field: string, position: Position): Generator<{ key: number; value: string }> {
    const place = this.#fields.indexOf(field)
    const asked = { field: place, to: this.#beyond(place, position), position }
    for (const found of this.#tables.downFrom.iterate(asked)) yield found as { key: number; value: string }
  }

  /** At most `most` of all things that there were. */
  all = (position: Position, most: number): number[] =>
    this.#tables.born.all(position, most).map(({ key }) => key as number)

  countAll = (position: Position): number => Number(this.#tables.countBorn.get(position)?.count)

  /** The rows that the event at a position changed, as they were before and after it. */
  changedAt(position: Position): { id: string; before: Row | undefined; after: Row }[] {
    return this.#tables.changedAt.all(position).map(({ key }) => ({
      id: this.#tables.idOf.get(key as number)?.id as string,
      before: this.rowAt(key as number, position - 1),
      after: this.rowAt(key as number, position) as Row,
    }))
  }

  #about(field: string, value: unknown, position: Position, head: Position) {
    const { ended, begun } = placesAbout(position, head)
    const sought = indexed({ id: '', position, [field]: value } as Row, field)
    if (sought === undefined) return undefined
    const places = { ended: JSON.stringify(ended), begun: JSON.stringify(begun) }
    return { ...places, field: this.#fields.indexOf(field), value: sought, position }
  }

  #add(id: string, born: Position): Newest {
    const key = Number(this.#tables.addThing.run(id, born).lastInsertRowid)
    return { key, row: undefined, sinces: [], depth: 0 }
  }

  /** Since when the field has its value: where it is another one now, the period of the one before ends. */
  #follow({ key, row: before, sinces }: Newest, row: Row, field: string, place: number): Position {
    const { position } = row
    const [was, is] = [indexed(before, field), indexed(row, field)]
    const known = sinces[place] ?? position
    if (was === is) return known
    if (was !== undefined) {
      this.#tables.end.run(place, was, known, key)
      const ended = { since: known, till: position, place: placeOf(known, position) }
      this.#tables.begin.run({ field: place, value: was, key, ...ended })
    }
    if (is !== undefined) {
      this.#tables.begin.run({ field: place, value: is, key, since: position, till: NEVER, place: placeOf(0, NEVER) })
      const top = is.slice(0, ROUGHLY)
      if (top > (this.#tops[place] ?? '')) {
        this.#tops[place] = top
        this.#tables.raiseTop.run(place, position, top)
      }
    }
    return position
  }

  #topAt = (field: number, position: Position) => this.#tables.topAt.get(field, position)?.value as string | undefined

  #beyond = (field: number, position: Position): string => (this.#topAt(field, position) ?? '') + BEYOND

  #newestOf(id: string): Newest | undefined {
    const kept = this.#newest.get(id)
    if (kept) return kept
    const thing = this.#tables.thing.get(id) as { key: number; sinces: string } | undefined
    if (!thing) return undefined
    const newest = { key: thing.key, sinces: JSON.parse(thing.sinces), ...this.#read(thing.key, NEVER) }
    this.#newest.set(id, newest)
    return newest
  }

  #read(key: number, position: Position): { row: Row; depth: number } {
    const differences: Difference[] = []
    let newest: (Version & { depth: number }) | undefined
    for (const found of this.#tables.chain.iterate(key, position)) {
      const { n, since, depth, row: text } = found as unknown as Version & { depth: number; row: string }
      newest ??= { n, since, depth }
      const part = JSON.parse(text)
      if (depth > 0) {
        differences.push(part)
        continue
      }
      const row = { ...(differences.reduceRight(apply, part) as Row), position: newest.since }
      this.#kept.set(newest.n, row, { size: text.length })
      return { row, depth: newest.depth }
    }
    throw new Error(`The history of thing ${key} has no beginning.`)
  }
}

function withoutPosition({ position: _, ...rest }: Row): object {
  return rest
}
