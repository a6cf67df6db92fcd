/**
 * Plans all zones that are due.
 * Used for the recommendation, for scheduling with one click, and for automatic dispatch.
 * Reads and commands call the same functions, so that they agree.
 */

import type { Zone } from '../city.ts'
import { type CollectionThresholds, recommendationThresholdOf } from '../thresholds.ts'
import { naivePlan } from './naive-plan.ts'
import { type PlannerCity, toPlannerInput } from './needs.ts'
import type { CollectionPlan, TruckLeg } from './plan.ts'
import { type SolvedPlan, solvePlan } from './solve.ts'

export interface PlannerZone {
  id: Zone
  openReports: number
  totalCustomers: number
  thresholds: CollectionThresholds
  cycle: number
}

/** Fields of a schedule that show whether its zone has trucks. */
export interface ZoneScheduleState {
  zone: Zone
  open: boolean
  cycle: number
}

export interface PlannerCityWithZones<S extends ZoneScheduleState = ZoneScheduleState> extends PlannerCity {
  /** Open zones, in the order in which they were opened. */
  zones: readonly PlannerZone[]
  schedules: readonly S[]
}

export interface ZoneWithDueState<S extends ZoneScheduleState = ZoneScheduleState> extends PlannerZone {
  /** Number of reports at which a collection of the zone is recommended. */
  at: number
  /** Whether the zone has at least `at` reports. */
  due: boolean
  /** Schedules of trucks for this zone in its current cycle. */
  under: readonly S[]
}

export interface DueZonesPlan<S extends ZoneScheduleState = ZoneScheduleState> {
  zones: readonly ZoneWithDueState<S>[]
  /** One plan for all due zones that have no trucks yet. */
  plan: SolvedPlan
  /** Plan without optimization, which serves as a comparison. */
  naive: CollectionPlan
}

const lacksTrucks = ({ due, under }: ZoneWithDueState) => due && under.length === 0

/** Plans the due zones, with at most `most` trucks. Schedules nothing (pure function). */
export function planDueZones<S extends ZoneScheduleState>(
  city: PlannerCityWithZones<S>,
  most?: number,
): DueZonesPlan<S> {
  const zones = city.zones.map((zone) => dueZone(zone, city.schedules))
  const needs = toPlannerInput(zones.filter(lacksTrucks).map(wanted), city, most)
  return { zones, plan: solvePlan(needs), naive: naivePlan(needs) }
}

/**
 * Returns the trucks to send to one zone now.
 * If the zone is due, they are those of the recommended plan; otherwise the best trucks for this zone alone.
 */
export function planTrucksForZone(city: PlannerCityWithZones, zone: Zone): readonly TruckLeg[] {
  const { zones, plan } = planDueZones(city)
  const asked = zones.find(({ id }) => id === zone)
  if (!asked) return []
  if (lacksTrucks(asked)) return plan.legs.filter((leg) => leg.zone === zone)
  return solvePlan(toPlannerInput([{ ...wanted(asked), reports: Math.max(1, asked.openReports) }], city)).legs
}

function dueZone<S extends ZoneScheduleState>(zone: PlannerZone, schedules: readonly S[]): ZoneWithDueState<S> {
  const at = recommendationThresholdOf(zone.totalCustomers, zone.thresholds)
  const under = schedules.filter(
    (schedule) => schedule.open && schedule.zone === zone.id && schedule.cycle === zone.cycle,
  )
  return { ...zone, at, due: zone.openReports > 0 && zone.openReports >= at, under }
}

const wanted = ({ id, openReports }: PlannerZone) => ({ zone: id, reports: openReports })
