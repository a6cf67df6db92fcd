/** MoveDelivery: a load has set out, arrived or been unloaded; only forward. What was measured replaces the estimate. */

import { isRejection, type Rejection, reject } from '#contract/problems.ts'
import type { DeliveryStatus } from '#rules/city.ts'
import { type Decide, event } from '../kernel/decider.ts'
import { bySystem, type Envelope, type Handled, handle } from '../kernel/handle.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { type DeliveryState, delivery, hasArrived, stage } from '../streams/delivery.ts'
import { ensureDelivery } from './create-delivery.ts'

export interface MoveDelivery {
  deliveryId: string
  status: DeliveryStatus
  /** kg, when it was measured */
  weight?: number
  movedBy: string
  /** The only site whose deliveries the mover may move; a recycler without one moves none. */
  ownSite?: string
}

const STANDS: Record<DeliveryStatus, string> = {
  pending: 'This delivery has not set out yet.',
  'in-transit': 'This delivery has already set out.',
  arrived: 'This delivery has already arrived.',
  completed: 'This delivery is already completed.',
}

export const moveDelivery: Decide<MoveDelivery, DeliveryState, 'delivery'> = (command, state, now) => {
  const { deliveryId, status, weight, movedBy } = command
  if (!state.created) return reject('not-found', 'There is no such delivery.')
  if (command.ownSite !== undefined && command.ownSite !== state.created.siteId)
    return reject('forbidden', 'You can only move deliveries to your own site.')
  if (stage(status) < stage(state.status)) return reject('conflict', STANDS[state.status])
  const measured = weight !== undefined && (state.estimated || weight !== state.weight)
  if (status === state.status && !measured) return []
  return [event('DeliveryMoved', { deliveryId, status, weight, movedBy, movedAt: now.toISOString() })]
}

/** It came with its site's new composition; where it had arrived before, what was measured by then stays. */
export const arriveDelivery: Decide<MoveDelivery, DeliveryState, 'delivery'> = (command, state, now) => {
  if (!hasArrived(state.status)) return moveDelivery({ ...command, status: 'arrived' }, state, now)
  return state.estimated && command.weight !== undefined
    ? moveDelivery({ ...command, status: state.status }, state, now)
    : []
}

export async function moveDeliveryOn(
  { store, clock }: Kernel,
  command: MoveDelivery,
  decide: Decide<MoveDelivery, DeliveryState, 'delivery'>,
  envelope: Envelope,
): Promise<Handled<DeliveryState> | Rejection> {
  const missing = await ensureDelivery(store, command.deliveryId)
  if (missing && isRejection(missing)) return missing
  const decideNow = (state: DeliveryState) => decide(command, state, clock())
  return handle(store, delivery.stream(command.deliveryId), delivery, decideNow, envelope)
}

type Arrival = Pick<MoveDelivery, 'deliveryId' | 'weight'>

/** What policies ask for: nothing where it arrived before, an error where it can't. */
export async function arriveOn(kernel: Kernel, { deliveryId, weight }: Arrival, commandId: string): Promise<void> {
  const command = { deliveryId, weight, status: 'arrived', movedBy: 'system' } as const
  const moved = await moveDeliveryOn(kernel, command, arriveDelivery, bySystem(commandId))
  if (isRejection(moved)) throw new Error(`${commandId}: ${moved.message}`)
}
