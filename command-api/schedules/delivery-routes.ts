/** HTTP handlers of deliveries: progress, weight and composition. */

import { isRejection, type Rejection, reject } from '#contract/http/problems.ts'
import { msg } from '#contract/languages/message.ts'
import type { Principal } from '#platform/auth/tokens.ts'
import type { Handlers } from '#platform/http/api.ts'
import { type DeliveryState, toDelivery } from '../aggregates/delivery.ts'
import type { CommandResult } from '../kernel/handle.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { handleDelivery } from './create-delivery.ts'
import { disputeComposition, settleDispute } from './dispute-composition.ts'
import { handleDeliveryStatusChange } from './move-delivery.ts'
import { undoDeliveryCompletion } from './undo-completion.ts'
import { handleWeighDelivery } from './weigh-delivery.ts'

/**
 * Returns the only site that a recycler may see, the one of their own facility.
 * A recycler without a facility sees none.
 */
const siteOf = ({ role, facility = '' }: Principal) => ({ ownSite: role === 'recycler' ? facility : undefined })

function answered(handled: CommandResult<DeliveryState> | Rejection) {
  if (isRejection(handled)) return handled
  const delivery = toDelivery(handled.state)
  return delivery ? { delivery, position: handled.position } : reject('not-found', msg`There is no such delivery.`)
}

export function deliveryRoutes(kernel: Kernel): Handlers {
  const { sealer, clock } = kernel
  return {
    async moveDelivery({ params: { id: deliveryId }, body, principal, envelope }) {
      const command = { deliveryId, ...body, movedBy: principal.userId, ...siteOf(principal) }
      return answered(await handleDeliveryStatusChange(kernel, command, envelope))
    },

    async undoCompletion({ params: { id: deliveryId }, principal, envelope }) {
      const command = { deliveryId, undoneBy: principal.userId, ...siteOf(principal) }
      const decide = (state: DeliveryState) => undoDeliveryCompletion(command, state, clock())
      return answered(await handleDelivery(kernel, deliveryId, decide, envelope))
    },

    async weighDelivery({ params: { id: deliveryId }, body, principal, envelope }) {
      const command = { deliveryId, ...body, weighedBy: principal.userId, ...siteOf(principal) }
      return answered(await handleWeighDelivery(kernel, command, envelope))
    },

    async disputeComposition({ params: { id: deliveryId }, body: { reason, composition }, principal, envelope }) {
      const disputedBy = principal.userId
      const sealed = await sealer.seal(disputedBy, { reason })
      const command = { deliveryId, composition, sealed, disputedBy, ...siteOf(principal) }
      const decide = (state: DeliveryState) => disputeComposition(command, state, clock())
      return answered(await handleDelivery(kernel, deliveryId, decide, envelope))
    },

    async settleDispute({ params: { id: deliveryId }, body, principal, envelope }) {
      const command = { deliveryId, ...body, settledBy: principal.userId }
      const decide = (state: DeliveryState) => settleDispute(command, state, clock())
      return answered(await handleDelivery(kernel, deliveryId, decide, envelope))
    },
  }
}
