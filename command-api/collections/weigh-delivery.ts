/** WeighDelivery: what the site's scales say of a load that came. It counts from then on; what was thought before stays told. */
import { isRejection, type Rejection, reject } from '#contract/problems.ts'
import { CLOCKS_MS } from '#rules/borders.ts'
import { type Decide, event } from '../kernel/decider.ts'
import { type Envelope, type Handled, handle } from '../kernel/handle.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { type DeliveryState, hasArrived } from '../streams/delivery.ts'
import { ticketOf, ticket as tickets, useTicket } from '../streams/ticket.ts'
import { handleDelivery } from './create-delivery.ts'
import { type ForSite, notOwn } from './move-delivery.ts'

export interface WeighDelivery extends ForSite {
  deliveryId: string
  /** The number on the ticket, in capitals. */
  ticket: string
  /** kg */
  gross: number
  /** kg; less than gross */
  tare: number
  /** ISO 8601; now when absent */
  weighedAt?: string
  /** Hash of the ticket's picture. */
  picture?: string
  weighedBy: string
}

/** kg to the hundredth: scales are not finer, and floating point would be. */
const netOf = ({ gross, tare }: Pick<WeighDelivery, 'gross' | 'tare'>) => Math.round((gross - tare) * 100) / 100

/** The scales stand at the site: what is weighed has arrived with that. */
export const weighDelivery: Decide<WeighDelivery, DeliveryState, 'delivery'> = (command, state, now) => {
  const { deliveryId, ticket, gross, tare, picture, weighedBy } = command
  if (!state.created) return reject('not-found', 'There is no such delivery.')
  const elsewhere = notOwn(command, state.created)
  if (elsewhere) return elsewhere
  if (state.status === 'pending') return reject('conflict', 'This delivery has not set out yet.')
  const weighedAt = command.weighedAt ?? now.toISOString()
  const outside = timeRefused(Date.parse(weighedAt), Date.parse(state.created.createdAt), now.getTime())
  if (outside) return reject('bad-request', outside, { weighedAt: outside })
  const { siteId } = state.created
  const last = state.weighed
  if (last?.ticket === ticket && last.gross === gross && last.tare === tare && (!picture || last.picture === picture))
    return []
  const at = now.toISOString()
  const weighed = event('DeliveryWeighed', {
    ...{ deliveryId, siteId, ticket, gross, tare, weight: netOf(command), before: state.weight },
    picture: picture ?? (last?.ticket === ticket ? last.picture : undefined),
    ...{ weighedBy, weighedAt: new Date(weighedAt).toISOString(), recordedAt: at },
  })
  if (hasArrived(state.status)) return [weighed]
  return [event('DeliveryMoved', { deliveryId, status: 'arrived', movedBy: weighedBy, movedAt: at }), weighed]
}

function timeRefused(weighedAt: number, leftAt: number, now: number): string | undefined {
  if (weighedAt > now + CLOCKS_MS) return 'It can’t have been weighed in the future.'
  return weighedAt < leftAt - CLOCKS_MS ? 'It can’t have been weighed before its truck left.' : undefined
}

/** Weighs a delivery; its ticket is taken for it first, so that no ticket stands for two loads, and the ticket's picture is kept. */
export function weighDeliveryWith(
  kernel: Kernel,
  command: WeighDelivery,
  envelope: Envelope,
): Promise<Handled<DeliveryState> | Rejection> {
  const { store, clock, pictures } = kernel
  const { deliveryId, ticket, picture } = command
  const decide = async (state: DeliveryState) => {
    const decision = weighDelivery(command, state, clock())
    if (isRejection(decision) || decision.length === 0 || !state.created) return decision
    const gone = picture && (await pictures.keep(picture))
    if (gone) return gone
    const { siteId } = state.created
    const take = useTicket.bind(null, { siteId, ticket, deliveryId })
    const own = { ...envelope, commandId: `${envelope.commandId}/ticket` }
    const taken = await handle(store, ticketOf(siteId, ticket), tickets, (held) => take(held, clock()), own)
    return isRejection(taken) ? taken : decision
  }
  return handleDelivery(kernel, deliveryId, decide, envelope)
}
