/** Policy that requests the move of a zone's residents, until the log records its end. */
import type { Event } from '#contract/events.ts'
import {
  createCommandJob,
  type OutstandingJob,
  openUnstoredState,
  type Policy,
  type PolicyStatePartOpener,
} from '../runner/policy.ts'

export function createResidentsMovePolicy(keep: PolicyStatePartOpener = openUnstoredState): Policy {
  /** Unfinished jobs that move the residents of a zone to another zone, by the id of the zone they leave. */
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
