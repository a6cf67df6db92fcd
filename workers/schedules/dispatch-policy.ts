/**
 * Policy for dispatched trucks.
 * One job records the dispatch in the streams of its reports and deliveries.
 * Another job makes the truck available once all its loads have arrived.
 * If a truck does not leave in time, the policy releases the reports claimed for it.
 */

import { hasDeliveryArrived } from '#contract/deliveries/delivery-progress.ts'
import type { Event, EventData } from '#contract/events.ts'
import { arrivalJobIdOf } from '#contract/internal-commands.ts'
import type { Zone } from '#domain/city.ts'
import {
  type CommandJob,
  createCommandJob,
  createRankCounter,
  type OutstandingJob,
  openUnstoredState,
  type Policy,
  type PolicyStatePartOpener,
  yieldAtRank,
} from '../runner/policy.ts'

/** Reports and deliveries of a dispatch whose own streams do not record it yet. */
interface UnrecordedDispatch {
  vehicleId: string
  reportIds: Set<string>
  deliveryIds: Set<string>
}

/**
 * A truck on its way to a site.
 * Contains the truck's last dispatch, and its deliveries that have not arrived.
 */
interface TruckOnTheWay {
  dispatchId: string
  deliveryIds: Set<string>
}

/**
 * Longest time in ms between claiming reports for a truck and its departure.
 * It takes milliseconds, unless a process crashes or a store is unavailable.
 */
const LEAVES_WITHIN_MS = 15_000

/**
 * Returns the jobs, with all but the first of each key as background jobs.
 * One update of a site can record hundreds of deliveries.
 */
function yieldFurther(all: readonly { key: string; job: CommandJob }[]): OutstandingJob[] {
  const rankOf = createRankCounter()
  return all.map(({ key, job }) => yieldAtRank(job, rankOf(key)))
}

/**
 * Creates the policy for dispatched trucks.
 * `clock` limits the wait for claims whose stored time is in the future.
 */
