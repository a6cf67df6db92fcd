/** Residents move policy: requests the job that moves a zone's residents until the move is recorded as done. */
import type { Event } from '#contract/events.ts'
import { type Keep, unkept } from '../runner/keep.ts'
import { commandJob, type Outstanding, type Policy } from '../runner/policy.ts'

export function createResidentsMovePolicy(keep: Keep = unkept): Policy {
  /** By zone, which has one move at a time. */
  const moves = keep('moves', new Map<string, Outstanding>())

  return {
    evolve({ type, data }: Event) {
      if (type === 'ResidentsMoveBegun') {
        const { zoneId: zone, to, moveId, begunBy } = data
        moves.set(zone, commandJob(moveId, { type: 'MoveResidents', zone, to, moveId, begunBy }))
      }
      if (type === 'ResidentsMoved' || type === 'ZoneClosed') moves.delete(data.zoneId)
    },
    outstanding: () => [...moves.values()],
  }
}
