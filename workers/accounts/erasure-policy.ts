/** Erasure policy: after a person was erased, a job makes sure that no secret of theirs was left by a crash in between. */
import type { Event } from '#contract/events.ts'
import type { Outstanding, Policy } from '../policy.ts'

export function createErasurePolicy(): Policy {
  const outstanding: Outstanding[] = []
  return {
    evolve(event: Event) {
      if (event.type !== 'AccountErased') return
      const { userId } = event.data
      outstanding.push({ id: `erase-${userId}`, command: { type: 'FinishErasure', userId } })
    },
    outstanding: () => [...outstanding],
  }
}
