/** How long reports of a zone usually wait for their collection: told from the last days on which bins were collected, and from enough. */

const HOUR_MS = 60 * 60_000
/** Waits are told as 'within' one of these, in hours. */
const WITHIN_HOURS = [6, 12, 24, 48, 72, 96, 120, 144, 168, 240, 336, 504, 720] as const
/** So many days with collections are kept; of fewer than the least, or of fewer reports, nothing is said. */
const DAYS = 10
const LEAST_DAYS = 3
const LEAST_REPORTS = 10
/** 'Usually' is 8 of 10. */
const USUALLY = 0.8

/** One day on which reports were collected. */
export interface DayOfWaits {
  /** YYYY-MM-DD */
  day: string
  /** How many waited up to each of the hours, and longer than the one before; the last count is of those that waited longer still. */
  counts: readonly number[]
}
export type Waits = readonly DayOfWaits[]

export interface Waited {
  reportedAt: string
  collectedAt: string
}

/** 8 of 10 reports were collected within so many hours; `of`: how many reports that is told from. */
export interface UsualWait {
  hours: number
  of: number
}

const NOBODY: readonly number[] = Array.from({ length: WITHIN_HOURS.length + 1 }, () => 0)
const dayOf = ({ collectedAt }: Waited) => collectedAt.slice(0, 10)
const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0)

function placeOf({ reportedAt, collectedAt }: Waited): number {
  const hours = (Date.parse(collectedAt) - Date.parse(reportedAt)) / HOUR_MS
  const place = WITHIN_HOURS.findIndex((most) => hours <= most)
  return place < 0 ? WITHIN_HOURS.length : place
}

/** One more in the place of this wait, or one less. */
const changed = (counts: readonly number[], place: number, by: 1 | -1) =>
  counts.with(place, Math.max(0, (counts[place] ?? 0) + by))

/** A report was collected. */
export function withWait(waits: Waits, waited: Waited): Waits {
  const day = dayOf(waited)
  const counts = changed(waits.find((known) => known.day === day)?.counts ?? NOBODY, placeOf(waited), 1)
  return [...waits.filter((known) => known.day !== day), { day, counts }]
    .sort((a, b) => (a.day < b.day ? -1 : 1))
    .slice(-DAYS)
}

/** It was not collected after all: its wait is none. */
export function withoutWait(waits: Waits, waited: Waited): Waits {
  const day = dayOf(waited)
  return waits
    .map((known) => (known.day === day ? { day, counts: changed(known.counts, placeOf(waited), -1) } : known))
    .filter(({ counts }) => sum(counts) > 0)
}

/** Undefined where too little has happened to say so, or where 8 of 10 waited longer than can be called usual. */
export function usualWait(waits: Waits): UsualWait | undefined {
  const of = sum(waits.map(({ counts }) => sum(counts)))
  if (waits.length < LEAST_DAYS || of < LEAST_REPORTS) return undefined
  let within = 0
  for (const [place, hours] of WITHIN_HOURS.entries()) {
    within += sum(waits.map(({ counts }) => counts[place] ?? 0))
    if (within >= USUALLY * of) return { hours, of }
  }
  return undefined
}
