/** FreeTruck: frees a truck whose loads have all arrived. */
import { isRejection } from '#contract/http/problems.ts'
import { hasType } from '#platform/event-store/event-store.ts'
import { isEventOf } from '../kernel/category.ts'
import { createEvent, type Decider } from '../kernel/decider.ts'
import { createPolicyEnvelope, handleCommand } from '../kernel/handle.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { loadState } from '../kernel/load.ts'
import { dispatchIdOf } from './delivery.ts'
import { siteAggregate } from './site.ts'
import { type Vehicle, vehicleAggregate } from './vehicle.ts'

interface FreeTruck {
  vehicleId: string
  /** The dispatch whose loads have arrived. */
  dispatchId: string
}

/** FreeTruck: frees the truck whose loads arrived, unless it left again. */
export const releaseTruck: Decider<FreeTruck, Vehicle, 'vehicle'> = (command, { boundFor, dispatches }, now) => {
  const { vehicleId, dispatchId } = command
  return boundFor && dispatchIdOf(vehicleId, dispatches) === dispatchId
    ? [createEvent('TruckArrived', { vehicleId, siteId: boundFor, arrivedAt: now.toISOString() })]
    : []
}

/** Runs the command FreeTruck on behalf of a policy. */
export async function releaseTruckForPolicy(
  { store, clock }: Kernel,
  command: FreeTruck,
  commandId: string,
): Promise<void> {
  const decide = (state: Vehicle) => releaseTruck(command, state, clock())
  const freed = await handleCommand(
    store,
    vehicleAggregate.stream(command.vehicleId),
    vehicleAggregate,
    decide,
    createPolicyEnvelope(commandId),
  )
  if (isRejection(freed)) throw new Error(`${commandId}: ${freed.message}`)
}

/**
 * Frees a truck whose loads have arrived, without waiting for the background job.
 * Uses the job's command id, so that the job later has no effect.
 * Screens already show the truck as free, so commands must treat it as free.
 */
export async function releaseArrivedTruck(kernel: Kernel, vehicleId: string): Promise<void> {
  const { store } = kernel
  const stream = vehicleAggregate.stream(vehicleId)
  // The state is cached, and an old truck has many events.
  const { boundFor } = await loadState(store, stream, vehicleAggregate)
  if (boundFor === undefined) return
  const recorded = (await store.readStream(stream)).filter((logged) => isEventOf(logged, 'vehicle'))
  const arrived = recorded.findLastIndex(({ type }) => type === 'TruckArrived')
  const dispatches = recorded.slice(arrived + 1).filter((logged) => hasType(logged, 'TruckDispatched'))
  const last = dispatches.at(-1)
  // A load whose status is `pending` has not arrived at the site.
  const holdsPending = dispatches.some(({ data }) => data.loads.some(({ status }) => status === 'pending'))
  if (!last || holdsPending) return
  const updates = (await store.readStream(siteAggregate.stream(boundFor))).filter((logged) =>
    hasType(logged, 'SiteCompositionUpdated'),
  )
  const { dispatchId, loads } = last.data
  // Only the arrival of the loads aboard frees the truck.
  // Site updates may also correct loads of earlier trips.
  const aboard = new Set(loads.map(({ deliveryId }) => deliveryId))
  const isThere = updates.some(({ data }) => data.arrived.some(({ deliveryId }) => aboard.has(deliveryId)))
  if (isThere) await releaseTruckForPolicy(kernel, { vehicleId, dispatchId }, `job/free-${dispatchId}`)
}
