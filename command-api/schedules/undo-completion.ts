/**
 * UndoCompletion: sets a delivery completed by mistake back to arrived.
 * Arrival time and weight stay.
 */

import { reject } from '#contract/http/problems.ts'
import { msg } from '#contract/languages/message.ts'
import type { DeliveryState } from '../aggregates/delivery.ts'
import { createEvent, type Decider } from '../kernel/decider.ts'
import { type DeliverySiteScope, refuseDeliveryOfOtherSite } from './move-delivery.ts'

interface UndoCompletion extends DeliverySiteScope {
  deliveryId: string
  undoneBy: string
}

export const undoDeliveryCompletion: Decider<UndoCompletion, DeliveryState, 'delivery'> = (command, state, now) => {
  const { deliveryId, undoneBy } = command
  if (!state.created) return reject('not-found', msg`There is no such delivery.`)
  const elsewhere = refuseDeliveryOfOtherSite(command, state.created)
  if (elsewhere) return elsewhere
  if (state.status === 'arrived') return []
  if (state.status !== 'completed') return reject('conflict', msg`This delivery was not completed.`)
  return [createEvent('CompletionUndone', { deliveryId, undoneBy, undoneAt: now.toISOString() })]
}
