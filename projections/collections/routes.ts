/** The schedules' read at the door: open ones, and those that ended within a day; residents see their own zone's. */
import { reject } from '#contract/problems.ts'
import type { Handlers } from '#platform/http/api.ts'
import { standingSchedules, within } from '../reading/lists.ts'
import type { Reading } from '../reading/reading.ts'
import { openSchedules } from './open-schedules.ts'
import type { ScheduleRow } from './schedules-view.ts'

export function scheduleReads({ reads, runner, sealer, clock }: Reading): Handlers {
  return {
    async schedules({ query, principal }) {
      const resident = principal.role === 'resident'
      if (resident && query.zone && query.zone !== principal.zone)
        return reject('forbidden', 'You can only see the schedules of your own zone.')
      const zone = resident ? (principal.zone ?? '') : query.zone
      const list = within(zone === undefined ? {} : { zone }, standingSchedules(clock()))
      const rows = await reads.find<ScheduleRow>(runner.table('schedules'), list)
      return { schedules: await openSchedules(rows, sealer) }
    },
  }
}
