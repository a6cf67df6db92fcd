/** Automatic dispatch policy: if enabled, schedules a zone that reaches its threshold once per cycle. */

import type { Event } from '#contract/events.ts'
import { DEFAULT_CONFIGURATION } from '#contract/settings/configuration.ts'
import type { Zone } from '#domain/city.ts'
import { zoneSlug } from '#domain/zone-slug.ts'
import { createBursts } from '../policy-state/bursts.ts'
import { createOpenReports } from '../policy-state/open-reports.ts'
import { commandJob, type OutstandingJob, type Policy } from '../runner/policy.ts'
import { emptyState, type PolicyState, withPrefix } from '../runner/policy-state.ts'

interface ZoneCycle {
  /** Trucks in this cycle's plan, by any planner. */
  planned: Set<string>
  /** Trucks of an automatic plan that are not scheduled yet. */
  unsent: Set<string>
  /**
   * Number of changes that may have freed a truck while the zone waited.
   * Each one is a reason to retry.
   */
  again: number
  /** Plans of this cycle whose trucks were all taken meanwhile. */
  lost: number
}

/** Maximum of immediate replacements for lost plans; then the zone waits for a change. */
const PLANS_LOST = 3

export function createAutomaticDispatchPolicy(keep: PolicyState = emptyState): Policy {
  const zones = keep('zones', new Map<Zone, ZoneCycle>())
  const reports = createOpenReports(withPrefix(keep, 'reports'))
  const bursts = createBursts(reports, withPrefix(keep, 'bursts'))
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
    // A crash may have happened between the plan and its schedules.
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
          // Two zones wanted the same truck: the loser plans again with the remaining ones.
          if (isDue(data.zone, state) && state.lost++ < PLANS_LOST) state.again++
          return
        }
        default:
          if (MAY_LET_A_TRUCK_GO.has(type)) askAgain()
      }
    },
    outstanding: () =>
      [...zones].flatMap(([zone, state]) => (isDue(zone, state) ? [ask(zone, reports.cycle(zone), state.again)] : [])),
  }
}

/** Events after which a truck, a site or a reason may be newly available. */
const MAY_LET_A_TRUCK_GO: ReadonlySet<Event['type']> = new Set([
  'VehicleRegistered',
  'VehicleChanged',
  'VehicleRefuelled',
  'CollectionCompleted',
  'CollectionCancelled',
  'TruckArrived',
  'SiteOpened',
  // Events after which more reports may count or pass.
  'MailServerSet',
  'BurstCleared',
])

const newCycle = (): ZoneCycle => ({ planned: new Set(), unsent: new Set(), again: 0, lost: 0 })

function ask(zone: Zone, cycle: number, again: number): OutstandingJob {
  const id = `dispatch-${zoneSlug(zone)}-${cycle}`
  return commandJob(again > 0 ? `${id}-${again}` : id, { type: 'ScheduleZone', zone, cycle })
}
