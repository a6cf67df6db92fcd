/** UndoCancellation: a collection that was called off before it set out takes place after all, while its truck is still free. */
import { reject } from '#contract/problems.ts'
import type { EventStore } from '#platform/event-store/event-store.ts'
import { scheduleIdOf } from '#rules/planning.ts'
import { type Decide, event } from '../kernel/decider.ts'
import { loadFrom } from '../kernel/load.ts'
import { dispatch, type Plan } from '../streams/dispatch.ts'
import type { ScheduleState, TruckAndSchedule } from '../streams/schedule.ts'
import { whyUnavailable } from '../streams/vehicle.ts'
import { codeOf } from '../streams/zone.ts'

export interface UndoCancellation {
  by: string
  /** Of the zone, since this collection was planned: it has one at a time. */
  anew?: Plan | undefined
}

export const undoCancellation: Decide<UndoCancellation, TruckAndSchedule, 'vehicle'> = (
  { by, anew },
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
  if (anew)
    return reject(
      'conflict',
      `${zone} was planned anew since, with ${anew.vehicleIds.join(', ')}. Schedule another collection.`,
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

/** The zone's plan that came after that of a collection, and has trucks. */
export async function planSince(store: EventStore, { planned }: ScheduleState): Promise<Plan | undefined> {
  const { scheduleId, vehicleId, zone } = planned
  const [{ plans }, code] = await Promise.all([loadFrom(store, dispatch.stream(zone), dispatch), codeOf(store, zone)])
  const last = plans.findLast(({ vehicleIds }) => vehicleIds.length > 0)
  return last && scheduleIdOf(code, last.cycle, last.round, vehicleId) !== scheduleId ? last : undefined
}
