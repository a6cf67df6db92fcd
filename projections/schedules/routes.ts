/**
 * Answers the schedules read: open schedules and those ended within a day.
 * Residents see their own zone only.
 */

import { reject } from '#contract/http/problems.ts'
import { msg } from '#contract/languages/message.ts'
import type { ReadHandlers } from '#platform/http/api.ts'
import type { ReadDependencies } from '../queries/dependencies.ts'
import { openOrRecentSchedules, withFields } from '../queries/lists.ts'
import type { ScheduleRow } from './schedules-view.ts'
import { unsealSchedules } from './unseal-schedules.ts'

export function scheduleReads({ sealer }: Pick<ReadDependencies, 'sealer'>): ReadHandlers {
  return {
    async schedules({ query, principal }, { rows, now }) {
      const resident = principal.role === 'resident'
      if (resident && query.zone && query.zone !== principal.zone)
        return reject('forbidden', msg`You can only see the schedules of your own zone.`)
      const zone = resident ? (principal.zone ?? '') : query.zone
      const list = withFields(zone === undefined ? {} : { zone }, openOrRecentSchedules(now))
      const found = await rows.find<ScheduleRow>('schedules', list)
      return { schedules: await unsealSchedules(found, sealer) }
    },
  }
}
