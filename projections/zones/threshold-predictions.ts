/** Predicts when a zone reaches its collection threshold, and scores predictions. */
import { countReportsTowardsCollection, type ZoneRow } from '#contract/tables.ts'
import type { ZoneStatus } from '#contract/views.ts'
import { recommendationThresholdOf } from '#domain/report-rules.ts'
import {
  addReportArrival,
  createReportArrivals,
  predictThresholdTime,
  startZoneCycle,
  type ThresholdPrediction,
} from '#domain/zone-estimates.ts'

type Zone = Omit<ZoneRow, 'position'>

/**
 * Number of past collection cycles whose predictions are scored.
 * Below MIN_CYCLES cycles, no scores are shown.
 */
const RECORD_CYCLES = 10
const MIN_CYCLES = 3

const customersWithoutReport = ({ totalCustomers, openReports }: Zone) => Math.max(0, totalCustomers - openReports)
const thresholdOf = ({ totalCustomers, thresholds }: Zone) => recommendationThresholdOf(totalCustomers, thresholds)
const missingReports = (zone: Zone) => thresholdOf(zone) - countReportsTowardsCollection(zone)
const halfOf = (zone: Zone) => Math.ceil(thresholdOf(zone) / 2)

/**
 * Updates a zone's threshold prediction after a report.
 * With half of the required reports, the time of the threshold is predicted.
 * At the threshold, the prediction is compared with the actual time.
 */
export function applyReportToPrediction(before: Readonly<Zone>, after: Zone, reportedAt: string): Zone {
  const at = Date.parse(reportedAt)
  const arrivals = addReportArrival(before.arrivals ?? createReportArrivals(at), at, customersWithoutReport(before))
  const zone = { ...after, arrivals }
  const needed = missingReports(zone)
  if (needed <= 0) return withScore(zone, at, currentPrediction(zone))
  const isHalfWay = countReportsTowardsCollection(zone) === halfOf(zone)
  const foreseen =
    isHalfWay && !currentPrediction(zone)
      ? predictThresholdTime(arrivals, needed, customersWithoutReport(zone))
      : undefined
  return foreseen ? { ...zone, foretold: { ...foreseen, cycle: zone.cycle } } : zone
}

const currentPrediction = ({ foretold, cycle }: Zone) => (foretold?.cycle === cycle ? foretold : undefined)

function withScore({ foretold: _, ...rest }: Zone, at: number, foretold: Zone['foretold']): Zone {
  return foretold
    ? { ...rest, reached: [...(rest.reached ?? []), { ...foretold, came: at }].slice(-RECORD_CYCLES) }
    : rest
}

/**
 * Applies a collection.
 * Drops the prediction if fewer reports than half the threshold remain.
 * Starts a new cycle if the zone is empty.
 */
export function applyCollectionToPrediction(before: Readonly<Zone>, after: Zone, collectedAt: string): Zone {
  const { arrivals } = before
  if (before.openReports === 0 || !arrivals) return after
  if (after.openReports > 0 && countReportsTowardsCollection(after) >= halfOf(after)) return after
  const at = Date.parse(collectedAt)
  const foretold = currentPrediction(before)
  // A collection can come before the zone reaches its threshold.
  // If the predicted interval has passed by then, the prediction was wrong and is scored.
  // Otherwise nobody knows whether it was right.
  const scored = withScore(after, at, foretold && at > foretold.until ? foretold : undefined)
  return after.openReports > 0
    ? scored
    : { ...scored, arrivals: startZoneCycle(arrivals, at, customersWithoutReport(before)) }
}

const toWire = ({ at, from, until }: ThresholdPrediction): ZoneStatus['reaches'] => ({
  at: new Date(at).toISOString(),
  from: new Date(from).toISOString(),
  until: new Date(until).toISOString(),
})

/**
 * Returns the predicted time at which the zone reaches its threshold.
 * Returns an empty object if there is no prediction.
 */
export function thresholdPredictionOf(zone: Zone): Pick<ZoneStatus, 'reaches' | 'foretold'> {
  const { arrivals, reached = [] } = zone
  const foreseen =
    arrivals && zone.open
      ? predictThresholdTime(arrivals, missingReports(zone), customersWithoutReport(zone))
      : undefined
  if (!foreseen) return {}
  const within = reached.filter(({ from, until, came: withScore }) => from <= withScore && withScore <= until).length
  return {
    reaches: toWire(foreseen),
    ...(reached.length >= MIN_CYCLES && { foretold: { of: reached.length, within } }),
  }
}
