/** When a zone reaches the number of reports that recommends its collection: learned with its row, foreseen, and scored. */
import { countedReports, type ZoneRow } from '#contract/tables.ts'
import type { ZoneStatus } from '#contract/views.ts'
import { afterEmptying, afterReport, noArrivals, type Reaching, reaching } from '#rules/reaching.ts'
import { recommendAt } from '#rules/thresholds.ts'

type Zone = Omit<ZoneRow, 'position'>

/** The record tells of so many cycles; of fewer than the least it says nothing. */
const CYCLES = 10
const LEAST_CYCLES = 3

const freeIn = ({ totalCustomers, openReports }: Zone) => Math.max(0, totalCustomers - openReports)
const dueAt = ({ totalCustomers, thresholds }: Zone) => recommendAt(totalCustomers, thresholds)
const neededIn = (zone: Zone) => dueAt(zone) - countedReports(zone)
const halfOf = (zone: Zone) => Math.ceil(dueAt(zone) / 2)

/** A report has come, of whoever had none open. Half way the zone's time is foreseen for the record; when it comes, it is told. */
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

/** What was foreseen of this very cycle. */
const foretoldOf = ({ foretold, cycle }: Zone) => (foretold?.cycle === cycle ? foretold : undefined)

function came({ foretold: _, ...rest }: Zone, at: number, foretold: Zone['foretold']): Zone {
  return foretold ? { ...rest, reached: [...(rest.reached ?? []), { ...foretold, came: at }].slice(-CYCLES) } : rest
}

/** Reports were collected: what was foreseen half way ends where less is left. Of none left, another cycle of filling bins has begun. */
export function emptied(before: Readonly<Zone>, after: Zone, collectedAt: string): Zone {
  const { arrivals } = before
  if (before.openReports === 0 || !arrivals) return after
  if (after.openReports > 0 && countedReports(after) >= halfOf(after)) return after
  const at = Date.parse(collectedAt)
  const foretold = foretoldOf(before)
  // Collected late and short of the number, it did not come true; collected in time, nobody knows whether it would have.
  const scored = came(after, at, foretold && at > foretold.until ? foretold : undefined)
  return after.openReports > 0 ? scored : { ...scored, arrivals: afterEmptying(arrivals, at, freeIn(before)) }
}

const inWords = ({ at, from, until }: Reaching): ZoneStatus['reaches'] => ({
  at: new Date(at).toISOString(),
  from: new Date(from).toISOString(),
  until: new Date(until).toISOString(),
})

/** What a zone's card says of it; nothing where nobody can tell. */
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
