/** Erasure policy: after a person was erased, a job makes sure that no secret of theirs was left by a crash in between. */
import type { Event } from '#contract/events.ts'
import type { Outstanding, Policy } from '../policy.ts'

export function createErasurePolicy(): Policy {
  const outstanding: Outstanding[] = []
  return {
    evolve(event: Event) {
      const userId = erasedBy(event)
      if (userId) outstanding.push({ id: `erase-${userId}`, command: { type: 'FinishErasure', userId } })
    },
    outstanding: () => [...outstanding],
  }
}

/** Whose secrets go with this event; a deleted truck's driver goes too. */
function erasedBy({ type, data }: Event): string | undefined {
  if (type === 'AccountErased') return data.userId
  return type === 'VehicleRemoved' ? `driver-${data.vehicleId}` : undefined
}
