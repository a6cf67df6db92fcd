/** Findings policy: applies every rule to the log and records each finding once. */
import { DEFAULT_FINDING_THRESHOLDS, type RaiseFindingCommand } from '#contract/audit/findings.ts'
import type { VehicleType } from '#domain/city.ts'
import { DEFAULT_CITY } from '#domain/city-settings.ts'
import { truckCapacityM3Of } from '#domain/planning.ts'
import { eventTimeOf } from '#platform/event-store/event-origin.ts'
import type { Position } from '#platform/event-store/event-store.ts'
import {
  createCommandJob,
  dropOldest,
  openUnstoredState,
  type Policy,
  type PolicyStatePartOpener,
  prefixPolicyStateParts,
  yieldFurtherJobs,
} from '../../runner/policy.ts'
import {
  createCollectedAtOnceRule,
  createCollectedOutOfHoursRule,
  createCollectedWithoutProofRule,
  createCollectedWithoutTruckRule,
  createProofFarFromBinRule,
  type FindingRuleFold,
  isPerson,
  limitEvidence,
} from './rules.ts'

/** Maximum number of loads whose truck is remembered; a load is weighed within days. */
const MAX_LOADS = 50_000

/** Rule: a weight is far from the estimate, or above the truck's capacity. */
const weightFarFromEstimate = (keep: PolicyStatePartOpener = openUnstoredState): FindingRuleFold => {
  const types = keep('types', new Map<string, VehicleType>())
  /** The newest loads, each with its truck, by delivery id. */
  const loads = keep('loads', new Map<string, { vehicleId: string; position: Position }>())
  return ({ event: { type, data }, position, thresholds }) => {
    if (type === 'VehicleRegistered' || type === 'VehicleChanged') types.set(data.vehicleId, data.type)
    if (type === 'DeliveryCreated') loads.set(data.deliveryId, { vehicleId: data.vehicleId, position })
    if (type === 'TruckDispatched')
      for (const { deliveryId } of data.loads) loads.set(deliveryId, { vehicleId: data.vehicleId, position })
    dropOldest(loads, MAX_LOADS)
    if (type !== 'DeliveryWeighed') return undefined
    const { deliveryId, siteId, weight, before, weighedBy: userId, ticket } = data
    const load = loads.get(deliveryId)
    const truck = load && types.get(load.vehicleId)
    const most = truck && truckCapacityM3Of(truck) * thresholds.weightPerCubicMetre
    const percent = before ? Math.round((Math.max(weight, before) / Math.max(1, Math.min(weight, before))) * 100) : 0
    if (percent < thresholds.weightPercent && (most === undefined || weight <= most)) return undefined
    return {
      findingId: `weight-${deliveryId}-${ticket}`,
      rule: 'weight-far-from-estimate',
      about: { userId, siteId, deliveryId, ...(load && { vehicleId: load.vehicleId }) },
      evidence: load ? [load.position, position] : [position],
      figures: { weight, ...(before !== undefined && { before }), ...(most !== undefined && { most }) },
    }
  }
}

/** Rule: one person repeatedly typed a site's composition without a photo. */
const compositionTyped = (keep: PolicyStatePartOpener = openUnstoredState): FindingRuleFold => {
  const rows = keep('rows', new Map<string, { userId: string; evidence: Position[] }>())
  return ({ event: { type, data }, position, thresholds }) => {
    if (type !== 'SiteCompositionUpdated') return undefined
    const { siteId, source, image, updatedBy: userId, number } = data
    if (source !== 'typed' || image || !isPerson(userId)) {
      rows.delete(siteId)
      return undefined
    }
    const before = rows.get(siteId)
    const evidence = before?.userId === userId ? [...before.evidence, position] : [position]
    // After a finding the count starts again, so more entries of the same kind can cause another finding.
    rows.set(siteId, { userId, evidence: evidence.length < thresholds.typedInARow ? evidence : [] })
    if (evidence.length < thresholds.typedInARow) return undefined
    return {
      findingId: `composition-typed-${siteId}-${number}`,
      rule: 'composition-typed',
      about: { userId, siteId },
      evidence: limitEvidence(evidence),
      figures: { times: evidence.length },
    }
  }
}

