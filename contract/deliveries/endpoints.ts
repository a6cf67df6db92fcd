/** Endpoints of deliveries: loads under way, weighing and composition. */
import { z } from 'zod'
import { commandAnswerSchema, defineEndpoints, listAnswerSchema } from '../http/endpoint.ts'
import { withPeriod } from '../http/period.ts'
import { ChangeDeliveryStatus, CreateDelivery } from '../schedules/commands.ts'
import { DisputeComposition, SettleDispute, WeighDelivery } from './commands.ts'
import { deliveryEndpointRoutes as lines } from './routes.ts'
import { Delivery } from './views.ts'

export const deliveryEndpoints = defineEndpoints(lines, {
  deliveries: {
    summary: 'Deliveries that are under way, and those of the last 7 days, newest first',
    answer: listAnswerSchema('deliveries', Delivery),
  },
  arrivedDeliveries: {
    summary: 'Deliveries that arrived in a period, newest first',
    query: withPeriod({
      site_id: z.string().max(40).optional(),
      limit: z.coerce.number().int().min(1).max(500).default(100),
    }),
    answer: listAnswerSchema('deliveries', Delivery),
  },
  deliveryProof: {
    summary: 'Share of the bins of a delivery that a driver collected with a photo or a position',
    answer: z.object({ stops: z.number(), served: z.number(), proven: z.number(), percent: z.number().optional() }),
  },
  createDelivery: {
    summary: 'Send a truck to a site manually',
    body: CreateDelivery,
    answer: commandAnswerSchema({ delivery: Delivery }),
  },
  moveDelivery: {
    summary: 'Update a delivery’s status',
    body: ChangeDeliveryStatus,
    answer: commandAnswerSchema({ delivery: Delivery }),
  },
  undoCompletion: {
    summary: 'Undo the completion of a delivery',
    answer: commandAnswerSchema({ delivery: Delivery }),
  },
  weighDelivery: {
    summary: "Record a delivery's weighing; marks it as arrived",
    body: WeighDelivery,
    answer: commandAnswerSchema({ delivery: Delivery }),
  },
  disputeComposition: {
    summary: 'Dispute a delivery’s composition',
    body: DisputeComposition,
    answer: commandAnswerSchema({ delivery: Delivery }),
  },
  settleDispute: {
    summary: 'Settle a composition dispute',
    body: SettleDispute,
    answer: commandAnswerSchema({ delivery: Delivery }),
  },
})
