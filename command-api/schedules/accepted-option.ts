/**
 * Validates the dispatch option that a dispatcher accepted, and computes each truck's work.
 * Nothing is scheduled if the planner would no longer offer this option.
 */

import type { z } from 'zod'
import type { ScheduleCollectionBody } from '#contract/commands.ts'
import { type Rejection, reject } from '#contract/http/problems.ts'
import { type Message, msg } from '#contract/languages/message.ts'
import { joinMessages } from '#contract/languages/values.ts'
import type { Zone } from '#domain/city.ts'
import { type PlannerCityWithZones, toZoneNeed } from '#domain/planner/due.ts'
import { planChosenTrucks } from '#domain/planner/options.ts'
import { type FreeTruck, toTruckPlan, type ZoneNeed } from '#domain/planner/plan.ts'
import { scheduleIdOf } from '#domain/planning.ts'
import { distanceKmOf } from '#domain/zones.ts'
import type { ZonePlan } from '../aggregates/dispatch.ts'
import type { ScheduleState } from '../aggregates/schedule.ts'
import { explainVehicleUnavailability, type Vehicle, vehicleAggregate } from '../aggregates/vehicle.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { loadState } from '../kernel/load.ts'
import type { ScheduleTruckCommand } from './schedule-truck.ts'

export type AcceptedCollectionOption = NonNullable<z.output<typeof ScheduleCollectionBody>['accepted']>

export const REVIEW_PLAN_MESSAGE = msg`Check the plan again.`

/**
 * Returns the planner's input for an accepted option: the option's reports and site.
 * Ignores reports made after the acceptance, so that the accepted figures stay valid.
 */
export const zoneNeedOfOption = (
  zone: Zone,
  { of: reports, siteId }: AcceptedCollectionOption,
  { distances }: PlannerCityWithZones,
): ZoneNeed => ({
  zone,
  reports,
  sites: [{ id: siteId, km: distanceKmOf(zone, siteId, distances) }],
})

/** Returns a rejection if the planner would no longer offer the accepted option, otherwise undefined. */
export async function refuseOutdatedOption(
  { store }: Kernel,
  {
    zone,
    accepted,
    works,
    city,
  }: { zone: Zone; accepted: AcceptedCollectionOption; works: PlannedWork; city: PlannerCityWithZones },
): Promise<Rejection | undefined> {
  const { of, siteId, trucks } = accepted
  const open = city.zones.find(({ id }) => id === zone)?.openReports ?? 0
  if (open < of)
    return reject(
      'conflict',
      msg`The plan was for ${{ of }} reports, but ${{ open }} are open in ${{ zone }} now. Check the plan again.`,
    )
  if (!toZoneNeed({ zone, reports: of }, city).sites.some(({ id }) => id === siteId))
    return reject('conflict', msg`${{ siteId }} is full. Check the plan again.`)
  for (const { vehicleId } of trucks) {
    const state = await loadState(store, vehicleAggregate.stream(vehicleId), vehicleAggregate)
    const why = explainTruckUnfitForPlan(accepted, { vehicleId, zone, plan: works.get(vehicleId) }, state)
    if (why) return reject('conflict', joinMessages([why, REVIEW_PLAN_MESSAGE]))
  }
  return undefined
}

/** Returns why a truck can no longer do its accepted work, or undefined. */
export function explainTruckUnfitForPlan(
  { trucks }: AcceptedCollectionOption,
  { vehicleId, zone, plan }: Pick<ScheduleTruckCommand, 'vehicleId' | 'zone' | 'plan'>,
  truck: Vehicle,
): Message | undefined {
  const offered = trucks.find((each) => each.vehicleId === vehicleId)
  if (plan && offered && isSameWork(plan, offered)) return undefined
  return (
    explainVehicleUnavailability(vehicleId, truck) ??
    msg`The route of truck ${{ vehicleId }} to ${{ zone }} has changed.`
  )
}

/**
 * Returns whether the zone's schedules match the option that a dispatcher accepted.
 * They differ if another dispatcher planned the zone first.
 */
export function doSchedulesMatchAcceptedOption(
  { siteId, trucks }: AcceptedCollectionOption,
  schedules: readonly ScheduleState[],
): boolean {
  if (schedules.length !== trucks.length) return false
  return schedules.every(({ planned }) => {
    const own = trucks.find(({ vehicleId }) => vehicleId === planned.vehicleId)
    return planned.siteId === siteId && own && planned.plan && isSameWork(planned.plan, own)
  })
}

type Work = Omit<AcceptedCollectionOption['trucks'][number], 'vehicleId'>
const isSameWork = (a: Work, b: Work) =>
  a.reports === b.reports && a.trips === b.trips && a.km === b.km && a.litres === b.litres

/** A plan with the code of its zone. */
type PlanOfZone = Omit<ZonePlan, 'plannedBy'> & { code: string }

/** Planned work of each truck, by truck id. */
type PlannedWork = ReadonlyMap<string, NonNullable<ScheduleTruckCommand['plan']>>

/**
 * Returns the planned work by truck id, computed like the recommendations.
 * Excludes trucks that are unavailable or could not return.
 */
export async function planTruckWork(kernel: Kernel, need: ZoneNeed, plan: PlanOfZone): Promise<PlannedWork> {
  const ways = planChosenTrucks(need, await readTrucks(kernel, plan))
  return new Map(ways.map((way) => [way.vehicleId, toTruckPlan(way)]))
}

/**
 * Reads the plan's trucks from their streams.
 * Leaves out trucks that became unavailable; the remaining trucks get their work.
 */
async function readTrucks({ store }: Kernel, { vehicleIds, code, cycle, round }: PlanOfZone): Promise<FreeTruck[]> {
  const trucks = await Promise.all(
    vehicleIds.map(async (id): Promise<FreeTruck[]> => {
      const truck = await loadState(store, vehicleAggregate.stream(id), vehicleAggregate)
      const isOnIt = truck.scheduleId === scheduleIdOf(code, cycle, round, id)
      if (!truck.registered || (explainVehicleUnavailability(id, truck) && !isOnIt)) return []
      const { type, fuelEfficiency: kmpl, fuelLevel: fuel } = truck.registered
      return [{ id, type, kmpl, fuel }]
    }),
  )
  return trucks.flat()
}
