/**
 * Inverted index of the audit log: numbers of events by term and chunk, which intersect fast.
 * Ordinary indexes of rows would have to exist for each combination of filters.
 */
import type { DatabaseSync } from 'node:sqlite'
import { LRUCache } from 'lru-cache'

/**
 * Number of events per chunk.
 * Events are numbered from 0 without gaps.
 */
export const EVENTS_PER_CHUNK = 8_192
export const chunkOf = (n: number) => Math.floor(n / EVENTS_PER_CHUNK)
/** Maximum number of cached term ids. */
const CACHED_TERMS_LIMIT = 100_000
/** Maximum size in bytes of the cache for lists of complete chunks, which no longer change. */
const CACHE_LIMIT_BYTES = 32_000_000
/** A number above any possible number of chunks. */
const CHUNK_LIMIT = 1_000_000

export const INVERTED_INDEX_TABLES_SQL = `
  CREATE TABLE IF NOT EXISTS terms (id INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE);
  CREATE TABLE IF NOT EXISTS lists (term INTEGER, chunk INTEGER, places BLOB NOT NULL, PRIMARY KEY (term, chunk)) WITHOUT ROWID;`

/** Positions of events within their chunk, ascending. */
export type ChunkOffsets = Uint16Array

const asPlaces = ({ buffer, byteOffset, byteLength }: Uint8Array): ChunkOffsets =>
  new Uint16Array(buffer as ArrayBuffer, byteOffset, byteLength / 2)
const asBlob = (places: ChunkOffsets) => new Uint8Array(places.buffer, places.byteOffset, places.byteLength)

export interface InvertedIndex {
  /** Adds the terms of event `n`, which must be the newest. */
  add(n: number, terms: readonly string[]): void
  /** Writes the added terms to the database. */
  flush(): void
  /** Returns the id of a term; undefined if no event has it. */
  find(text: string): number | undefined
  /** Returns the terms with a prefix, sorted. */
  beginningWith(prefix: string, limit: number): { id: number; text: string }[]
  /** Returns the chunks in a range that contain the term, newest first. */
  chunks(term: number, first: number, last: number): number[]
  /** Returns the positions of a term in a chunk. `isFull` means that the chunk no longer changes. */
  places(term: number, chunk: number, isFull?: boolean): ChunkOffsets
}

const NONE: ChunkOffsets = new Uint16Array()

/** Returns the positions that are in both lists. */
export function intersect(one: ChunkOffsets, other: ChunkOffsets): ChunkOffsets {
  const [few, many] = one.length < other.length ? [one, other] : [other, one]
  const shared = new Uint16Array(few.length)
  let [length, at] = [0, 0]
  for (const place of few) {
    while (at < many.length && (many[at] as number) < place) at++
    if (many[at] === place) shared[length++] = place
  }
  return shared.subarray(0, length)
}

function joined(places: ChunkOffsets, added: readonly number[]): ChunkOffsets {
  const all = new Uint16Array(places.length + added.length)
  all.set(places)
  all.set(added, places.length)
  return all
}

export function openInvertedIndex(database: DatabaseSync): InvertedIndex {
  const idOf = database.prepare('SELECT id FROM terms WHERE text = ?')
  const newTerm = database.prepare('INSERT INTO terms (text) VALUES (?)')
  const among = database.prepare('SELECT id, text FROM terms WHERE text >= ? AND text < ? ORDER BY text LIMIT ?')
  const placesOf = database.prepare('SELECT places FROM lists WHERE term = ? AND chunk = ?')
  const chunksOf = database.prepare(
    'SELECT chunk FROM lists WHERE term = ? AND chunk BETWEEN ? AND ? ORDER BY chunk DESC',
  )
  const write = database.prepare('REPLACE INTO lists (term, chunk, places) VALUES (?, ?, ?)')
  const known = new Map<string, number>()
  /** Added positions that are not written yet, by chunk and term. */
  const noted = new Map<number, Map<number, number[]>>()

  function find(text: string): number | undefined {
    const id = known.get(text) ?? (idOf.get(text) as { id: number } | undefined)?.id
    if (id === undefined) return undefined
    if (known.size >= CACHED_TERMS_LIMIT) known.clear()
    known.set(text, id)
    return id
  }

  const kept = new LRUCache<number, ChunkOffsets>({
    maxSize: CACHE_LIMIT_BYTES,
    sizeCalculation: ({ byteLength }) => byteLength + 100,
  })

  function places(term: number, chunk: number, isFull = false): ChunkOffsets {
    const key = term * CHUNK_LIMIT + chunk
    const known = isFull ? kept.get(key) : undefined
    if (known) return known
    const row = placesOf.get(term, chunk) as { places: Uint8Array } | undefined
    const read = row ? asPlaces(row.places) : NONE
    if (isFull) kept.set(key, read)
    return read
  }

  return {
    add(n, terms) {
      const chunk = noted.get(chunkOf(n)) ?? new Map<number, number[]>()
      noted.set(chunkOf(n), chunk)
      for (const text of terms) {
        const term = find(text) ?? Number(newTerm.run(text).lastInsertRowid)
        const places = chunk.get(term)
        if (places) places.push(n % EVENTS_PER_CHUNK)
        else chunk.set(term, [n % EVENTS_PER_CHUNK])
      }
    },
    flush() {
      for (const [chunk, terms] of noted)
        for (const [term, added] of terms) write.run(term, chunk, asBlob(joined(places(term, chunk), added)))
      noted.clear()
    },
    find,
    beginningWith: (prefix, limit) => among.all(prefix, `${prefix}\u{10FFFF}`, limit) as { id: number; text: string }[],
    chunks: (term, first, last) => chunksOf.all(term, first, last).map(({ chunk }) => chunk as number),
    places,
  }
}
