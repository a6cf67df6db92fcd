/** A weighbridge's ticket is one load's at a time: a reservation stream for each number of a site's scales. */
import { reject } from '#contract/door/problems.ts'
import { category } from '../kernel/category.ts'
import { type Decide, event } from '../kernel/decider.ts'

export interface Ticket {
  /** The load that took it last. */
  deliveryId?: string
}

export const ticket = category<Ticket, 'ticket'>('ticket', {}, { TicketUsed: (_, { deliveryId }) => ({ deliveryId }) })

export const ticketOf = (siteId: string, number: string) => ticket.stream(`${siteId}/${number}`)

interface UseTicket {
  siteId: string
  ticket: string
  deliveryId: string
  /** The load that had it was weighed by another ticket since: it was typed for the wrong one. */
  isGivenUp: boolean
}

/** UseTicket: a ticket is that of the load that took it last; no other load's before that one has another. */
export const useTicket: Decide<UseTicket, Ticket, 'ticket'> = ({ isGivenUp, ...use }, { deliveryId: owner }, now) => {
  const { ticket, deliveryId } = use
  if (owner !== undefined && owner !== deliveryId && !isGivenUp)
    return reject('conflict', `Ticket ${ticket} is that of delivery ${owner}.`, { ticket: 'Used for another delivery' })
  return [event('TicketUsed', { ...use, usedAt: now.toISOString() })]
}
