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
  isRecent,
  type OutstandingJob,
  openUnstoredState,
  type Policy,
  type PolicyStatePartOpener,
  prefixPolicyStateParts,
  REPEATED_RANK,
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
  /** Time of the last such change or of the cycle's start, in epoch ms. */
  changedAt?: number
  /** Set if the last attempt repeats a recent one. */
  isRepeated?: boolean
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

  /** Requests another attempt of each due zone after a change `at` (epoch ms). */
  function askAgain(at: number): void {
    for (const [zone, state] of zones) if (isDue(zone, state)) requestAttempt(state, at)
  }

  return {
    evolve(event: Event, at = 0) {
      reports.evolve(event)
      bursts.evolve(event)
      const { type, data } = event
      switch (type) {
        case 'ConfigurationChanged':
          dispatch.on = data.configuration.automaticDispatch
          return askAgain(at)
        case 'BinReportedFull':
        case 'ReportReopened':
          if (reports.count(data.zone) === 1) zones.set(data.zone, nextCycle(zones.get(data.zone), at))
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
          if (isDue(data.zone, state) && state.lost++ < PLANS_LOST) {
            state.again++
            state.isRepeated = false
          }
          return
        }
        default:
          if (MAY_LET_A_TRUCK_GO.has(type)) askAgain(at)
      }
    },
    outstanding: () =>
      [...zones].flatMap(([zone, state]) =>
        isDue(zone, state) ? [createScheduleZoneJob(zone, reports.cycle(zone), state)] : [],
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

/** Starts a cycle; its first attempt waits if the last cycle began just before. */
function nextCycle(last: ZoneCycle | undefined, at: number): ZoneCycle {
  return { ...newCycle(), changedAt: at, isRepeated: isRecent(last?.changedAt, at) }
}

const newCycle = (): ZoneCycle => ({ planned: new Set(), unsent: new Set(), again: 0, lost: 0 })

/**
 * Requests another attempt.
 * An attempt soon after another waits, and covers all changes until it runs.
 * A dispatcher may refuel a truck in a loop.
 * Each time, all waiting zones would make an attempt.
 */
function requestAttempt(state: ZoneCycle, at: number): void {
  state.again++
  state.isRepeated = isRecent(state.changedAt, at)
  state.changedAt = at
}

function createScheduleZoneJob(zone: Zone, cycle: number, { again, isRepeated }: ZoneCycle): OutstandingJob {
  const id = `dispatch-${zoneSlugOf(zone)}-${cycle}`
  const job = createCommandJob(again > 0 ? `${id}-${again}` : id, { type: 'ScheduleZone', zone, cycle })
  return isRepeated ? { ...job, background: REPEATED_RANK } : job
}
