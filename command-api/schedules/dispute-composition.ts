/** DisputeComposition and SettleDispute: recyclers dispute a composition, a dispatcher decides. */

import { hasDeliveryArrived } from '#contract/deliveries/delivery-progress.ts'
import { reject } from '#contract/http/problems.ts'
import { msg } from '#contract/languages/message.ts'
import { MATERIALS, type Material } from '#domain/city.ts'
import type { DeliveryState } from '../aggregates/delivery.ts'
import { createEvent, type Decider } from '../kernel/decider.ts'
import { type DeliverySiteScope, refuseDeliveryOfOtherSite } from './move-delivery.ts'

interface DisputeComposition extends DeliverySiteScope {
  deliveryId: string
  /** Percent by material; missing materials are 0. */
  composition?: Partial<Record<Material, number>>
  /** JSON of {reason}, encrypted with the key of the person who disputes. */
  sealed: string
  disputedBy: string
}

export const disputeComposition: Decider<DisputeComposition, DeliveryState, 'delivery'> = (command, state, now) => {
  const { deliveryId, composition, sealed, disputedBy } = command
  if (!state.created) return reject('not-found', msg`There is no such delivery.`)
  const elsewhere = refuseDeliveryOfOtherSite(command, state.created)
  if (elsewhere) return elsewhere
  if (!hasDeliveryArrived(state.status)) return reject('conflict', msg`This delivery has not arrived yet.`)
  if (state.dispute?.status === 'open') return reject('conflict', msg`This delivery’s composition is already disputed.`)
  if (!state.composition) return reject('conflict', msg`This delivery has no composition to dispute.`)
  const whole = composition && Object.fromEntries(MATERIALS.map((material) => [material, composition[material] ?? 0]))
  const { siteId } = state.created
  const disputedAt = now.toISOString()
  return [
    createEvent('CompositionDisputed', { deliveryId, siteId, composition: whole, sealed, disputedBy, disputedAt }),
  ]
}

interface SettleDispute {
  deliveryId: string
  accepted: boolean
  /**
   * Time of the dispute that the dispatcher saw and settles.
   * A newer dispute of the delivery stays open.
   */
  disputedAt: string
  settledBy: string
}

const DISPUTED_AGAIN = msg`This delivery was disputed again. Read the new dispute and settle that one.`

export const settleDispute: Decider<SettleDispute, DeliveryState, 'delivery'> = (command, state, now) => {
  const { deliveryId, accepted, disputedAt, settledBy } = command
  if (!state.created) return reject('not-found', msg`There is no such delivery.`)
  if (state.dispute?.status !== 'open') return reject('conflict', msg`This delivery is not disputed.`)
  if (Date.parse(disputedAt) !== Date.parse(state.dispute.disputedAt)) return reject('conflict', DISPUTED_AGAIN)
  const composition = accepted ? state.dispute.composition : undefined
  const { siteId } = state.created
  return [
    createEvent('DisputeSettled', {
      deliveryId,
      siteId,
      accepted,
      composition,
      settledBy,
      settledAt: now.toISOString(),
    }),
  ]
}
