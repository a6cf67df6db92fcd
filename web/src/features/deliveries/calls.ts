/** Recyclers' endpoints of deliveries: status, weighing, dispute, proof, and the list of arrived ones. */
import { api } from '#web/lib/api/api.ts'
import { command, query } from '#web/lib/api/request.ts'

const calls = api.injectEndpoints({
  endpoints: (build) => ({
    receiveDelivery: build.mutation(command('moveDelivery')),
    weighDelivery: build.mutation(command('weighDelivery')),
    disputeComposition: build.mutation(command('disputeComposition')),
    deliveryProof: build.query(query('deliveryProof')),
    arrivedDeliveries: build.query(query('arrivedDeliveries')),
  }),
})

export const {
  useReceiveDeliveryMutation,
  useWeighDeliveryMutation,
  useDisputeCompositionMutation,
  useDeliveryProofQuery,
  useArrivedDeliveriesQuery,
} = calls
