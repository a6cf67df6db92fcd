/** Automatic dispatch: where it is switched on, a zone that reaches its number of reports is scheduled, once in its cycle. */

import { DEFAULT_CONFIGURATION } from '#contract/configuration.ts'
import type { Event } from '#contract/events.ts'
import { DEFAULT_CUSTOMERS, type Zone } from '#rules/city.ts'
import { recommendAt } from '#rules/thresholds.ts'
import { createBursts } from '../folds/bursts.ts'
import { createOpenReports } from '../folds/open-reports.ts'
import type { Outstanding, Policy } from '../runner/policy.ts'

interface ZoneCycle {
  customers: number
  cycle: number
  /** The trucks of this cycle's plan that are still part of it, whoever made it. */
  planned: Set<string>
  /** Those of them that the installation itself planned and has not sent yet. */
  unsent: Set<string>
  /** How often something changed that may let a truck go, while the zone waited: each time it is worth asking again. */
  again: number
  /** Plans of this cycle whose trucks were all taken in the meantime. */
  lost: number
}

/** So many lost plans are made anew at once; then it waits for a change. */
const PLANS_LOST = 3

export function createAutomaticDispatchPolicy(): Policy {
  const zones = new Map<Zone, ZoneCycle>()
  const reports = createOpenReports()
  const bursts = createBursts(reports)
  let { automaticDispatch: on, thresholds } = DEFAULT_CONFIGURATION

  function zoneOf(zone: Zone): ZoneCycle {
    const known = zones.get(zone) ?? newZone(zone)
    zones.set(zone, known)
    return known
  }

  const isDue = (zone: Zone, { customers, planned, unsent }: ZoneCycle) =>
    on &&
    reports.counted(zone, customers) > 0 &&
    reports.counted(zone, customers) >= recommendAt(customers, thresholds) &&
    !bursts.holds(zone) &&
    // A crash may have come between the plan and its trucks.
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
          on = data.configuration.automaticDispatch
          thresholds = data.configuration.thresholds
          for (const [zone, { totalCustomers }] of Object.entries(data.configuration.zone_customers))
            zoneOf(zone as Zone).customers = totalCustomers
          return askAgain()
        case 'ZoneConfigured':
          zoneOf(data.zone).customers = data.totalCustomers
          return
        case 'BinReportedFull':
          if (reports.count(data.zone) === 1) begin(zoneOf(data.zone))
          return
        case 'CollectionPlanned': {
          const state = zoneOf(data.zone)
          if (data.cycle !== state.cycle) return
          state.planned = new Set(data.vehicleIds)
          state.unsent = new Set(data.plannedBy === 'system' ? data.vehicleIds : [])
          return
        }
        case 'CollectionScheduled':
          zoneOf(data.zone).unsent.delete(data.vehicleId)
          return
        case 'PlanReduced': {
          const state = zoneOf(data.zone)
          if (data.cycle !== state.cycle || !state.planned.delete(data.vehicleId)) return
          state.unsent.delete(data.vehicleId)
          // Two zones wanted the same truck: the one that lost plans again, with what is left.
          if (isDue(data.zone, state) && state.lost++ < PLANS_LOST) state.again++
          return
        }
        default:
          if (MAY_LET_A_TRUCK_GO.has(type)) askAgain()
      }
    },
    outstanding: () => [...zones].flatMap(([zone, state]) => (isDue(zone, state) ? [ask(zone, state)] : [])),
  }
}

/** After these there may be a truck, a place for it to go to, or a reason, that was not there before. */
const MAY_LET_A_TRUCK_GO: ReadonlySet<Event['type']> = new Set([
  'VehicleRegistered',
  'VehicleChanged',
  'VehicleRefuelled',
  'CollectionCompleted',
  'CollectionCancelled',
  'TruckArrived',
  'SiteOpened',
  // After these more reports may count, or be let pass.
  'MailServerSet',
  'BurstCleared',
])

const newZone = (zone: Zone): ZoneCycle => ({
  customers: DEFAULT_CUSTOMERS[zone],
  cycle: 0,
  planned: new Set(),
  unsent: new Set(),
  again: 0,
  lost: 0,
})

function begin(state: ZoneCycle): void {
  state.cycle++
  state.planned = new Set()
  state.unsent = new Set()
  state.again = 0
  state.lost = 0
}

function ask(zone: Zone, { cycle, again }: ZoneCycle): Outstanding {
  const id = `dispatch-${zone.toLowerCase().replaceAll(' ', '-')}-${cycle}`
  return { id: again > 0 ? `${id}-${again}` : id, command: { type: 'ScheduleZone', zone, cycle } }
}
