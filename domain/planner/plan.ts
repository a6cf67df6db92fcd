/** Types of the planner: zones and trucks as input, each truck's leg as output. */
import type { VehicleType } from '../city.ts'
import type { TruckPlan } from '../planning.ts'

/** Kinds of choices in the order in which they are shown; `wait`: until all customers have reported. */
export const CHOICE_KINDS = ['recommended', 'fewer-trucks', 'other-site', 'wait', 'other-trucks'] as const

export interface ZoneNeed {
  zone: string
  /** Open reports; an integer above 0. */
  reports: number
  /**
   * Sites where its trucks may unload, with km from the zone.
   * Without any it can't be collected.
   */
  sites: readonly { id: string; km: number }[]
}

export interface FreeTruck {
  id: string
  type: VehicleType
  kmpl: number
  /** Litres in the tank. */
  fuel: number
}

export interface Needs {
  zones: readonly ZoneNeed[]
  /** Trucks that may be sent: available and not needing fuel. */
  trucks: readonly FreeTruck[]
  /** Limit of trucks; all by default. */
  most?: number
}

/** Work of one truck. */
export interface Leg {
  vehicleId: string
  zone: string
  siteId: string
  /** Reports that it collects; at least 1. */
  reports: number
  /** Trips to the site. */
  trips: number
  /** Km of all trips to the site and back. */
  km: number
  litres: number
  /** Minutes of the driver's shift. */
  minutes: number
}

export interface Outcome {
  /** Reports collected. */
  reports: number
  litres: number
  km: number
}

export interface Plan extends Outcome {
  legs: readonly Leg[]
}

export const NOTHING: Plan = { legs: [], reports: 0, litres: 0, km: 0 }

/** Tolerance for rounding errors in sums of litres. */
const SAME = 1e-9

/**
 * Compares outcomes.
 * Negative if `a` is better: more reports, then fewer litres, then fewer km.
 */
export function compareOutcomes(a: Outcome, b: Outcome): number {
  if (a.reports !== b.reports) return b.reports - a.reports
  if (Math.abs(a.litres - b.litres) > SAME) return a.litres - b.litres
  return Math.abs(a.km - b.km) > SAME ? a.km - b.km : 0
}

export const sumOutcomes = (a: Outcome, b: Outcome): Outcome => ({
  reports: a.reports + b.reports,
  litres: a.litres + b.litres,
  km: a.km + b.km,
})

export const planOf = (legs: readonly Leg[]): Plan => ({ ...legs.reduce(sumOutcomes, NOTHING), legs })

/** Rounds to metres and millilitres, so recommendation, schedule and log agree. */
export const workOfLeg = ({ reports, trips, km, litres }: Leg): TruckPlan => ({
  reports,
  trips,
  km: thousandth(km),
  litres: thousandth(litres),
})
const thousandth = (value: number) => Math.round(value * 1_000) / 1_000
