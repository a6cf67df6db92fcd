/** Reschedule: a collection begins at another time; only before it has begun, and not in the past. */

import { reject } from '#contract/problems.ts'
import { DURATION_MS } from '#rules/planning.ts'
import { type Decide, event } from '../kernel/decider.ts'
import type { TruckAndSchedule } from '../streams/schedule.ts'
import { STANDS } from './move-schedule.ts'
import { refuseStart } from './start-time.ts'

export interface Reschedule {
  start: Date
  by: string
}

export const reschedule: Decide<Reschedule, TruckAndSchedule, 'vehicle'> = ({ start, by }, { schedule }, now) => {
  if (!schedule) return reject('not-found', 'There is no such schedule.')
  if (schedule.status !== 'scheduled') return reject('conflict', STANDS[schedule.status])
  const refused = refuseStart(start, now)
  if (refused) return refused
  const { scheduleId, vehicleId, zone } = schedule.planned
  const scheduledStart = start.toISOString()
  if (scheduledStart === schedule.planned.scheduledStart) return []
  return [
    event('CollectionRescheduled', {
      scheduleId,
      vehicleId,
      zone,
      scheduledStart,
      estimatedCompletion: new Date(start.getTime() + DURATION_MS).toISOString(),
      rescheduledBy: by,
      rescheduledAt: now.toISOString(),
    }),
  ]
}