export function createDispatchPolicy(clock: () => Date, keep: PolicyStatePartOpener = openUnstoredState): Policy {
  const unwritten = keep('unwritten', new Map<string, UnrecordedDispatch>())
  /** Ids of reports that are not collected according to their own streams. */
  const open = keep('open', new Set<string>())
  const trucks = keep('trucks', new Map<string, TruckOnTheWay>())
  const truckOf = keep('truckOf', new Map<string, string>())
  /**
   * Claims of reports for trucks that have not left yet, by claim id.
   * `notBefore` is the earliest time to release the claim.
   */
  const claims = keep('claims', new Map<string, { vehicleId: string; zones: Set<Zone>; notBefore: string }>())
  /**
   * Outstanding jobs by delivery id.
   * Each job records in the delivery's stream that the delivery arrived.
   * A composition update of the site marked it as arrived, but the delivery's own stream lacks the arrival.
   */
  const arrivals = keep('arrivals', new Map<string, { siteId: string; job: CommandJob }>())
  /**
   * Outstanding jobs for deliveries whose site update was corrected, by delivery id.
   * `number` is the number of the correction.
   */
  const corrections = keep('corrections', new Map<string, { number: number; siteId: string; job: CommandJob }>())

  function dispatched({ dispatchId, vehicleId, loads, claimId }: EventData<'TruckDispatched'>): void {
    if (claimId !== undefined) claims.delete(claimId)
    const deliveryIds = loads.map(({ deliveryId }) => deliveryId)
    // Leaves out reports that a dispatcher marked by hand, because they are already collected.
    const reportIds = new Set(loads.flatMap((load) => load.reportIds).filter((id) => open.has(id)))
    unwritten.set(dispatchId, { vehicleId, reportIds, deliveryIds: new Set(deliveryIds) })
    for (const id of deliveryIds) truckOf.set(id, vehicleId)
    // Adds to the set in place, because copies for thousands of loads would take seconds.
    const aboard = trucks.get(vehicleId)?.deliveryIds ?? new Set()
    for (const id of deliveryIds) aboard.add(id)
    trucks.set(vehicleId, { dispatchId, deliveryIds: aboard })
  }

  /**
   * Runs `tick`, which removes a report or a delivery, on each dispatch that is not yet fully recorded.
   * Forgets dispatches of which nothing is left to record.
   */
  function written(tick: (dispatch: UnrecordedDispatch) => void): void {
    for (const [dispatchId, dispatch] of unwritten) {
      tick(dispatch)
      if (dispatch.reportIds.size === 0 && dispatch.deliveryIds.size === 0) unwritten.delete(dispatchId)
    }
  }

  /**
   * Requests jobs that record the site update on each delivery in the update's list.
   * The list includes deliveries that arrived earlier, whose composition is still unknown.
   */
  function updated(data: EventData<'SiteCompositionUpdated'>): void {
    const { siteId, number, composition, corrects, arrived, updatedAt: arrivedAt } = data
    if (corrects !== undefined) {
      corrected(data)
      return
    }
    for (const { deliveryId, weight } of arrived) {
      const id = arrivalJobIdOf({ deliveryId, siteId, number, isAboard: truckOf.has(deliveryId) })
      const job = createCommandJob(id, { type: 'ArriveDelivery', deliveryId, weight, composition, arrivedAt })
      arrivals.set(deliveryId, { siteId, job })
    }
  }

  /**
   * Requests jobs for deliveries whose composition was corrected.
   * These jobs are not stored in `arrivals`, because the arrival's job may still run.
   */
  function corrected({
    siteId,
    number,
    composition,
    arrived,
    updatedAt: arrivedAt,
  }: EventData<'SiteCompositionUpdated'>) {
    for (const { deliveryId, weight } of arrived) {
      const told = { deliveryId, weight, composition, corrects: number, arrivedAt }
      const job = createCommandJob(arrivalJobIdOf({ deliveryId, siteId, number, corrects: number, isAboard: false }), {
        type: 'ArriveDelivery',
        ...told,
      })
      corrections.set(deliveryId, { number, siteId, job })
    }
  }

  /** Returns the jobs that release claims of trucks that did not leave. */
  function giveUps(): OutstandingJob[] {
    const latest = clock().getTime() + LEAVES_WITHIN_MS
    return [...claims].map(([claimId, { vehicleId, notBefore }]) => {
      const command = { type: 'GiveUpClaim', vehicleId, claimId } as const
      return createCommandJob(
        `give-up-${claimId}`,
        command,
        new Date(Math.min(Date.parse(notBefore), latest)).toISOString(),
      )
    })
  }

  function arrived(deliveryId: string): void {
    trucks.get(truckOf.get(deliveryId) ?? '')?.deliveryIds.delete(deliveryId)
    truckOf.delete(deliveryId)
  }

  return {
    evolve({ type, data }: Event) {
      switch (type) {
        case 'TruckDispatched':
          return dispatched(data)
        case 'ReportsClaimed': {
          const { claimId, vehicleId, zone, claimedAt } = data
          const notBefore = new Date(Date.parse(claimedAt) + LEAVES_WITHIN_MS).toISOString()
          const zones = new Set([...(claims.get(claimId)?.zones ?? []), zone])
          claims.set(claimId, { vehicleId, zones, notBefore })
          return
        }
        case 'ClaimReleased': {
          const claim = claims.get(data.claimId)
          if (claim?.zones.delete(data.zone) && claim.zones.size === 0) claims.delete(data.claimId)
          return
        }
        case 'BinReportedFull':
        case 'ReportReopened':
          open.add(data.reportId)
          return
        case 'ReportCollected':
          open.delete(data.reportId)
          return written(({ reportIds }) => reportIds.delete(data.reportId))
        case 'DeliveryCreated':
          return written(({ deliveryIds }) => deliveryIds.delete(data.deliveryId))
        case 'SiteCompositionUpdated':
          return updated(data)
        case 'DeliveryMoved':
          if (hasDeliveryArrived(data.status)) arrived(data.deliveryId)
          // If a person changed the delivery, the site update is not yet recorded on it.
          // The job that records the update must then still run.
          if (data.corrects === undefined && data.movedBy === 'system') arrivals.delete(data.deliveryId)
          if (data.corrects === corrections.get(data.deliveryId)?.number) corrections.delete(data.deliveryId)
          return
        case 'TruckArrived':
          trucks.delete(data.vehicleId)
          return
      }
    },
    outstanding: () => [
      ...yieldFurther(
        [...unwritten].map(([dispatchId, { vehicleId }]) => {
          const command = { type: 'FinishDispatch', vehicleId, dispatchId } as const
          return { key: vehicleId, job: createCommandJob(`dispatch-${dispatchId}`, command) }
        }),
      ),
      ...giveUps(),
      ...yieldFurther([...arrivals.values(), ...corrections.values()].map(({ siteId, job }) => ({ key: siteId, job }))),
      ...[...trucks].flatMap(([vehicleId, { dispatchId, deliveryIds }]): OutstandingJob[] => {
        const command = { type: 'FreeTruck', vehicleId, dispatchId } as const
        return deliveryIds.size === 0 ? [createCommandJob(`free-${dispatchId}`, command)] : []
      }),
    ],
  }
}
