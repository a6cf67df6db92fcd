/** Predicts when a zone reaches its collection threshold, and scores predictions. */
import { countedReports, type ZoneRow } from '#contract/tables.ts'
import type { ZoneStatus } from '#contract/views.ts'
import { afterEmptying, afterReport, noArrivals, type Reaching, reaching } from '#rules/reaching.ts'
import { recommendAt } from '#rules/thresholds.ts'

type Zone = Omit<ZoneRow, 'position'>

/** Cycles in the track record, and the fewest worth showing. */
const CYCLES = 10
const LEAST_CYCLES = 3

const freeIn = ({ totalCustomers, openReports }: Zone) => Math.max(0, totalCustomers - openReports)
const dueAt = ({ totalCustomers, thresholds }: Zone) => recommendAt(totalCustomers, thresholds)
const neededIn = (zone: Zone) => dueAt(zone) - countedReports(zone)
const halfOf = (zone: Zone) => Math.ceil(dueAt(zone) / 2)

/**
 * Applies a report.
 * Half way to the threshold the prediction is recorded; at the threshold it is scored.
 */
export function reported(before: Readonly<Zone>, after: Zone, reportedAt: string): Zone {
  const at = Date.parse(reportedAt)
  const arrivals = afterReport(before.arrivals ?? noArrivals(at), at, freeIn(before))
  const zone = { ...after, arrivals }
  const needed = neededIn(zone)
  if (needed <= 0) return came(zone, at, foretoldOf(zone))
  const isHalfWay = countedReports(zone) === halfOf(zone)
  const foreseen = isHalfWay && !foretoldOf(zone) ? reaching(arrivals, needed, freeIn(zone)) : undefined
  return foreseen ? { ...zone, foretold: { ...foreseen, cycle: zone.cycle } } : zone
}

/** Returns the prediction of the current cycle. */
const foretoldOf = ({ foretold, cycle }: Zone) => (foretold?.cycle === cycle ? foretold : undefined)

function came({ foretold: _, ...rest }: Zone, at: number, foretold: Zone['foretold']): Zone {
  return foretold ? { ...rest, reached: [...(rest.reached ?? []), { ...foretold, came: at }].slice(-CYCLES) } : rest
}

/**
 * Applies a collection; a prediction ends if fewer than half remain.
 * An emptied zone starts a new cycle.
 */
export function emptied(before: Readonly<Zone>, after: Zone, collectedAt: string): Zone {
  const { arrivals } = before
  if (before.openReports === 0 || !arrivals) return after
  if (after.openReports > 0 && countedReports(after) >= halfOf(after)) return after
  const at = Date.parse(collectedAt)
  const foretold = foretoldOf(before)
  // Collected late below the threshold, the prediction failed; earlier, the outcome is unknown.
  const scored = came(after, at, foretold && at > foretold.until ? foretold : undefined)
  return after.openReports > 0 ? scored : { ...scored, arrivals: afterEmptying(arrivals, at, freeIn(before)) }
}

const inWords = ({ at, from, until }: Reaching): ZoneStatus['reaches'] => ({
  at: new Date(at).toISOString(),
  from: new Date(from).toISOString(),
  until: new Date(until).toISOString(),
})

/** Returns the prediction on a zone's card, empty if there is none. */
export function reachingOf(zone: Zone): Pick<ZoneStatus, 'reaches' | 'foretold'> {
  const { arrivals, reached = [] } = zone
  const foreseen = arrivals && zone.open ? reaching(arrivals, neededIn(zone), freeIn(zone)) : undefined
  if (!foreseen) return {}
  const within = reached.filter(({ from, until, came }) => from <= came && came <= until).length
  return {
    reaches: inWords(foreseen),
    ...(reached.length >= LEAST_CYCLES && { foretold: { of: reached.length, within } }),
  }
}
