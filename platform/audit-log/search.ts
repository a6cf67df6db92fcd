/**
 * Inverted index of the audit log: event numbers by search term and chunk.
 * A search finds the newest events that contain all terms.
 * It also counts how many matches are newer and older than the found events.
 */

import type { DatabaseSync } from 'node:sqlite'
import { LRUCache } from 'lru-cache'

/**
 * Number of events per chunk.
 * Events are numbered from 0 without gaps.
 */
export const EVENTS_PER_CHUNK = 8_192
/** Maximum number of cached term ids. */
const CACHED_TERMS_LIMIT = 100_000
/** Maximum size in bytes of the cache of search results in full chunks, which never change. */
const CACHE_LIMIT_BYTES = 32_000_000
/** A limit that is higher than any possible number of chunks. */
const CHUNK_LIMIT = 1_000_000

/** Positions of events within their chunk, ascending. */
type ChunkOffsets = Uint16Array

interface Search {
  /**
   * Ids of the search terms that every found event contains.
   * An unknown term (undefined) matches no event.
   */
  terms: readonly (number | undefined)[]
  /**
   * Number of the first event in the searched range.
   * The range includes the event `from` and excludes the event `to`.
   */
  from: number
  to: number
  /**
   * Number of the event where the page starts.
   * The page has the newest events `below` this number, or the nearest `above` it.
   */
  place: { below: number } | { above: number }
  limit: number
}

export interface SearchResult {
  /** Log positions of the events found, newest first. */
  events: number[]
  newer: number
  older: number
}

/** Searches an index that contains `size` events. */
export function searchEvents(
  lists: InvertedIndex,
  size: number,
  { terms, from, to, place, limit }: Search,
): SearchResult {
  const known = terms.filter((term) => term !== undefined)
  if (known.length < terms.length || from >= to) return { events: [], newer: 0, older: 0 }
  const isBelow = 'below' in place
  const line = isBelow ? place.below : place.above + 1
  const collected = isBelow ? newestOf(limit) : nearestOf(limit)
  let [newer, older] = [0, 0]
  for (const [chunk, all] of chunksWith(lists, known, { from, to, size })) {
    const places = all.subarray(below(all, from - chunk * EVENTS_PER_CHUNK), below(all, to - chunk * EVENTS_PER_CHUNK))
    const split = below(places, line - chunk * EVENTS_PER_CHUNK)
    newer += places.length - split
    older += split
    collected.add(chunk, isBelow ? places.subarray(0, split) : places.subarray(split))
  }
  const { events } = collected
  return isBelow ? { events, newer, older: older - events.length } : { events, newer: newer - events.length, older }
}

interface Range extends Pick<Search, 'from' | 'to'> {
  size: number
}

const ALL_OFFSETS: ChunkOffsets = Uint16Array.from({ length: EVENTS_PER_CHUNK }, (_, place) => place)

/**
 * Yields chunks of the log that contain events with all terms, newest first.
 * Each comes with the places of these events in the chunk.
 */
function* chunksWith(
  lists: InvertedIndex,
  terms: readonly number[],
  { from, to, size }: Range,
): Generator<[number, ChunkOffsets]> {
  const [first, last] = [chunkOf(from), chunkOf(to - 1)]
  if (terms.length === 0) {
    for (let chunk = last; chunk >= first; chunk--) yield [chunk, ALL_OFFSETS]
    return
  }
  const rarest = terms
    .map((term) => ({ term, chunks: lists.chunks(term, first, last) }))
    .sort((one, other) => one.chunks.length - other.chunks.length)
  const [few, ...others] = rarest
  const places = (term: number, chunk: number) => lists.places(term, chunk, chunk < chunkOf(size - 1))
  for (const chunk of few?.chunks ?? []) {
    let shared = places(few?.term as number, chunk)
    for (const { term } of others) if (shared.length > 0) shared = intersect(shared, places(term, chunk))
    if (shared.length > 0) yield [chunk, shared]
  }
}

