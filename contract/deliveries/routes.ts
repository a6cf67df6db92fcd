/** Routes of deliveries: loads under way, weighing and composition. */
import { create, get, patch, post } from '../http/route.ts'

const readers = ['dispatcher', 'recycler', 'admin'] as const

export const deliveryEndpointRoutes = {
  deliveries: get('/auth/deliveries', readers),
  arrivedDeliveries: get('/auth/deliveries/arrived', readers),
  deliveryProof: get('/auth/delivery-proofs/:id', ['dispatcher', 'recycler', 'auditor']),
  createDelivery: create('/auth/deliveries', ['dispatcher']),
  moveDelivery: patch('/auth/deliveries/:id/status', ['dispatcher', 'recycler']),
  undoCompletion: post('/auth/deliveries/:id/undo-completion', ['dispatcher', 'recycler']),
  weighDelivery: post('/auth/deliveries/:id/weighing', ['recycler']),
  disputeComposition: post('/auth/deliveries/:id/dispute', ['recycler']),
  settleDispute: post('/auth/deliveries/:id/settlement', ['dispatcher']),
}