/** Rule: a truck was refuelled beyond its tank's capacity. */
const fuelAboveTank = (keep: PolicyStatePartOpener = openUnstoredState): FindingRuleFold => {
  const tanks = keep('tanks', new Map<string, number>())
  return ({ event: { type, data }, position, thresholds }) => {
    if (type === 'VehicleRegistered' || type === 'VehicleChanged') tanks.set(data.vehicleId, data.tankCapacity)
    if (type !== 'VehicleRefuelled') return undefined
    const { vehicleId, litres, fuelLevel, refuelledBy: userId } = data
    const tank = tanks.get(vehicleId)
    if (tank === undefined || Math.max(litres, fuelLevel) <= tank + thresholds.fuelTolerance) return undefined
    return {
      findingId: `fuel-above-tank-${position}`,
      rule: 'fuel-above-tank',
      about: { userId, vehicleId },
      evidence: [position],
      figures: { litres, level: fuelLevel, tank },
    }
  }
}

/** Maximum number of changed settings that are remembered; one save can change thousands. */
const MAX_CHANGES = 20_000

/** Rule: a setting was changed and soon changed back. */
const settingReverted = (keep: PolicyStatePartOpener = openUnstoredState): FindingRuleFold => {
  const changes = keep('changes', new Map<string, { from: string; at: number; position: Position }>())
  return ({ event: { type, data }, position, at, thresholds }) => {
    if (type !== 'ConfigurationChanged') return undefined
    const hours = thresholds.backAndForthHours
    const back = data.changes.filter(({ path, to }) => {
      const before = changes.get(path)
      return before && before.from === JSON.stringify(to) && at - before.at < hours * 3_600_000
    })
    const evidence = back.map(({ path }) => changes.get(path)?.position ?? position)
    for (const { path, from } of data.changes) {
      // Keeps the map in the order of the changes.
      changes.delete(path)
      changes.set(path, { from: JSON.stringify(from) ?? '', at, position })
    }
    for (const [path, change] of changes) {
      if (changes.size <= MAX_CHANGES && at - change.at < hours * 3_600_000) break
      changes.delete(path)
    }
    const [first] = back
    if (!first || !isPerson(data.changedBy)) return undefined
    return {
      findingId: `back-and-forth-${data.version}`,
      rule: 'configuration-back-and-forth',
      about: { userId: data.changedBy, setting: first.path },
      evidence: limitEvidence([...new Set(evidence), position]),
      figures: { settings: back.length, hours },
    }
  }
}

const createDetectors = (keep: PolicyStatePartOpener): FindingRuleFold[] => [
  createCollectedAtOnceRule(prefixPolicyStateParts(keep, 'at once')),
  createCollectedWithoutTruckRule(prefixPolicyStateParts(keep, 'without truck')),
  createCollectedOutOfHoursRule(prefixPolicyStateParts(keep, 'out of hours')),
  weightFarFromEstimate(prefixPolicyStateParts(keep, 'weights')),
  compositionTyped(prefixPolicyStateParts(keep, 'typed')),
  fuelAboveTank(prefixPolicyStateParts(keep, 'fuel')),
  settingReverted(prefixPolicyStateParts(keep, 'back and forth')),
  createCollectedWithoutProofRule(prefixPolicyStateParts(keep, 'without proof')),
  createProofFarFromBinRule(),
]

/**
 * Creates the policy that raises audit findings.
 * Changed thresholds apply only to later events, so that all processes raise the same findings.
 */
export function createFindingsPolicy(keep: PolicyStatePartOpener = openUnstoredState): Policy {
  const detectors = createDetectors(keep)
  const now = keep('now', { thresholds: DEFAULT_FINDING_THRESHOLDS, timeZone: DEFAULT_CITY.timeZone })
  const found = keep('found', new Map<string, RaiseFindingCommand>())

  return {
    evolve(event, at = 0) {
      const { type, data } = event
      if (type === 'ConfigurationChanged') now.timeZone = data.configuration.city?.timeZone ?? now.timeZone
      if (type === 'FindingThresholdsSet') now.thresholds = data.thresholds
      if (type === 'FindingRaised') found.delete(data.findingId)
      const { position, meta } = event
      if (position === undefined) return
      for (const detect of detectors) {
        const finding = detect({ event, position, at, ...now })
        if (!finding) continue
        const happenedAt = new Date(eventTimeOf({ data, at }) ?? at).toISOString()
        found.set(finding.findingId, {
          type: 'RaiseFinding',
          ...finding,
          happenedAt,
          ...(meta?.simulated && { simulated: true }),
        })
      }
    },
    outstanding: () =>
      yieldFurtherJobs(
        [...found.values()].map((finding) => createCommandJob(`finding-${finding.findingId}`, finding)),
        ({ id }) => found.get(id.slice('finding-'.length))?.about.userId ?? '',
      ),
  }
}
