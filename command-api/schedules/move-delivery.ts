/**
 * MoveDelivery: a delivery departs, arrives or is unloaded, and never goes back.
 * A measured weight replaces the estimate.
 */

import { deliveryStatusRankOf } from '#contract/deliveries/delivery-progress.ts'
import { isRejection, type Rejection, reject } from '#contract/http/problems.ts'
import { type Message, msg } from '#contract/languages/message.ts'
import type { DeliveryStatus } from '#domain/city.ts'
import type { Envelope } from '#platform/event-store/event-store.ts'
import type { DeliveryState } from '../aggregates/delivery.ts'
import { createEvent, type Decider } from '../kernel/decider.ts'
import { type CommandResult, createPolicyEnvelope } from '../kernel/handle.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { type ArriveDeliveryCommand, arriveDelivery } from './arrive-delivery.ts'
import { handleDeliveryCommand } from './create-delivery.ts'

/** Limits a caller to the deliveries of one site. */
export interface DeliverySiteScope {
  /**
   * The only site whose deliveries the caller may change.
   * A recycler without a site may change none.
   */
  ownSite?: string
}

export const refuseDeliveryOfOtherSite = (
  { ownSite }: DeliverySiteScope,
  { siteId }: { siteId: string },
): Rejection | undefined =>
  ownSite !== undefined && ownSite !== siteId
    ? reject('forbidden', msg`You can only do this for deliveries to your own site.`)
    : undefined

interface MoveDelivery extends DeliverySiteScope {
  deliveryId: string
  status: DeliveryStatus
  /** Measured kg */
  weight?: number
  movedBy: string
}

const WRONG_STATUS_MESSAGES: Record<DeliveryStatus, Message> = {
  pending: msg`This delivery has not set out yet.`,
  'in-transit': msg`This delivery has already set out.`,
  arrived: msg`This delivery has already arrived.`,
  completed: msg`This delivery is already completed.`,
}

export const changeDeliveryStatus: Decider<MoveDelivery, DeliveryState, 'delivery'> = (command, state, now) => {
  const { deliveryId, status, weight, movedBy } = command
  if (!state.created) return reject('not-found', msg`There is no such delivery.`)
  const elsewhere = refuseDeliveryOfOtherSite(command, state.created)
  if (elsewhere) return elsewhere
  if (deliveryStatusRankOf(status) < deliveryStatusRankOf(state.status))
    return reject('conflict', WRONG_STATUS_MESSAGES[state.status])
  if (weight !== undefined && state.weighed)
    return reject(
      'conflict',
      msg`This load was weighed with ticket ${{ ticket: state.weighed.ticket }}. Only a new ticket can change its weight.`,
    )
  const measured = weight !== undefined && (state.estimated || weight !== state.weight)
  if (status === state.status && !measured) return []
  return [createEvent('DeliveryMoved', { deliveryId, status, weight, movedBy, movedAt: now.toISOString() })]
}

export function handleDeliveryStatusChange(
  kernel: Kernel,
  command: MoveDelivery,
  envelope: Envelope,
): Promise<CommandResult<DeliveryState> | Rejection> {
  const decide = (state: DeliveryState) => changeDeliveryStatus(command, state, kernel.clock())
  return handleDeliveryCommand(kernel, command.deliveryId, decide, envelope)
}

/**
 * Records a delivery's arrival; called by a policy.
 * Throws if the command is rejected.
 */
export async function recordDeliveryArrival(
  kernel: Kernel,
  arrival: ArriveDeliveryCommand,
  commandId: string,
): Promise<void> {
  const decide = (state: DeliveryState) => arriveDelivery(arrival, state, kernel.clock())
  const moved = await handleDeliveryCommand(kernel, arrival.deliveryId, decide, createPolicyEnvelope(commandId))
  if (isRejection(moved)) throw new Error(`${commandId}: ${moved.message}`)
}
