/** CreateDelivery: records each load of a dispatch once, in its own stream. */

import { type Rejection, reject } from '#contract/http/problems.ts'
import { msg } from '#contract/languages/message.ts'
import type { EventInStream } from '#contract/streams.ts'
import { REPORT_KG } from '#domain/planning.ts'
import type { Envelope, EventStore } from '#platform/event-store/event-store.ts'
import { type DeliveryState, deliveryAggregate, vehicleIdOfDelivery } from '../aggregates/delivery.ts'
import { findTruckDispatch, type TruckDispatch } from '../aggregates/vehicle.ts'
import { createEvent, type Decider, type Decision } from '../kernel/decider.ts'
import { type CommandResult, handleCommand } from '../kernel/handle.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { recordPendingArrivals } from './arrive-delivery.ts'
import { countReportsInLoad, type DispatchLoad } from './dispatch-truck.ts'

interface CreateDelivery {
  dispatch: TruckDispatch
  load: DispatchLoad
  /** Reports in the load that are assigned to another truck. */
  takenByOthers: number
}

export const createDelivery: Decider<CreateDelivery, DeliveryState, 'delivery'> = (
  { dispatch, load, takenByOthers },
  state,
) => {
  if (state.created) return []
  const { vehicleId, siteId, estimatedArrival, dispatchedBy, dispatchedAt } = dispatch
  const { deliveryId, zone, status = 'in-transit', weight, measured = false, composition } = load
  return [
    createEvent('DeliveryCreated', {
      deliveryId,
      vehicleId,
      siteId,
      zone,
      status,
      weight: measured ? weight : weight - REPORT_KG * takenByOthers,
      estimated: !measured,
      composition,
      reportsCount: countReportsInLoad(load) - takenByOthers,
      estimatedArrival,
      createdBy: dispatchedBy,
      createdAt: dispatchedAt,
    }),
  ]
}

/** Records the delivery of a load once. */
export function recordDelivery(
  store: EventStore,
  command: CreateDelivery,
): Promise<CommandResult<DeliveryState> | Rejection> {
  const { dispatch, load } = command
  const envelope = { commandId: `create/${load.deliveryId}`, fingerprint: '', actor: dispatch.dispatchedBy }
  const decide = (state: DeliveryState) => createDelivery(command, state, new Date(dispatch.dispatchedAt))
  return handleCommand(store, deliveryAggregate.stream(load.deliveryId), deliveryAggregate, decide, envelope)
}

/**
 * Handles a command about a delivery.
 * First records the delivery and its arrival, if the jobs that record them have not run yet.
 * Screens show delivery and arrival before these jobs run.
 */
export async function handleDeliveryCommand(
  kernel: Pick<Kernel, 'store' | 'clock'>,
  deliveryId: string,
  decide: (state: DeliveryState) => Decision<EventInStream<'delivery'>>,
  envelope: Envelope,
): Promise<CommandResult<DeliveryState, EventInStream<'delivery'>> | Rejection> {
  const missing = await recordPendingDelivery(kernel, deliveryId)
  return (
    missing ?? handleCommand(kernel.store, deliveryAggregate.stream(deliveryId), deliveryAggregate, decide, envelope)
  )
}

/**
 * Records a delivery and its arrivals, if the jobs that record them have not run yet.
 * Returns a rejection if there is no such delivery.
 */
export async function recordPendingDelivery(
  kernel: Pick<Kernel, 'store' | 'clock'>,
  deliveryId: string,
): Promise<Rejection | undefined> {
  const missing = await ensureDelivery(kernel.store, deliveryId)
  if (!missing) await recordPendingArrivals(kernel, deliveryId)
  return missing
}

/**
 * Records the delivery of a dispatch, unless the job of this dispatch has already recorded it.
 * Commands about a delivery call this function first.
 */
async function ensureDelivery(store: EventStore, deliveryId: string): Promise<Rejection | undefined> {
  const unknown = reject('not-found', msg`There is no such delivery.`)
  const vehicleId = vehicleIdOfDelivery(deliveryId)
  if (!vehicleId) return unknown
  if ((await store.readStream(deliveryAggregate.stream(deliveryId))).length > 0) return undefined
  const named = (load: DispatchLoad) => load.deliveryId === deliveryId
  const dispatch = await findTruckDispatch(store, vehicleId, ({ loads }) => loads.some(named))
  const load = dispatch?.loads.find(named)
  if (!dispatch || !load) return unknown
  await recordDelivery(store, { dispatch, load, takenByOthers: 0 })
  return undefined
}
