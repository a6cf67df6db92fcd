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
const neededIn = (zone: Zone) => recommendAt(zone.totalCustomers, zone.thresholds) - countedReports(zone)

/** A report has come, of whoever had none open. Half way the zone's time is foreseen for the record; when it comes, it is told. */
export function reported(before: Readonly<Zone>, after: Zone, reportedAt: string): Zone {
  const at = Date.parse(reportedAt)
  const arrivals = afterReport(before.arrivals ?? noArrivals(at), at, freeIn(before))
  const zone = { ...after, arrivals }
  const needed = neededIn(zone)
  if (needed <= 0) return came(zone, at)
  const isHalfWay = countedReports(zone) === Math.ceil((needed + countedReports(zone)) / 2)
  const foreseen = isHalfWay && !zone.foretold ? reaching(arrivals, needed, freeIn(zone)) : undefined
  return foreseen ? { ...zone, foretold: { ...foreseen, cycle: zone.cycle } } : zone
}

function came({ foretold, ...zone }: Zone, at: number): Zone {
  return foretold ? { ...zone, reached: [...(zone.reached ?? []), { ...foretold, came: at }].slice(-CYCLES) } : zone
}

/** Reports were collected; where none is left, another cycle of filling bins has begun. */
export function emptied(before: Readonly<Zone>, after: Zone, collectedAt: string): Zone {
  const { arrivals } = before
  if (after.openReports > 0 || before.openReports === 0 || !arrivals) return after
  return { ...after, arrivals: afterEmptying(arrivals, Date.parse(collectedAt), freeIn(before)), foretold: undefined }
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
