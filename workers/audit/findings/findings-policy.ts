/** Findings policy: runs every rule over the whole log and records each finding once. */
import { FIRST_THRESHOLDS, type RaiseFinding } from '#contract/audit/findings.ts'
import { toldTime } from '#platform/event-store/told-time.ts'
import { FIRST_CITY } from '#rules/city-words.ts'
import { type Keep, unkept, within } from '../../runner/keep.ts'
import { commandJob, type Policy } from '../../runner/policy.ts'
import type { Detector } from './detector.ts'
import { backAndForth, compositionTyped, fuelAboveTank, weightFarFromEstimate } from './figures.ts'
import { collectedAtOnce, collectedOutOfHours, collectedWithoutTruck } from './marks.ts'

const createDetectors = (keep: Keep): Detector[] => [
  collectedAtOnce(within(keep, 'at once')),
  collectedWithoutTruck(within(keep, 'without truck')),
  collectedOutOfHours(within(keep, 'out of hours')),
  weightFarFromEstimate(within(keep, 'weights')),
  compositionTyped(within(keep, 'typed')),
  fuelAboveTank(within(keep, 'fuel')),
  backAndForth(within(keep, 'back and forth')),
]

/** Changed thresholds apply to later events only, so that every process finds the same. */
export function createFindingsPolicy(keep: Keep = unkept): Policy {
  const detectors = createDetectors(keep)
  const now = keep('now', { thresholds: FIRST_THRESHOLDS, timeZone: FIRST_CITY.timeZone })
  const found = keep('found', new Map<string, RaiseFinding>())

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
        const happenedAt = new Date(toldTime({ data, at }) ?? at).toISOString()
        found.set(finding.findingId, {
          ...{ type: 'RaiseFinding', ...finding, happenedAt },
          ...(meta?.simulated && { simulated: true }),
        })
      }
    },
    outstanding: () => [...found.values()].map((finding) => commandJob(`finding-${finding.findingId}`, finding)),
  }
}
