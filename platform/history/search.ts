/** The newest events with all of some terms, from a place on, and how many there are on either side of them. */
import { both, CHUNK, chunkOf, type Lists, type Places } from './lists.ts'

export interface Question {
  /** What every event must have; with one that no event has there is nothing. */
  terms: readonly (number | undefined)[]
  /** Events from this number to before that one. */
  from: number
  to: number
  /** Those below this number, the newest first; or those above that one, the nearest. */
  place: { below: number } | { above: number }
  limit: number
}

export interface Found {
  /** Their numbers, the newest first. */
  events: number[]
  newer: number
  older: number
}

/** Of so many events. */
export function search(lists: Lists, size: number, { terms, from, to, place, limit }: Question): Found {
  const known = terms.filter((term) => term !== undefined)
  if (known.length < terms.length || from >= to) return { events: [], newer: 0, older: 0 }
  const isBelow = 'below' in place
  const line = isBelow ? place.below : place.above + 1
  const collected = isBelow ? newestOf(limit) : nearestOf(limit)
  let [newer, older] = [0, 0]
  for (const [chunk, all] of chunksWith(lists, known, { from, to, size })) {
    const places = all.subarray(below(all, from - chunk * CHUNK), below(all, to - chunk * CHUNK))
    const split = below(places, line - chunk * CHUNK)
    newer += places.length - split
    older += split
    collected.add(chunk, isBelow ? places.subarray(0, split) : places.subarray(split))
  }
  const { events } = collected
  return isBelow ? { events, newer, older: older - events.length } : { events, newer: newer - events.length, older }
}

/** How many of the places are below a line. */
function below(places: Places, line: number): number {
  if (line <= 0) return 0
  if (line >= CHUNK) return places.length
  const from = places.findIndex((place) => place >= line)
  return from === -1 ? places.length : from
}

const EVERY: Places = Uint16Array.from({ length: CHUNK }, (_, place) => place)

interface Range extends Pick<Question, 'from' | 'to'> {
  size: number
}

/** Newest first, the chunks from one number to another that have events with all the terms. */
function* chunksWith(lists: Lists, terms: readonly number[], { from, to, size }: Range): Generator<[number, Places]> {
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
    for (const { term } of others) if (shared.length > 0) shared = both(shared, places(term, chunk))
    if (shared.length > 0) yield [chunk, shared]
  }
}

/** What comes first, as chunks come newest first. */
function newestOf(limit: number) {
  const events: number[] = []
  return {
    events,
    add(chunk: number, places: Places) {
      for (let at = places.length - 1; at >= 0 && events.length < limit; at--)
        events.push(chunk * CHUNK + (places[at] as number))
    },
  }
}

/** What comes last. */
function nearestOf(limit: number) {
  const events: number[] = []
  return {
    events,
    add(chunk: number, places: Places) {
      const few = places.subarray(0, limit)
      for (let at = few.length - 1; at >= 0; at--) events.push(chunk * CHUNK + (few[at] as number))
      events.splice(0, events.length - limit)
    },
  }
}
