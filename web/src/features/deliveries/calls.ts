/** API endpoints of deliveries for recyclers: status, weighing, dispute, proof, and the list of arrived deliveries. */
import { api } from '#web/lib/api/api.ts'
import { defineCommand, defineQuery } from '#web/lib/api/request.ts'

const calls = api.injectEndpoints({
  endpoints: (build) => ({
    receiveDelivery: build.mutation(defineCommand('moveDelivery')),
    weighDelivery: build.mutation(defineCommand('weighDelivery')),
    disputeComposition: build.mutation(defineCommand('disputeComposition')),
    deliveryProof: build.query(defineQuery('deliveryProof')),
    arrivedDeliveries: build.query(defineQuery('arrivedDeliveries')),
  }),
})

export const {
  useReceiveDeliveryMutation,
  useWeighDeliveryMutation,
  useDisputeCompositionMutation,
  useDeliveryProofQuery,
  useArrivedDeliveriesQuery,
} = calls
