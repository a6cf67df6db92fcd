/**
 * UndoCompletion: reverts a mistaken completion to arrived.
 * Arrival time and weight stay.
 */
import { reject } from '#contract/door/problems.ts'
import { type Decide, event } from '../kernel/decider.ts'
import type { DeliveryState } from '../streams/delivery.ts'
import { type ForSite, notOwn } from './move-delivery.ts'

export interface UndoCompletion extends ForSite {
  deliveryId: string
  undoneBy: string
}

export const undoCompletion: Decide<UndoCompletion, DeliveryState, 'delivery'> = (command, state, now) => {
  const { deliveryId, undoneBy } = command
  if (!state.created) return reject('not-found', 'There is no such delivery.')
  const elsewhere = notOwn(command, state.created)
  if (elsewhere) return elsewhere
  if (state.status === 'arrived') return []
  if (state.status !== 'completed') return reject('conflict', 'This delivery was not completed.')
  return [event('CompletionUndone', { deliveryId, undoneBy, undoneAt: now.toISOString() })]
}
