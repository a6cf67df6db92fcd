/** Input of a zone's row on the dashboard. */
import type { Recommendation, Schedule, ZoneStatus } from '#contract/views.ts'

export type Planned = Recommendation['schedules'][number]

export interface ZoneFacts {
  zone: Pick<ZoneStatus, 'currentReports' | 'recommendAt' | 'requiredReports' | 'thresholdReached'>
  /** Recommended trucks that are still free. */
  plan: readonly Planned[]
  /** Known collections of this zone. */
  schedules: readonly Schedule[]
  /** Number of free trucks; null while unknown. */
  free: number | null
  /** Returns a truck's capacity in m³, if known. */
  capacity(vehicleId: string): number | undefined
  /** Epoch ms. */
  now: number
}
