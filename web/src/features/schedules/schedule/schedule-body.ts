/** Request of the form that schedules a collection. */

import type { RequestOf } from '#contract/endpoints.ts'
import type { Zone } from '#domain/city.ts'
import { isoOf } from '#web/features/schedules/start-time.ts'

export interface ScheduleForm {
  zone: Zone
  vehicleIds: readonly string[]
  siteId: string
  /** '' or '2026-01-05T14:15' in the city's time zone. */
  start: string
}

export function scheduleBody({ zone, vehicleIds, siteId, start }: ScheduleForm): RequestOf<'scheduleCollection'> {
  return {
    zone,
    vehicleIds: [...vehicleIds],
    ...(siteId && { siteId }),
    ...(start && { scheduledStart: isoOf(start) }),
  }
}
