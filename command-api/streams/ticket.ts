/** A weighbridge's ticket is one load's: a reservation stream for each number of a site's scales. */
import { reject } from '#contract/problems.ts'
import { category } from '../kernel/category.ts'
import { type Decide, event } from '../kernel/decider.ts'

export interface Ticket {
  deliveryId?: string
}

export const ticket = category<Ticket, 'ticket'>('ticket', {}, { TicketUsed: (_, { deliveryId }) => ({ deliveryId }) })

export const ticketOf = (siteId: string, number: string) => ticket.stream(`${siteId}/${number}`)

interface UseTicket {
  siteId: string
  ticket: string
  deliveryId: string
}

/** UseTicket: a load may be weighed again, and by another ticket; no other load by a ticket that it had. */
export const useTicket: Decide<UseTicket, Ticket, 'ticket'> = (command, { deliveryId: owner }, now) => {
  const { ticket, deliveryId } = command
  if (owner === deliveryId) return []
  if (owner !== undefined)
    return reject('conflict', `Ticket ${ticket} is that of delivery ${owner}.`, { ticket: 'Used for another delivery' })
  return [event('TicketUsed', { ...command, usedAt: now.toISOString() })]
}
