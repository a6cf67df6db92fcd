/** Collection state of a resident's zone. */
import type { Schedule } from '#contract/views.ts'

export type CollectionState =
  | { state: 'in-progress'; schedule: Schedule }
  | { state: 'scheduled'; schedule: Schedule }
  | { state: 'completed'; schedule: Schedule; at: string }
  /** `late` is a collection past its time without a confirmation. */
  | { state: 'none'; late?: Schedule }

/** Specification, section 9: how long a collection counts as recently completed. */
const RECENT_MS = 24 * 3_600_000

/**
 * Returns the state from the zone's schedules, in any order.
 * `now` is epoch ms.
 */
export function collectionState(schedules: readonly Schedule[], now: number): CollectionState {
  const byStart = [...schedules].sort((a, b) => Date.parse(a.scheduledStart) - Date.parse(b.scheduledStart))
  const planned = byStart.filter(({ status }) => status === 'scheduled')
  const current =
    byStart.find(({ status }) => status === 'in-progress') ?? planned.find((schedule) => contains(schedule, now))
  if (current) return { state: 'in-progress', schedule: current }
  const next = planned.find(({ scheduledStart }) => Date.parse(scheduledStart) > now)
  if (next) return { state: 'scheduled', schedule: next }
  return planned.length > 0 ? { state: 'none', late: planned.at(-1) } : lastCompleted(schedules, now)
}

function contains({ scheduledStart, estimatedCompletion }: Schedule, now: number): boolean {
  return Date.parse(scheduledStart) <= now && now < Date.parse(estimatedCompletion)
}

function lastCompleted(schedules: readonly Schedule[], now: number): CollectionState {
  const ended = schedules
    .filter(({ status }) => status === 'completed')
    .map((schedule) => ({ schedule, at: schedule.completedAt ?? schedule.estimatedCompletion }))
    .filter(({ at }) => now - Date.parse(at) < RECENT_MS)
    .sort((a, b) => Date.parse(b.at) - Date.parse(a.at))[0]
  return ended ? { state: 'completed', ...ended } : { state: 'none' }
}
