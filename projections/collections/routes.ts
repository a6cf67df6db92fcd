/**
 * Answers the schedules read: open schedules and those ended within a day.
 * Residents see their own zone only.
 */
import { reject } from '#contract/door/problems.ts'
import type { Reads } from '#platform/http/api.ts'
import { standingSchedules, within } from '../reading/lists.ts'
import type { Reading } from '../reading/reading.ts'
import { openSchedules } from './open-schedules.ts'
import type { ScheduleRow } from './schedules-view.ts'

export function scheduleReads({ sealer }: Pick<Reading, 'sealer'>): Reads {
  return {
    async schedules({ query, principal }, { rows, now }) {
      const resident = principal.role === 'resident'
      if (resident && query.zone && query.zone !== principal.zone)
        return reject('forbidden', 'You can only see the schedules of your own zone.')
      const zone = resident ? (principal.zone ?? '') : query.zone
      const list = within(zone === undefined ? {} : { zone }, standingSchedules(now))
      const found = await rows.find<ScheduleRow>('schedules', list)
      return { schedules: await openSchedules(found, sealer) }
    },
  }
}
