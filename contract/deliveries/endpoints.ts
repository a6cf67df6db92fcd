/** Endpoints of deliveries: loads under way, weighing and composition. */
import { z } from 'zod'
import { createCommandAnswerSchema, createListAnswerSchema, defineEndpoints } from '../http/endpoint.ts'
import { addPeriodFields } from '../http/period.ts'
import { ChangeDeliveryStatusBody, CreateDeliveryBody } from '../schedules/commands.ts'
import { DisputeCompositionBody, SettleDisputeBody, WeighDeliveryBody } from './commands.ts'
import { deliveryEndpointRoutes as lines } from './routes.ts'
import { Delivery } from './views.ts'

export const deliveryEndpoints = defineEndpoints(lines, {
  deliveries: {
    summary: 'The newest deliveries that are under way, and the newest that arrived in the last 7 days',
    answer: createListAnswerSchema('deliveries', Delivery),
  },
  arrivedDeliveries: {
    summary: 'Deliveries that arrived in a period, newest first',
    query: addPeriodFields({
      site_id: z.string().max(40).optional(),
      limit: z.coerce.number().int().min(1).max(500).default(100),
    }),
    answer: createListAnswerSchema('deliveries', Delivery),
  },
  deliveryProof: {
    summary: 'Share of the bins of a delivery that a driver collected with a photo or a position',
    answer: z.object({ stops: z.number(), served: z.number(), proven: z.number(), percent: z.number().optional() }),
  },
  createDelivery: {
    summary: 'Send a truck to a site manually',
    body: CreateDeliveryBody,
    answer: createCommandAnswerSchema({ delivery: Delivery }),
  },
  moveDelivery: {
    summary: 'Update a delivery’s status',
    body: ChangeDeliveryStatusBody,
    answer: createCommandAnswerSchema({ delivery: Delivery }),
  },
  undoCompletion: {
    summary: 'Undo the completion of a delivery',
    answer: createCommandAnswerSchema({ delivery: Delivery }),
  },
  weighDelivery: {
    summary: "Record a delivery's weighing; marks it as arrived",
    body: WeighDeliveryBody,
    answer: createCommandAnswerSchema({ delivery: Delivery }),
  },
  disputeComposition: {
    summary: 'Dispute a delivery’s composition',
    body: DisputeCompositionBody,
    answer: createCommandAnswerSchema({ delivery: Delivery }),
  },
  settleDispute: {
    summary: 'Settle a composition dispute',
    body: SettleDisputeBody,
    answer: createCommandAnswerSchema({ delivery: Delivery }),
  },
})
