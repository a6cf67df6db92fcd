/** What a plan of collections is made of: zones and trucks in, the way of each truck out. */
import type { VehicleType } from '../city.ts'
import type { TruckPlan } from '../planning.ts'

/** How a zone may be collected, in this order as many as there is room for; `wait`: once all of its customers have reported. */
export const CHOICE_KINDS = ['recommended', 'fewer-trucks', 'other-site', 'wait', 'other-trucks'] as const

export interface ZoneNeed {
  zone: string
  /** Open reports; whole and above 0. */
  reports: number
  /** Where its trucks may unload, with the km from the zone to there; none: it can't be collected. */
  sites: readonly { id: string; km: number }[]
}

export interface FreeTruck {
  id: string
  type: VehicleType
  kmpl: number
  /** litres in the tank */
  fuel: number
}

export interface Needs {
  zones: readonly ZoneNeed[]
  /** Those that may be sent: available and not needing fuel. */
  trucks: readonly FreeTruck[]
  /** How many of them may be used; all when not given. */
  most?: number
}

/** What one truck does. */
export interface Leg {
  vehicleId: string
  zone: string
  siteId: string
  /** Reports that it collects; at least 1. */
  reports: number
  /** Trips to the site. */
  trips: number
  /** All trips to the site and back. */
  km: number
  litres: number
  /** Of the driver's shift. */
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

/** Sums of litres that are the same but for rounding are the same. */
const SAME = 1e-9

/** Negative when `a` is the better outcome: more reports collected; of as many, fewer litres; of as many, fewer km. */
export function compareOutcomes(a: Outcome, b: Outcome): number {
  if (a.reports !== b.reports) return b.reports - a.reports
  if (Math.abs(a.litres - b.litres) > SAME) return a.litres - b.litres
  return Math.abs(a.km - b.km) > SAME ? a.km - b.km : 0
}

export const together = (a: Outcome, b: Outcome): Outcome => ({
  reports: a.reports + b.reports,
  litres: a.litres + b.litres,
  km: a.km + b.km,
})

/** The plan of these legs. */
export const planOf = (legs: readonly Leg[]): Plan => ({ ...legs.reduce(together, NOTHING), legs })

/** To the metre and the millilitre: as it is recommended, so it is scheduled, driven and logged. */
export const workOfLeg = ({ reports, trips, km, litres }: Leg): TruckPlan => ({
  reports,
  trips,
  km: thousandth(km),
  litres: thousandth(litres),
})
const thousandth = (value: number) => Math.round(value * 1_000) / 1_000
