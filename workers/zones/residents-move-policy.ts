/** Residents' move policy: where a zone's residents are to live elsewhere, a job moves them, until that is said to be done. */
import type { Event } from '#contract/events.ts'
import { type Keep, unkept } from '../runner/keep.ts'
import { commandJob, type Outstanding, type Policy } from '../runner/policy.ts'

export function createResidentsMovePolicy(keep: Keep = unkept): Policy {
  /** By zone: one move at a time. */
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
