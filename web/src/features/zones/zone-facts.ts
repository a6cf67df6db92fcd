/** What a zone's line on the board is made of. */
import type { Recommendation, Schedule, ZoneStatus } from '#contract/views.ts'

export type Planned = Recommendation['schedules'][number]

export interface ZoneFacts {
  zone: Pick<ZoneStatus, 'currentReports' | 'recommendAt' | 'requiredReports' | 'thresholdReached'>
  /** The trucks that are recommended for it and still free. */
  plan: readonly Planned[]
  /** All collections of this zone that are known. */
  schedules: readonly Schedule[]
  /** How many trucks are free; null while that is not known. */
  free: number | null
  /** m³ that a truck holds, where it is known. */
  capacity(vehicleId: string): number | undefined
  /** epoch ms */
  now: number
}
