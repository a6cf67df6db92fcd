/**
 * UndoCompletion: sets a delivery that was completed by mistake back to arrived.
 * Arrival time and weight stay.
 */

import { reject } from '#contract/http/problems.ts'
import { msg } from '#contract/languages/message.ts'
import type { DeliveryState } from '../aggregates/delivery.ts'
import { createEvent, type Decide } from '../kernel/decider.ts'
import { refuseOtherSite, type SiteScope } from './move-delivery.ts'

interface UndoCompletion extends SiteScope {
  deliveryId: string
  undoneBy: string
}

export const undoDeliveryCompletion: Decide<UndoCompletion, DeliveryState, 'delivery'> = (command, state, now) => {
  const { deliveryId, undoneBy } = command
  if (!state.created) return reject('not-found', msg`There is no such delivery.`)
  const elsewhere = refuseOtherSite(command, state.created)
  if (elsewhere) return elsewhere
  if (state.status === 'arrived') return []
  if (state.status !== 'completed') return reject('conflict', msg`This delivery was not completed.`)
  return [createEvent('CompletionUndone', { deliveryId, undoneBy, undoneAt: now.toISOString() })]
}
