/** Routes of deliveries: loads under way, weighing and composition. */
import { defineCreateRoute, defineGetRoute, definePatchRoute, definePostRoute } from '../http/route.ts'

const readers = ['dispatcher', 'recycler', 'admin'] as const

export const deliveryEndpointRoutes = {
  deliveries: defineGetRoute('/auth/deliveries', readers),
  arrivedDeliveries: defineGetRoute('/auth/deliveries/arrived', readers),
  deliveryProof: defineGetRoute('/auth/delivery-proofs/:id', ['dispatcher', 'recycler', 'auditor']),
  createDelivery: defineCreateRoute('/auth/deliveries', ['dispatcher']),
  moveDelivery: definePatchRoute('/auth/deliveries/:id/status', ['dispatcher', 'recycler']),
  undoCompletion: definePostRoute('/auth/deliveries/:id/undo-completion', ['dispatcher', 'recycler']),
  weighDelivery: definePostRoute('/auth/deliveries/:id/weighing', ['recycler']),
  disputeComposition: definePostRoute('/auth/deliveries/:id/dispute', ['recycler']),
  settleDispute: definePostRoute('/auth/deliveries/:id/settlement', ['dispatcher']),
}
