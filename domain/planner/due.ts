/**
 * Plans all due zones, and prepares the planner's input.
 * Serves the recommendation, one-click scheduling and automatic dispatch.
 * Reads and commands share these functions, so that they agree.
 */

import type { VehicleStatus, VehicleType, Zone } from '../city.ts'
import { type CollectionThresholds, recommendationThresholdOf } from '../report-rules.ts'
import { isTruckAvailable } from '../trucks.ts'
import { distanceKmOf, type SiteDistancesKm } from '../zones.ts'
import { createNaivePlan } from './options.ts'
import type { CollectionPlan, FreeTruck, PlannerInput, TruckLeg, ZoneNeed } from './plan.ts'
import { type SolvedPlan, solvePlan } from './solve.ts'

export interface PlannerZone {
  id: Zone
  openReports: number
  totalCustomers: number
  thresholds: CollectionThresholds
  cycle: number
}

export interface PlannerCity {
  fleet: readonly PlannerTruck[]
  /** Sites with their load and capacity in tonnes. */
  sites: readonly { id: string; currentCapacity: number; maxCapacity: number }[]
  distances: SiteDistancesKm
}

/** Fields of a truck that the planner needs. */
export interface PlannerTruck {
  id: string
  type: VehicleType
  /** Fuel efficiency of the truck, in km per litre. */
  fuel_efficiency_kmpl: number
  /** Present fuel level of the truck, in litres. */
  current_fuel_level: number
  status: VehicleStatus
  needs_refuel: boolean
  archived?: boolean | undefined
}

interface ZoneReports {
  zone: Zone
  reports: number
}

/** Schedule fields that show whether a zone has trucks. */
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
  /** Number of reports at which the zone's collection is recommended. */
  at: number
  /** True if the zone has at least `at` reports. */
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

/**
 * Plans the due zones with at most `most` trucks.
 * Schedules nothing (pure function).
 */
export function planDueZones<S extends ZoneScheduleState>(
  city: PlannerCityWithZones<S>,
  most?: number,
): DueZonesPlan<S> {
  const zones = city.zones.map((zone) => dueZone(zone, city.schedules))
  const needs = toPlannerInput(zones.filter(lacksTrucks).map(wanted), city, most)
  return { zones, plan: solvePlan(needs), naive: createNaivePlan(needs) }
}

/**
 * Returns the trucks to send to one zone now.
 * A zone that is due gets its recommended trucks.
 * Any other zone gets the best trucks for it.
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

/**
 * Returns available trucks that need no fuel.
 * Sorts by id, because rows come in any order.
 */
export function selectFreeTrucks(fleet: readonly PlannerTruck[]): FreeTruck[] {
  return fleet
    .filter(isTruckAvailable)
    .map(({ id, type, fuel_efficiency_kmpl: kmpl, current_fuel_level: fuel }) => ({ id, type, kmpl, fuel }))
    .sort((a, b) => (a.id < b.id ? -1 : 1))
}

/**
 * Returns the planner's input for a zone: reports and possible sites.
 * Omits full sites, unless all are full.
 */
export function toZoneNeed({ zone, reports }: ZoneReports, { sites, distances }: Omit<PlannerCity, 'fleet'>): ZoneNeed {
  const withRoom = sites.filter(({ currentCapacity, maxCapacity }) => currentCapacity < maxCapacity)
  const usable = withRoom.length > 0 ? withRoom : sites
  return { zone, reports, sites: usable.map(({ id }) => ({ id, km: distanceKmOf(zone, id, distances) })) }
}

export function toPlannerInput(zones: readonly ZoneReports[], city: PlannerCity, most?: number): PlannerInput {
  return { zones: zones.map((zone) => toZoneNeed(zone, city)), trucks: selectFreeTrucks(city.fleet), most }
}
