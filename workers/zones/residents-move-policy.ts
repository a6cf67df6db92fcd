/** Residents move policy: requests a zone's move of residents until logged as done. */
import type { Event } from '#contract/events.ts'
import {
  createCommandJob,
  type OutstandingJob,
  openUnstoredState,
  type Policy,
  type PolicyStatePartOpener,
} from '../runner/policy.ts'

export function createResidentsMovePolicy(keep: PolicyStatePartOpener = openUnstoredState): Policy {
  /** Jobs of moves, by zone; at most one per zone. */
  const moves = keep('moves', new Map<string, OutstandingJob>())

  return {
    evolve({ type, data }: Event) {
      if (type === 'ResidentsMoveBegun') {
        const { zoneId: zone, to, moveId, begunBy } = data
        moves.set(zone, createCommandJob(moveId, { type: 'MoveResidents', zone, to, moveId, begunBy }))
      }
      if (type === 'ResidentsMoved' || type === 'ZoneClosed') moves.delete(data.zoneId)
    },
    outstanding: () => [...moves.values()],
  }
}
