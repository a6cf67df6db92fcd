/** UndoCancellation: a collection that was called off before it set out takes place after all, while its truck is still free. */
import { reject } from '#contract/problems.ts'
import { type Decide, event } from '../kernel/decider.ts'
import type { TruckAndSchedule } from '../streams/schedule.ts'
import { whyUnavailable } from '../streams/vehicle.ts'

export const undoCancellation: Decide<{ by: string }, TruckAndSchedule, 'vehicle'> = (
  { by },
  { truck, schedule },
  now,
) => {
  if (!schedule) return reject('not-found', 'There is no such schedule.')
  if (schedule.status === 'scheduled') return []
  if (schedule.status !== 'cancelled') return reject('conflict', 'This collection was not cancelled.')
  const { scheduleId, vehicleId, zone, scheduledStart, estimatedCompletion } = schedule.planned
  if (schedule.startedAt)
    return reject(
      'conflict',
      'This collection had set out, and its residents were told that it ended. Schedule another.',
    )
  const why = whyUnavailable(vehicleId, truck)
  if (why) return reject('conflict', `${why} Schedule another collection.`)
  if (truck.calledOff?.scheduleId !== scheduleId)
    return reject('conflict', `Truck ${vehicleId} was sent elsewhere since. Schedule another collection.`)
  if (Date.parse(estimatedCompletion) <= now.getTime())
    return reject('conflict', 'The time of this collection has passed. Schedule another.')
  const about = { scheduleId, vehicleId, zone, scheduledStart, estimatedCompletion }
  return [event('CancellationUndone', { ...about, undoneBy: by, undoneAt: now.toISOString() })]
}
