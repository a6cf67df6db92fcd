/** Finding rules for drivers' proof of collection: proof is missing, or was recorded far from the bin. */
import type { EventData } from '#contract/events.ts'
import type { Position } from '#platform/event-store/event-store.ts'
import { type OpenPolicyStatePart, unstoredState } from '../../runner/policy-state.ts'
import { type FindingRuleFold, limitEvidence } from './rule.ts'

const MINUTE_MS = 60_000

interface UnprovenStop
  extends Pick<EventData<'StopServed'>, 'stopId' | 'scheduleId' | 'vehicleId' | 'zone' | 'servedBy'> {
  position: Position
  at: number
}

/**
 * Rule: collected stops got neither a photo nor a location in time.
 * When the time of the first such stop is over, one finding is raised for its round.
 * The finding names all such stops of the round that are known by then.
 */
export const createCollectedWithoutProofRule = (keep: OpenPolicyStatePart = unstoredState): FindingRuleFold => {
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

/** Rule: the phone was far from the bin when the proof was recorded. */
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
