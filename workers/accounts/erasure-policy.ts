/** Erasure policy: after an erasure, a job deletes those secrets that a crash may have left behind. */

import type { Event } from '#contract/events.ts'
import { driverEncryptionKeyIdOf } from '#domain/planning.ts'
import { commandJob, type OutstandingJob, type Policy } from '../runner/policy.ts'
import { type OpenPolicyStatePart, unstoredState } from '../runner/policy-state.ts'

export function createErasurePolicy(keep: OpenPolicyStatePart = unstoredState): Policy {
  const unfinished = keep('unfinished', new Map<string, OutstandingJob>())
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

/**
 * Returns the id of the person whose secrets the event erases.
 * An older truck has personal data of its driver, so removing the truck erases the driver.
 */
function erasedBy({ type, data }: Event): string | undefined {
  if (type === 'AccountErased') return data.userId
  return type === 'VehicleRemoved' ? driverEncryptionKeyIdOf(data.vehicleId) : undefined
}
