/** Finding rules for reports that were marked as collected: too soon, without a truck, or at night. */
import type { EventData } from '#contract/events.ts'
import { addDays, formatTimeIn, localDayOf } from '#domain/city-time.ts'
import type { Position } from '#platform/event-store/event-store.ts'
import { type OpenPolicyStatePart, unstoredState } from '../../runner/policy-state.ts'
import { type FindingRuleFold, type FindingRuleInput, isPerson, limitEvidence } from './rule.ts'

const HOUR_MS = 3_600_000
type Mark = EventData<'ReportCollected'>

/** Rule: a report was collected moments after it was made. */
export const createCollectedAtOnceRule = (keep: OpenPolicyStatePart = unstoredState): FindingRuleFold => {
  /** Open reports that were made recently, oldest first. */
  const made = keep('made', new Map<string, { position: Position; at: number }>())
  return ({ event: { type, data }, position, at, thresholds }) => {
    if (type === 'BinReportedFull') {
      made.set(data.reportId, { position, at })
      for (const [reportId, report] of made) {
        if (at - report.at <= thresholds.collectedAtOnceSeconds * 1_000) break
        made.delete(reportId)
      }
    }
    if (type !== 'ReportCollected') return undefined
    const { reportId, reportedAt, collectedAt, collectedBy: userId, zone } = data
    const report = made.get(reportId)
    made.delete(reportId)
    const seconds = (Date.parse(collectedAt) - Date.parse(reportedAt)) / 1_000
    // Reports collected by a dispatch do not count: a departing truck also takes reports that are made while it is
    // loaded.
    if (data.dispatchId || !isPerson(userId) || seconds >= thresholds.collectedAtOnceSeconds) return undefined
    return {
      findingId: `collected-at-once-${reportId}`,
      rule: 'collected-at-once',
      about: { userId, zone, reportId },
      evidence: report ? [report.position, position] : [position],
      figures: { seconds: Math.max(0, Math.round(seconds)), least: thresholds.collectedAtOnceSeconds },
    }
  }
}

/**
 * Returns a function that counts marks by the same person in the same zone, within one day or night.
 * Counts of earlier days are dropped.
 */
function counter(keep: OpenPolicyStatePart) {
  const counts = keep('counts', new Map<string, { period: string; evidence: Position[]; raised: boolean }>())
  return (key: string, period: string, position: Position) => {
    const before = counts.get(key)
    const count = before?.period === period ? before : { period, evidence: [], raised: false }
    count.evidence.push(position)
    counts.set(key, count)
    return count
  }
}

/**
 * Returns the event if a person marked a report as collected by hand.
 * A report that was collected with a dispatch is left out, because the dispatch names its truck.
 */
const markOf = ({ event: { type, data } }: FindingRuleInput): Mark | undefined =>
  type === 'ReportCollected' && !data.dispatchId && isPerson(data.collectedBy) ? data : undefined

/** Rule: many reports of a zone were marked as collected on a day on which no truck was there. */
export const createCollectedWithoutTruckRule = (keep: OpenPolicyStatePart = unstoredState): FindingRuleFold => {
  const underWay = keep('underWay', new Map<string, Set<string>>())
  const lastThere = keep('lastThere', new Map<string, number>())
  const count = counter(keep)

  function follow({ event: { type, data }, at }: FindingRuleInput): void {
    switch (type) {
      case 'CollectionStarted': {
        const trucks = underWay.get(data.zone) ?? new Set()
        underWay.set(data.zone, trucks.add(data.scheduleId))
        return
      }
      case 'CollectionCompleted':
      case 'CollectionCancelled':
        if (underWay.get(data.zone)?.delete(data.scheduleId)) lastThere.set(data.zone, at)
        return
      case 'TruckDispatched':
        for (const { zone } of data.loads) lastThere.set(zone, at)
    }
  }

  return (seen) => {
    follow(seen)
    const mark = markOf(seen)
    if (!mark) return undefined
    const { at, position, thresholds, timeZone } = seen
    const { zone, collectedBy: userId } = mark
    const sinceMs = at - (lastThere.get(zone) ?? Number.NEGATIVE_INFINITY)
    if ((underWay.get(zone)?.size ?? 0) > 0 || sinceMs < thresholds.withoutTruckHours * HOUR_MS) return undefined
    const day = localDayOf(timeZone, mark.collectedAt)
    const counted = count(`${userId} ${zone}`, day, position)
    if (counted.raised || counted.evidence.length < thresholds.withoutTruckReports) return undefined
    counted.raised = true
    return {
      findingId: `collected-without-truck-${userId}-${zone}-${day}`,
      rule: 'collected-without-truck',
      about: { userId, zone },
      evidence: limitEvidence(counted.evidence),
      figures: {
        reports: counted.evidence.length,
        hours: thresholds.withoutTruckHours,
        ...(Number.isFinite(sinceMs) && { lastTruckHours: Math.floor(sinceMs / HOUR_MS) }),
      },
    }
  }
}

/** Rule: many reports of a zone were marked as collected in one night. */
export const createCollectedOutOfHoursRule = (keep: OpenPolicyStatePart = unstoredState): FindingRuleFold => {
  const count = counter(keep)
  return (seen) => {
    const mark = markOf(seen)
    if (!mark) return undefined
    const { position, thresholds, timeZone } = seen
    const night = nightOf(timeZone, mark.collectedAt, thresholds)
    if (!night) return undefined
    const { zone, collectedBy: userId } = mark
    const counted = count(`${userId} ${zone}`, night, position)
    if (counted.raised || counted.evidence.length < thresholds.outOfHoursReports) return undefined
    counted.raised = true
    return {
      findingId: `collected-out-of-hours-${userId}-${zone}-${night}`,
      rule: 'collected-out-of-hours',
      about: { userId, zone },
      evidence: limitEvidence(counted.evidence),
      figures: {
        reports: counted.evidence.length,
        from: thresholds.outOfHoursFrom,
        to: thresholds.outOfHoursTo,
      },
    }
  }
}

/**
 * Returns the night of a time, named by the day on which the night starts.
 * Returns undefined for times by day.
 * There is no night if its start and end are equal.
 */
function nightOf(
  timeZone: string,
  at: string,
  { outOfHoursFrom: from, outOfHoursTo: to }: FindingRuleInput['thresholds'],
): string | undefined {
  const hour = Number(formatTimeIn(timeZone, at).slice(0, 2))
  const day = localDayOf(timeZone, at)
  if (from <= to) return hour >= from && hour < to ? day : undefined
  if (hour >= from) return day
  return hour < to ? addDays(day, -1) : undefined
}
