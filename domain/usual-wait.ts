/** Computes how long a zone's reports usually wait, from its last days with collections. */

const HOUR_MS = 60 * 60_000
/** Upper limits of waits, in hours. */
const WITHIN_HOURS = [6, 12, 24, 48, 72, 96, 120, 144, 168, 240, 336, 504, 720] as const
/** Days with collections that are stored, and the least days and reports for a result. */
const DAYS = 10
const LEAST_DAYS = 3
const LEAST_REPORTS = 10
/** Share of reports that counts as usual. */
const USUALLY = 0.8

/** Waits of one day with collections. */
interface DayOfWaits {
  /** YYYY-MM-DD */
  day: string
  /**
   * Counts by upper limit.
   * The last counts longer waits.
   */
  counts: readonly number[]
}
export type Waits = readonly DayOfWaits[]

export interface CollectedReport {
  reportedAt: string
  collectedAt: string
}

/** Upper limit of 8 of 10 waits in hours, and the count of reports `of` behind it. */
interface UsualWait {
  hours: number
  of: number
}

const NOBODY: readonly number[] = Array.from({ length: WITHIN_HOURS.length + 1 }, () => 0)
const dayOf = ({ collectedAt }: CollectedReport) => collectedAt.slice(0, 10)
const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0)

function placeOf({ reportedAt, collectedAt }: CollectedReport): number {
  const hours = (Date.parse(collectedAt) - Date.parse(reportedAt)) / HOUR_MS
  const place = WITHIN_HOURS.findIndex((most) => hours <= most)
  return place < 0 ? WITHIN_HOURS.length : place
}

/** Adds or removes one wait in a place. */
const changed = (counts: readonly number[], place: number, by: 1 | -1) =>
  counts.with(place, Math.max(0, (counts[place] ?? 0) + by))

/** Adds a collected report. */
export function addWait(waits: Waits, waited: CollectedReport): Waits {
  const day = dayOf(waited)
  const counts = changed(waits.find((known) => known.day === day)?.counts ?? NOBODY, placeOf(waited), 1)
  return [...waits.filter((known) => known.day !== day), { day, counts }]
    .sort((a, b) => (a.day < b.day ? -1 : 1))
    .slice(-DAYS)
}

/** Removes the wait of a report that was not collected after all. */
export function removeWait(waits: Waits, waited: CollectedReport): Waits {
  const day = dayOf(waited)
  return waits
    .map((known) => (known.day === day ? { day, counts: changed(known.counts, placeOf(waited), -1) } : known))
    .filter(({ counts }) => sum(counts) > 0)
}

/**
 * Returns the usual wait.
 * Returns undefined with too little data, or if 8 of 10 waits exceed the highest limit.
 */
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
