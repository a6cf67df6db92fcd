/** Reschedule: changes a collection's start time before it starts. */

import { type Rejection, reject } from '#contract/http/problems.ts'
import { msg } from '#contract/languages/message.ts'
import { COLLECTION_DURATION_MS } from '#domain/planning.ts'
import type { TruckAndSchedule } from '../aggregates/schedule.ts'
import { createEvent, type Decider } from '../kernel/decider.ts'
import { WRONG_STATUS_MESSAGES } from './move-schedule.ts'

/** Start times may be this many ms past, because requests can be delayed. */
const LATE_MS = 60_000
const AHEAD_MS = 365 * 24 * 60 * 60_000

/**
 * Refuses a start in the past.
 * Refuses a start more than a year ahead, because it would block the truck.
 */
export function refuseImplausibleStart(start: Date, now: Date): Rejection | undefined {
  const ahead = start.getTime() - now.getTime()
  if (ahead < -LATE_MS) return reject('bad-request', msg`Choose a start time in the future.`)
  return ahead > AHEAD_MS ? reject('bad-request', msg`The start is more than a year ahead.`) : undefined
}

interface Reschedule {
  start: Date
  by: string
}

export const rescheduleCollection: Decider<Reschedule, TruckAndSchedule, 'vehicle'> = (
  { start, by },
  { schedule },
  now,
) => {
  if (!schedule) return reject('not-found', msg`There is no such schedule.`)
  if (schedule.status !== 'scheduled') return reject('conflict', WRONG_STATUS_MESSAGES[schedule.status])
  const refused = refuseImplausibleStart(start, now)
  if (refused) return refused
  const { scheduleId, vehicleId, zone } = schedule.planned
  const scheduledStart = start.toISOString()
  if (scheduledStart === schedule.planned.scheduledStart) return []
  return [
    createEvent('CollectionRescheduled', {
      scheduleId,
      vehicleId,
      zone,
      scheduledStart,
      estimatedCompletion: new Date(start.getTime() + COLLECTION_DURATION_MS).toISOString(),
      rescheduledBy: by,
      rescheduledAt: now.toISOString(),
    }),
  ]
}
