/** Endpoints of deliveries: loads under way, weighing and composition. */
import { z } from 'zod'
import { CreateDelivery, MoveDelivery } from '../commands/collections.ts'
import { DisputeComposition, SettleDispute, WeighDelivery } from '../commands/deliveries.ts'
import { endpointsOf, list, written } from '../door/endpoint.ts'
import { inPeriod } from '../door/period.ts'
import { deliveries as lines } from '../lines/deliveries.ts'
import { Delivery } from '../views/deliveries.ts'

export const deliveries = endpointsOf(lines, {
  deliveries: {
    summary: 'Deliveries that are under way, and those of the last 7 days, newest first',
    answer: list('deliveries', Delivery),
  },
  arrivedDeliveries: {
    summary: 'Deliveries that arrived in a period, newest first',
    query: inPeriod({
      site_id: z.string().max(40).optional(),
      limit: z.coerce.number().int().min(1).max(500).default(100),
    }),
    answer: list('deliveries', Delivery),
  },
  createDelivery: {
    summary: 'Send a truck to a site manually',
    body: CreateDelivery,
    answer: written({ delivery: Delivery }),
  },
  moveDelivery: {
    summary: 'Update a delivery’s status',
    body: MoveDelivery,
    answer: written({ delivery: Delivery }),
  },
  undoCompletion: {
    summary: 'Undo the completion of a delivery',
    answer: written({ delivery: Delivery }),
  },
  weighDelivery: {
    summary: "Record a delivery's weighing; marks it as arrived",
    body: WeighDelivery,
    answer: written({ delivery: Delivery }),
  },
  disputeComposition: {
    summary: 'Dispute a delivery’s composition',
    body: DisputeComposition,
    answer: written({ delivery: Delivery }),
  },
  settleDispute: {
    summary: 'Settle a composition dispute',
    body: SettleDispute,
    answer: written({ delivery: Delivery }),
  },
})
