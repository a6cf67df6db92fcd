/** Residents move policy: requests that a zone's residents move, until the log records the move. */
import type { Event } from '#contract/events.ts'
import {
  createCommandJob,
  type OutstandingJob,
  openUnstoredState,
  type Policy,
  type PolicyStatePartOpener,
} from '../runner/policy.ts'

export function createResidentsMovePolicy(keep: PolicyStatePartOpener = openUnstoredState): Policy {
  /**
   * Unfinished jobs that move a zone's residents to another zone.
   * The key is the zone's id; a zone has at most one job.
   */
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
