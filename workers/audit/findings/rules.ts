/**
 * Finding rules for collected reports and drivers' proof of collection.
 * A report was marked too soon, without a truck, or at night.
 * Proof is missing, or was recorded far from the bin.
 * A rule gets each event once, in log order, and may return a finding.
 */

import type { FindingThresholds, RaiseFindingCommand } from '#contract/audit/findings.ts'
import type { Event, EventData } from '#contract/events.ts'
import { addDays, formatTimeIn, localDayOf } from '#domain/city-time.ts'
import type { Position } from '#platform/event-store/event-store.ts'
import { openUnstoredState, type PolicyStatePartOpener } from '#workers/runner/policy.ts'

/** An event with the context that rules need. */
interface FindingRuleInput {
  event: Event
  /** Log position of the event. */
  position: Position
  /** Epoch ms. */
  at: number
  thresholds: FindingThresholds
  /** Time zone of the city. */
  timeZone: string
}

type RuleFinding = Omit<RaiseFindingCommand, 'type' | 'happenedAt' | 'simulated'>

export type FindingRuleFold = (seen: FindingRuleInput) => RuleFinding | undefined

/**
 * Maximum number of log positions that a finding stores as evidence.
 * If there are more, the finding stores the first and the newest.
 */
const MAX_EVIDENCE = 50

/**
 * Returns the log positions that a finding stores as evidence.
 * Above the maximum, returns the first and the newest positions.
 */
export const limitEvidence = (evidence: readonly Position[]): Position[] =>
  evidence.length <= MAX_EVIDENCE ? [...evidence] : [evidence[0] as Position, ...evidence.slice(1 - MAX_EVIDENCE)]

/** Returns whether the actor is a person and not the system. */
export const isPerson = (actor: string) => actor !== 'system' && !actor.startsWith('job/')

const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000

type CollectionMark = EventData<'ReportCollected'>

/** Rule: a report was collected moments after it was made. */
export const createCollectedAtOnceRule = (keep: PolicyStatePartOpener = openUnstoredState): FindingRuleFold => {
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
    // Reports collected by a dispatch cause no finding.
    // A departing truck also takes reports made while it is loaded.
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
 * Returns a function that counts how many reports a person marked as collected in a zone.
 * Counts one day or night at a time.
 * A new period starts a new count.
 */
function createMarkCounter(keep: PolicyStatePartOpener) {
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
 * Leaves out reports collected with a dispatch, because it names its truck.
 */
const markOf = ({ event: { type, data } }: FindingRuleInput): CollectionMark | undefined =>
  type === 'ReportCollected' && !data.dispatchId && isPerson(data.collectedBy) ? data : undefined

/** Rule: many of a zone's reports were marked collected without a truck that day. */
export const createCollectedWithoutTruckRule = (keep: PolicyStatePartOpener = openUnstoredState): FindingRuleFold => {
  const underWay = keep('underWay', new Map<string, Set<string>>())
  const lastThere = keep('lastThere', new Map<string, number>())
  const count = createMarkCounter(keep)

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

/** Rule: many of a zone's reports were marked collected in one night. */
export const createCollectedOutOfHoursRule = (keep: PolicyStatePartOpener = openUnstoredState): FindingRuleFold => {
  const count = createMarkCounter(keep)
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
 * Returns the night to which a time belongs, named by the night's first day.
 * Returns undefined if the time is not at night.
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

interface UnprovenStop
  extends Pick<EventData<'StopServed'>, 'stopId' | 'scheduleId' | 'vehicleId' | 'zone' | 'servedBy'> {
  position: Position
  at: number
}

/**
 * Rule: collected stops got neither photo nor location in time.
 * The first such stop whose time limit passes raises a finding.
 * The finding names all such stops of the same collection and driver that are known by then.
 */
export const createCollectedWithoutProofRule = (keep: PolicyStatePartOpener = openUnstoredState): FindingRuleFold => {
  /** Oldest first. */
  const unproven = keep('unproven', new Map<string, UnprovenStop>())
  return ({ event: { type, data }, position, at, thresholds }) => {
    if (type === 'StopServed') {
      const { stopId, scheduleId, vehicleId, zone, servedBy, outcome, picture, sealedFix } = data
      const isProven = outcome !== 'collected' || picture !== undefined || sealedFix !== undefined
      if (isProven) unproven.delete(stopId)
      else if (!unproven.has(stopId))
        unproven.set(stopId, { stopId, scheduleId, vehicleId, zone, servedBy, position, at })
    }
    const [first] = unproven.values()
    if (!first || at - first.at < thresholds.proofMinutes * MINUTE_MS) return undefined
    const { scheduleId, vehicleId, zone, servedBy: userId } = first
    const found = [...unproven.values()].filter((one) => one.scheduleId === scheduleId && one.servedBy === userId)
    for (const { stopId } of found) unproven.delete(stopId)
    return {
      findingId: `collected-without-proof-${scheduleId}-${first.position}`,
      rule: 'collected-without-proof',
      about: { userId, zone, vehicleId, ...(found.length === 1 && { reportId: first.stopId }) },
      evidence: limitEvidence(found.map((one) => one.position)),
      figures: { stops: found.length, minutes: thresholds.proofMinutes },
    }
  }
}

/** Rule: the phone was far from the bin when recording the proof. */
export const createProofFarFromBinRule = (): FindingRuleFold => {
  return ({ event: { type, data }, position, thresholds }) => {
    if (type !== 'StopServed') return undefined
    const { stopId, scheduleId, vehicleId, zone, metres = 0, servedBy: userId } = data
    if (metres <= thresholds.proofMetres) return undefined
    return {
      findingId: `proof-far-from-bin-${stopId}-${scheduleId}`,
      rule: 'proof-far-from-bin',
      about: { userId, zone, vehicleId, reportId: stopId },
      evidence: [position],
      figures: { metres, most: thresholds.proofMetres },
    }
  }
}
