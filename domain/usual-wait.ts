/** Computes how long reports of a zone usually wait, from its last days with collections. */

const HOUR_MS = 60 * 60_000
/** Upper limits of the classes of waiting times, in hours. */
const WITHIN_HOURS = [6, 12, 24, 48, 72, 96, 120, 144, 168, 240, 336, 504, 720] as const
/** Number of days with collections to store. `LEAST_DAYS` and `LEAST_REPORTS` are the minimum for a result. */
const DAYS = 10
const LEAST_DAYS = 3
const LEAST_REPORTS = 10
/** Fraction of reports that the usual waiting time covers. */
const USUAL_QUANTILE = 0.8

/** Waiting times of the reports collected on one day. */
interface DailyWaits {
  /** YYYY-MM-DD */
  day: string
  /**
   * Number of reports in each class of waiting times.
   * The last class counts reports that waited longer than all limits.
   */
  counts: readonly number[]
}
export type WaitsByDay = readonly DailyWaits[]

export interface CollectedReport {
  reportedAt: string
  collectedAt: string
}

/**
 * Usual waiting time: 8 of 10 reports waited no longer than `hours`.
 * `of` is the number of reports that this is based on.
 */
interface UsualWait {
  hours: number
  of: number
}

const NO_REPORTS: readonly number[] = Array.from({ length: WITHIN_HOURS.length + 1 }, () => 0)
const dayOf = ({ collectedAt }: CollectedReport) => collectedAt.slice(0, 10)
const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0)

function placeOf({ reportedAt, collectedAt }: CollectedReport): number {
  const hours = (Date.parse(collectedAt) - Date.parse(reportedAt)) / HOUR_MS
  const place = WITHIN_HOURS.findIndex((most) => hours <= most)
  return place < 0 ? WITHIN_HOURS.length : place
}

/** Returns the counts with one report more or less at an index. */
const changed = (counts: readonly number[], place: number, by: 1 | -1) =>
  counts.with(place, Math.max(0, (counts[place] ?? 0) + by))

/** Adds the waiting time of a collected report. */
export function addWait(waits: WaitsByDay, waited: CollectedReport): WaitsByDay {
  const day = dayOf(waited)
  const counts = changed(waits.find((known) => known.day === day)?.counts ?? NO_REPORTS, placeOf(waited), 1)
  return [...waits.filter((known) => known.day !== day), { day, counts }]
    .sort((a, b) => (a.day < b.day ? -1 : 1))
    .slice(-DAYS)
}

/** Removes the waiting time of a report that was not collected after all. */
export function removeWait(waits: WaitsByDay, waited: CollectedReport): WaitsByDay {
  const day = dayOf(waited)
  return waits
    .map((known) => (known.day === day ? { day, counts: changed(known.counts, placeOf(waited), -1) } : known))
    .filter(({ counts }) => sum(counts) > 0)
}

/**
 * Returns the usual waiting time.
 * Returns undefined if there are too few reports, or if the time exceeds the highest limit.
 */
export function usualWait(waits: WaitsByDay): UsualWait | undefined {
  const of = sum(waits.map(({ counts }) => sum(counts)))
  if (waits.length < LEAST_DAYS || of < LEAST_REPORTS) return undefined
  let within = 0
  for (const [place, hours] of WITHIN_HOURS.entries()) {
    within += sum(waits.map(({ counts }) => counts[place] ?? 0))
    if (within >= USUAL_QUANTILE * of) return { hours, of }
  }
  return undefined
}
