/** Reserves a weighbridge ticket for one load at a time, in a stream per ticket number and site. */

import { reject } from '#contract/http/problems.ts'
import { msg } from '#contract/languages/message.ts'
import { category } from '../kernel/category.ts'
import { type Decide, event } from '../kernel/decider.ts'

export interface Ticket {
  /** The current owner of the ticket. */
  deliveryId?: string
}

export const ticket = category<Ticket, 'ticket'>('ticket', {}, { TicketUsed: (_, { deliveryId }) => ({ deliveryId }) })

export const ticketOf = (siteId: string, number: string) => ticket.stream(`${siteId}/${number}`)

interface UseTicket {
  siteId: string
  ticket: string
  deliveryId: string
  /** The owner was weighed by another ticket since, so this one was entered by mistake. */
  isGivenUp: boolean
}

/** UseTicket: assigns the ticket, unless its owner still needs it. */
export const useTicket: Decide<UseTicket, Ticket, 'ticket'> = ({ isGivenUp, ...use }, { deliveryId: owner }, now) => {
  const { ticket, deliveryId } = use
  if (owner !== undefined && owner !== deliveryId && !isGivenUp)
    return reject('conflict', msg`Ticket ${{ ticket }} belongs to delivery ${{ owner }}.`, {
      ticket: msg`Used for another delivery`,
    })
  return [event('TicketUsed', { ...use, usedAt: now.toISOString() })]
}
