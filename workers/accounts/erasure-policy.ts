/** Erasure policy: after a person was erased, a job makes sure that no secret of theirs was left by a crash in between. */

import type { Event } from '#contract/events.ts'
import { driverKey } from '#rules/planning.ts'
import { type Keep, unkept } from '../runner/keep.ts'
import { commandJob, type Outstanding, type Policy } from '../runner/policy.ts'

export function createErasurePolicy(keep: Keep = unkept): Policy {
  const unfinished = keep('unfinished', new Map<string, Outstanding>())
  return {
    evolve(event: Event) {
      const personId = erasedBy(event)
      if (personId)
        unfinished.set(personId, commandJob(`erase-${personId}`, { type: 'FinishErasure', userId: personId }))
      if (event.type === 'ErasureFinished') unfinished.delete(event.data.personId)
    },
    outstanding: () => [...unfinished.values()],
  }
}

/** Whose secrets go with this event; a deleted truck's driver goes too. */
function erasedBy({ type, data }: Event): string | undefined {
  if (type === 'AccountErased') return data.userId
  return type === 'VehicleRemoved' ? driverKey(data.vehicleId) : undefined
}
