/**
 * Finds the newest events that have all given terms, from a start on.
 * Also counts the matching events before and after these.
 */
import { type ChunkOffsets, chunkOf, EVENTS_PER_CHUNK, type InvertedIndex, intersect } from './inverted-index.ts'

interface Search {
  /** Ids of terms that every found event must have. An unknown term is undefined and matches nothing. */
  terms: readonly (number | undefined)[]
  /** First event number of the range, included. `to` is the end, excluded. */
  from: number
  to: number
  /** Start of the page: events below this number, newest first; or events above it, starting with the nearest. */
  place: { below: number } | { above: number }
  limit: number
}

export interface SearchResult {
  /** Numbers of the found events, newest first. */
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

/** Returns how many positions are below a limit. */
function below(places: ChunkOffsets, line: number): number {
  if (line <= 0) return 0
  if (line >= EVENTS_PER_CHUNK) return places.length
  const from = places.findIndex((place) => place >= line)
  return from === -1 ? places.length : from
}

const EVERY: ChunkOffsets = Uint16Array.from({ length: EVENTS_PER_CHUNK }, (_, place) => place)

interface Range extends Pick<Search, 'from' | 'to'> {
  size: number
}

/**
 * Yields the chunks of a range that contain events with all terms, newest first, with the positions of these events.
 */
function* chunksWith(
  lists: InvertedIndex,
  terms: readonly number[],
  { from, to, size }: Range,
): Generator<[number, ChunkOffsets]> {
  const [first, last] = [chunkOf(from), chunkOf(to - 1)]
  if (terms.length === 0) {
    for (let chunk = last; chunk >= first; chunk--) yield [chunk, EVERY]
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

/** Returns a collector of the first events that it gets, up to `limit`. Chunks must come newest first. */
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

/** Returns a collector that keeps the last events that it gets, up to `limit`. */
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
