/**
 * Automatic dispatch policy: schedules a zone at its threshold, once per cycle.
 * It acts only if switched on.
 */

import type { Event } from '#contract/events.ts'
import { DEFAULT_CONFIGURATION } from '#contract/settings/configuration.ts'
import type { Zone } from '#domain/city.ts'
import { zoneSlugOf } from '#domain/zones.ts'
import { createReportBurstState } from '../policy-state/bursts.ts'
import { createOpenReportsState } from '../policy-state/open-reports.ts'
import {
  createCommandJob,
  type OutstandingJob,
  openUnstoredState,
  type Policy,
  type PolicyStatePartOpener,
  prefixPolicyStateParts,
} from '../runner/policy.ts'

interface ZoneCycle {
  /** Ids of the trucks planned in the zone's current collection cycle, manually or automatically. */
  planned: Set<string>
  /** Ids of the trucks in an automatic plan that have no schedule yet. */
  unsent: Set<string>
  /**
   * Number of changes that may have freed a truck while the zone waited.
   * Each causes another attempt.
   */
  again: number
  /** Number of plans in this collection cycle whose truck was taken by another zone. */
  lost: number
}

/**
 * Maximum number of failed plans that the policy replaces at once.
 * After that, the zone waits for a change.
 */
const PLANS_LOST = 3

export function createAutomaticDispatchPolicy(keep: PolicyStatePartOpener = openUnstoredState): Policy {
  const zones = keep('zones', new Map<Zone, ZoneCycle>())
  const reports = createOpenReportsState(prefixPolicyStateParts(keep, 'reports'))
  const bursts = createReportBurstState(reports, prefixPolicyStateParts(keep, 'bursts'))
  const dispatch = keep('dispatch', { on: DEFAULT_CONFIGURATION.automaticDispatch })

  function zoneOf(zone: Zone): ZoneCycle {
    const known = zones.get(zone) ?? newCycle()
    zones.set(zone, known)
    return known
  }

  const isDue = (zone: Zone, { planned, unsent }: ZoneCycle) =>
    dispatch.on &&
    reports.counted(zone) > 0 &&
    reports.counted(zone) >= reports.recommendedAt(zone) &&
    !bursts.holds(zone) &&
    // The zone has no plan, or a crash prevented some schedules of its plan.
    (planned.size === 0 || unsent.size > 0)

  function askAgain(): void {
    for (const [zone, state] of zones) if (isDue(zone, state)) state.again++
  }

  return {
    evolve(event: Event) {
      reports.evolve(event)
      bursts.evolve(event)
      const { type, data } = event
      switch (type) {
        case 'ConfigurationChanged':
          dispatch.on = data.configuration.automaticDispatch
          return askAgain()
        case 'BinReportedFull':
        case 'ReportReopened':
          if (reports.count(data.zone) === 1) zones.set(data.zone, newCycle())
          return
        case 'CollectionPlanned': {
          const state = zoneOf(data.zone)
          if (data.cycle !== reports.cycle(data.zone)) return
          state.planned = new Set(data.vehicleIds)
          state.unsent = new Set(data.plannedBy === 'system' ? data.vehicleIds : [])
          return
        }
        case 'CollectionScheduled':
          zoneOf(data.zone).unsent.delete(data.vehicleId)
          return
        case 'PlanReduced': {
          const state = zoneOf(data.zone)
          if (data.cycle !== reports.cycle(data.zone) || !state.planned.delete(data.vehicleId)) return
          state.unsent.delete(data.vehicleId)
          // Two zones planned the same truck.
          // The zone that did not get the truck plans again with others.
          if (isDue(data.zone, state) && state.lost++ < PLANS_LOST) state.again++
          return
        }
        default:
          if (MAY_LET_A_TRUCK_GO.has(type)) askAgain()
      }
    },
    outstanding: () =>
      [...zones].flatMap(([zone, state]) =>
        isDue(zone, state) ? [createScheduleZoneJob(zone, reports.cycle(zone), state.again)] : [],
      ),
  }
}

/** Event types after which a truck or site may be free, or dispatch allowed. */
const MAY_LET_A_TRUCK_GO: ReadonlySet<Event['type']> = new Set([
  'VehicleRegistered',
  'VehicleChanged',
  'VehicleRefuelled',
  'CollectionCompleted',
  'CollectionCancelled',
  'TruckArrived',
  'SiteOpened',
  // After `MailServerSet`, reports of unconfirmed accounts may count.
  // After `BurstCleared`, the zone's burst no longer prevents a dispatch.
  'MailServerSet',
  'BurstCleared',
])

const newCycle = (): ZoneCycle => ({ planned: new Set(), unsent: new Set(), again: 0, lost: 0 })

function createScheduleZoneJob(zone: Zone, cycle: number, again: number): OutstandingJob {
  const id = `dispatch-${zoneSlugOf(zone)}-${cycle}`
  return createCommandJob(again > 0 ? `${id}-${again}` : id, { type: 'ScheduleZone', zone, cycle })
}
