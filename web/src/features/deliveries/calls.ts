/** Recyclers' endpoints of deliveries: status, weighing, dispute, and the list of arrivals. */
import { api } from '#web/lib/api/api.ts'
import { command, query } from '#web/lib/api/request.ts'

const calls = api.injectEndpoints({
  endpoints: (build) => ({
    receiveDelivery: build.mutation(command('moveDelivery')),
    weighDelivery: build.mutation(command('weighDelivery')),
    disputeComposition: build.mutation(command('disputeComposition')),
    arrivedDeliveries: build.query(query('arrivedDeliveries')),
  }),
})

export const {
  useReceiveDeliveryMutation,
  useWeighDeliveryMutation,
  useDisputeCompositionMutation,
  useArrivedDeliveriesQuery,
} = calls
