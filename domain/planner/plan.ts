/**
 * Types of the planner.
 * Its input is zones and trucks.
 * Its output is the trucks' work (legs).
 */
import type { VehicleType } from '../city.ts'
import type { TruckPlan } from '../planning.ts'

/**
 * Kinds of collection options, in the order in which dispatchers see them.
 * `wait` means to wait until all customers have reported.
 */
export const COLLECTION_OPTION_KINDS = ['recommended', 'fewer-trucks', 'other-site', 'wait', 'other-trucks'] as const

export interface ZoneNeed {
  zone: string
  /** Number of open reports; an integer above 0. */
  reports: number
  /**
   * Possible unloading sites, with km from the zone.
   * Without any, the zone can't be collected.
   */
  sites: readonly { id: string; km: number }[]
}

export interface FreeTruck {
  id: string
  type: VehicleType
  kmpl: number
  /** Fuel in the tank, in litres. */
  fuel: number
}

export interface PlannerInput {
  zones: readonly ZoneNeed[]
  /** Trucks that are available and need no fuel. */
  trucks: readonly FreeTruck[]
  /** Maximum number of trucks in the plan; by default all. */
  most?: number
}

/** Work of one truck in a plan. */
export interface TruckLeg {
  vehicleId: string
  zone: string
  siteId: string
  /** Number of reports that the truck collects; at least 1. */
  reports: number
  /** Number of trips to the site. */
  trips: number
  /** Distance in km of all trips to the site and back. */
  km: number
  litres: number
  /** Minutes of work for the driver. */
  minutes: number
}

export interface PlanFigures {
  /** Number of collected reports. */
  reports: number
  litres: number
  km: number
}

export interface CollectionPlan extends PlanFigures {
  legs: readonly TruckLeg[]
}

export const EMPTY_PLAN: CollectionPlan = { legs: [], reports: 0, litres: 0, km: 0 }

/** Tolerance for rounding errors when litres are compared. */
const SAME = 1e-9

/**
 * Compares the figures of two plans.
 * The result is negative if `a` is better.
 * A better plan collects more reports, then uses fewer litres, then fewer km.
 */
export function comparePlanFigures(a: PlanFigures, b: PlanFigures): number {
  if (a.reports !== b.reports) return b.reports - a.reports
  if (Math.abs(a.litres - b.litres) > SAME) return a.litres - b.litres
  return Math.abs(a.km - b.km) > SAME ? a.km - b.km : 0
}

export const sumPlanFigures = (a: PlanFigures, b: PlanFigures): PlanFigures => ({
  reports: a.reports + b.reports,
  litres: a.litres + b.litres,
  km: a.km + b.km,
})

export const collectionPlanOf = (legs: readonly TruckLeg[]): CollectionPlan => ({
  ...legs.reduce(sumPlanFigures, EMPTY_PLAN),
  legs,
})

/**
 * Returns the figures of a leg, rounded to metres and millilitres.
 * Recommendation, schedule and log therefore show the same.
 */
export const toTruckPlan = ({ reports, trips, km, litres }: TruckLeg): TruckPlan => ({
  reports,
  trips,
  km: thousandth(km),
  litres: thousandth(litres),
})
const thousandth = (value: number) => Math.round(value * 1_000) / 1_000
