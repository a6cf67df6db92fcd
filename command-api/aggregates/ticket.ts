/** Reserves a weighbridge ticket for one delivery. Each ticket number of a site has its own stream. */

import { reject } from '#contract/http/problems.ts'
import { msg } from '#contract/languages/message.ts'
import { defineAggregate } from '../kernel/category.ts'
import { createEvent, type Decide } from '../kernel/decider.ts'

export interface WeighTicketState {
  /** The delivery that was weighed with the ticket. */
  deliveryId?: string
}

export const ticket = defineAggregate<WeighTicketState, 'ticket'>(
  'ticket',
  {},
  { TicketUsed: (_, { deliveryId }) => ({ deliveryId }) },
)

export const weighTicketStreamOf = (siteId: string, number: string) => ticket.stream(`${siteId}/${number}`)

interface UseTicket {
  siteId: string
  ticket: string
  deliveryId: string
  /** True if the ticket's present delivery was weighed again with another ticket, and so no longer needs this one. */
  isGivenUp: boolean
}

/** UseTicket: assigns the ticket to a delivery, unless another delivery still needs it. */
export const assignWeighTicket: Decide<UseTicket, WeighTicketState, 'ticket'> = (
  { isGivenUp, ...use },
  { deliveryId: owner },
  now,
) => {
  const { ticket, deliveryId } = use
  if (owner !== undefined && owner !== deliveryId && !isGivenUp)
    return reject('conflict', msg`Ticket ${{ ticket }} belongs to delivery ${{ owner }}.`, {
      ticket: msg`Used for another delivery`,
    })
  return [createEvent('TicketUsed', { ...use, usedAt: now.toISOString() })]
}
