/** Findings policy: every rule reads the whole log, and what one finds is recorded once. */
import { FIRST_THRESHOLDS, type RaiseFinding } from '#contract/audit/findings.ts'
import { toldTime } from '#platform/event-store/told-time.ts'
import { FIRST_CITY } from '#rules/city-words.ts'
import { commandJob, type Policy } from '../../runner/policy.ts'
import type { Detector } from './detector.ts'
import { backAndForth, compositionTyped, fuelAboveTank, weightFarFromEstimate } from './figures.ts'
import { collectedAtOnce, collectedOutOfHours, collectedWithoutTruck } from './marks.ts'

const createDetectors = (): Detector[] => [
  collectedAtOnce(),
  collectedWithoutTruck(),
  collectedOutOfHours(),
  weightFarFromEstimate(),
  compositionTyped(),
  fuelAboveTank(),
  backAndForth(),
]

/** A change of thresholds holds for what happens after it, so that every process finds the same. */
export function createFindingsPolicy(): Policy {
  const detectors = createDetectors()
  let thresholds = FIRST_THRESHOLDS
  let { timeZone } = FIRST_CITY
  const found = new Map<string, RaiseFinding>()

  return {
    evolve(event, at = 0) {
      const { type, data } = event
      if (type === 'ConfigurationChanged') timeZone = data.configuration.city?.timeZone ?? timeZone
      if (type === 'FindingThresholdsSet') thresholds = data.thresholds
      if (type === 'FindingRaised') found.delete(data.findingId)
      const { position, meta } = event
      if (position === undefined) return
      const happenedAt = new Date(toldTime({ data, at }) ?? at).toISOString()
      for (const detect of detectors) {
        const finding = detect({ event, position, at, thresholds, timeZone })
        if (finding)
          found.set(finding.findingId, {
            ...{ type: 'RaiseFinding', ...finding, happenedAt },
            ...(meta?.simulated && { simulated: true }),
          })
      }
    },
    outstanding: () => [...found.values()].map((finding) => commandJob(`finding-${finding.findingId}`, finding)),
  }
}