/** Returns the positions that are in both lists. */
function intersect(one: ChunkOffsets, other: ChunkOffsets): ChunkOffsets {
  const [few, many] = one.length < other.length ? [one, other] : [other, one]
  const shared = new Uint16Array(few.length)
  let [length, at] = [0, 0]
  for (const place of few) {
    while (at < many.length && (many[at] as number) < place) at++
    if (many[at] === place) shared[length++] = place
  }
  return shared.subarray(0, length)
}

/** Returns how many of the sorted positions are below a limit. */
function below(places: ChunkOffsets, line: number): number {
  if (line <= 0) return 0
  if (line >= EVENTS_PER_CHUNK) return places.length
  const from = places.findIndex((place) => place >= line)
  return from === -1 ? places.length : from
}

const chunkOf = (n: number) => Math.floor(n / EVENTS_PER_CHUNK)

/**
 * Returns a collector that keeps the first `limit` event numbers.
 * Chunks of events must be added newest first.
 */
function newestOf(limit: number) {
  const events: number[] = []
  return {
    events,
    add(chunk: number, places: ChunkOffsets) {
      for (let at = places.length - 1; at >= 0 && events.length < limit; at--)
        events.push(chunk * EVENTS_PER_CHUNK + (places[at] as number))
    },
  }
}

/** Returns an object that collects event numbers and keeps only the last `limit`. */
function nearestOf(limit: number) {
  const events: number[] = []
  return {
    events,
    add(chunk: number, places: ChunkOffsets) {
      const few = places.subarray(0, limit)
      for (let at = few.length - 1; at >= 0; at--) events.push(chunk * EVENTS_PER_CHUNK + (few[at] as number))
      events.splice(0, events.length - limit)
    },
  }
}

export interface InvertedIndex {
  /** Adds an event's search terms; `n` must be higher than every number added before. */
  add(n: number, terms: readonly string[]): void
  /** Writes the search terms that were added since the last call to the database. */
  flush(): void
  /**
   * Clears all that memory has: the added terms, and what was read.
   * Call it after a rollback, which removed rows that memory knows.
   */
  discard(): void
  /**
   * Returns the id of a search term.
   * Undefined if no event contains the term.
   */
  find(text: string): number | undefined
  /** Returns the search terms that start with a prefix, sorted. */
  beginningWith(prefix: string, limit: number): { id: number; text: string }[]
  /** Returns the chunks from `first` to `last` that contain the term, newest first. */
  chunks(term: number, first: number, last: number): number[]
  /**
   * Returns a search term's positions in a chunk of the log.
   * `isFull` says that the chunk gets no further events, so its positions never change.
   */
  places(term: number, chunk: number, isFull?: boolean): ChunkOffsets
}

export const INVERTED_INDEX_TABLES_SQL = `
  CREATE TABLE IF NOT EXISTS terms (id INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE);
  CREATE TABLE IF NOT EXISTS lists (term INTEGER, chunk INTEGER, places BLOB NOT NULL, PRIMARY KEY (term, chunk)) WITHOUT ROWID;`

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
  /** Positions that were added to the index but not yet written, by chunk and search term. */
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
    const read = row ? asPlaces(row.places) : NO_OFFSETS
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
    discard() {
      noted.clear()
      known.clear()
      kept.clear()
    },
    find,
    beginningWith: (prefix, limit) => among.all(prefix, `${prefix}\u{10FFFF}`, limit) as { id: number; text: string }[],
    chunks: (term, first, last) => chunksOf.all(term, first, last).map(({ chunk }) => chunk as number),
    places,
  }
}

const asPlaces = ({ buffer, byteOffset, byteLength }: Uint8Array): ChunkOffsets =>
  new Uint16Array(buffer as ArrayBuffer, byteOffset, byteLength / 2)
const asBlob = (places: ChunkOffsets) => new Uint8Array(places.buffer, places.byteOffset, places.byteLength)
const NO_OFFSETS: ChunkOffsets = new Uint16Array()

function joined(places: ChunkOffsets, added: readonly number[]): ChunkOffsets {
  const all = new Uint16Array(places.length + added.length)
  all.set(places)
  all.set(added, places.length)
  return all
}
