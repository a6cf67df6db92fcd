/**
 * WeighDelivery: records the site's scale reading.
 * It replaces earlier weights, which stay visible.
 */

import { hasDeliveryArrived } from '#contract/deliveries/delivery-progress.ts'
import { isRejection, type Rejection, reject } from '#contract/http/problems.ts'
import { type Message, msg } from '#contract/languages/message.ts'
import { CLOCK_TOLERANCE_MS } from '#domain/plausible-limits.ts'
import { type Envelope, type EventStore, hasType } from '#platform/event-store/event-store.ts'
import {
  assignWeighTicket,
  type DeliveryState,
  deliveryAggregate,
  weighTicketAggregate as tickets,
  type WeighTicketState,
  weighTicketStreamOf,
} from '../aggregates/delivery.ts'
import { createEvent, type Decider, hasEvents } from '../kernel/decider.ts'
import { type CommandResult, handleWithFacts } from '../kernel/handle.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { recordPendingDelivery } from './create-delivery.ts'
import { type DeliverySiteScope, refuseDeliveryOfOtherSite } from './move-delivery.ts'

type DeliveryWeighing = NonNullable<DeliveryState['weighed']>

export interface WeighDeliveryCommand extends DeliverySiteScope {
  deliveryId: string
  /** Ticket number, uppercase. */
  ticket: string
  /** Measured weight of the truck with its load, in kg. */
  gross: number
  /** Weight of the empty truck in kg; less than `gross`. */
  tare: number
  /** Time of the weighing, ISO 8601; by default now. */
  weighedAt?: string
  /** Hash of the ticket's picture. */
  picture?: string
  weighedBy: string
}

/** Returns net kg to the hundredth, without floating-point noise. */
const netOf = ({ gross, tare }: Pick<WeighDeliveryCommand, 'gross' | 'tare'>) => Math.round((gross - tare) * 100) / 100

/**
 * Records a weighing.
 * The load has then arrived, because the scales are at the site.
 */
export const weighDelivery: Decider<WeighDeliveryCommand, DeliveryState, 'delivery'> = (command, state, now) => {
  const { deliveryId, ticket, gross, tare, picture, weighedBy } = command
  if (!state.created) return reject('not-found', msg`There is no such delivery.`)
  const elsewhere = refuseDeliveryOfOtherSite(command, state.created)
  if (elsewhere) return elsewhere
  if (state.status === 'pending') return reject('conflict', msg`This delivery has not set out yet.`)
  const weighedAt = command.weighedAt ?? now.toISOString()
  const outside = timeRefused(Date.parse(weighedAt), Date.parse(state.created.createdAt), now.getTime())
  if (outside) return reject('bad-request', outside, { weighedAt: outside })
  const { siteId } = state.created
  const last = state.weighed
  if (last && saysNothingNew(command, last)) return []
  const at = now.toISOString()
  const weighed = createEvent('DeliveryWeighed', {
    deliveryId,
    siteId,
    ticket,
    gross,
    tare,
    weight: netOf(command),
    before: state.weight,
    picture: picture ?? (last?.ticket === ticket ? last.picture : undefined),
    weighedBy,
    weighedAt: new Date(weighedAt).toISOString(),
    recordedAt: at,
  })
  const stoodAt = weighed.data.weighedAt
  const isThere = hasDeliveryArrived(state.status)
  if (isThere && state.arrivedAt !== undefined && state.arrivedAt <= stoodAt) return [weighed]
  // A load that was weighed at the site has arrived, even if its status does not say so.
  const status = isThere ? state.status : 'arrived'
  const arrivedAt = stoodAt < at ? stoodAt : undefined
  return [createEvent('DeliveryMoved', { deliveryId, status, movedBy: weighedBy, movedAt: at, arrivedAt }), weighed]
}

/**
 * Returns whether the command adds nothing to the last weighing.
 * A missing time or picture is no change.
 */
function saysNothingNew(
  { ticket, gross, tare, picture, weighedAt }: WeighDeliveryCommand,
  last: DeliveryWeighing,
): boolean {
  const isSame = last.ticket === ticket && last.gross === gross && last.tare === tare
  const isSameTime = weighedAt === undefined || Date.parse(weighedAt) === Date.parse(last.weighedAt)
  return isSame && isSameTime && (picture === undefined || picture === last.picture)
}

function timeRefused(weighedAt: number, leftAt: number, now: number): Message | undefined {
  if (weighedAt > now + CLOCK_TOLERANCE_MS) return msg`It can’t have been weighed in the future.`
  // Ignores a departure in the future, which comes from a wrong clock.
  return weighedAt < leftAt - CLOCK_TOLERANCE_MS && leftAt <= now + CLOCK_TOLERANCE_MS
    ? msg`It can’t have been weighed before its truck left.`
    : undefined
}

/**
 * Weighs a delivery.
 * First stores the picture and reserves the ticket against use by other deliveries.
 */
export async function handleWeighDelivery(
  kernel: Kernel,
  command: WeighDeliveryCommand,
  envelope: Envelope,
): Promise<CommandResult<DeliveryState> | Rejection> {
  const { deliveryId, picture, ticket } = command
  const missing = await recordPendingDelivery(kernel, deliveryId)
  if (missing) return missing
  const decide = (state: DeliveryState) => weighDelivery(command, state, kernel.clock())
  const gather = async (state: DeliveryState) => {
    if (!hasEvents(decide(state))) return {}
    const gone = picture && (await kernel.pictures.keep(picture))
    if (gone) return gone
    const taken = state.weighed?.ticket === ticket ? undefined : await takeTicket(kernel, command, state, envelope)
    return taken ?? {}
  }
  return handleWithFacts(
    kernel.store,
    deliveryAggregate.stream(deliveryId),
    deliveryAggregate,
    { gather, decide },
    envelope,
  )
}

/**
 * Reserves the weighbridge ticket for the delivery.
 * This is repeated at each weighing.
 * After a weighing with another ticket, the delivery may have lost its first ticket.
 */
async function takeTicket(
  { store, clock }: Kernel,
  { deliveryId, ticket }: WeighDeliveryCommand,
  { created, weighings }: DeliveryState,
  envelope: Envelope,
): Promise<Rejection | undefined> {
  const siteId = created?.siteId ?? ''
  const stream = weighTicketStreamOf(siteId, ticket)
  const gather = async (held: WeighTicketState) => ({ isGivenUp: await wasGivenUp(store, siteId, ticket, held) })
  const decide = (held: WeighTicketState, { isGivenUp }: { isGivenUp: boolean }) =>
    assignWeighTicket({ siteId, ticket, deliveryId, isGivenUp }, held, clock())
  const own = { ...envelope, commandId: `${envelope.commandId}/ticket/${weighings}` }
  const taken = await handleWithFacts(store, stream, tickets, { gather, decide }, own)
  return isRejection(taken) ? taken : undefined
}

/**
 * Returns whether the delivery that last reserved this ticket was later weighed with another ticket.
 * Returns false if that delivery is not yet weighed, because it still needs this ticket.
 */
async function wasGivenUp(store: EventStore, siteId: string, ticket: string, { deliveryId: owner }: WeighTicketState) {
  if (owner === undefined) return false
  const [taken, weighed] = await Promise.all([
    store.readStream(weighTicketStreamOf(siteId, ticket)),
    store.readStream(deliveryAggregate.stream(owner)),
  ])
  const last = weighed.findLast((logged) => hasType(logged, 'DeliveryWeighed'))
  return last !== undefined && last.data.ticket !== ticket && last.position > (taken.at(-1)?.position ?? 0)
}
