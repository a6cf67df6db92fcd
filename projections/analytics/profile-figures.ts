/** Profile figures: a resident's own, or the city's for dispatchers. */
import type { ProfileFigures } from '#contract/views.ts'
import type { Reads } from '#platform/http/api.ts'
import type { Rows, Snapshot } from '#platform/read-store/rows.ts'
import { addDays, dayIn, mondayOf } from '#rules/city-time.ts'
import { someSimulated } from '#rules/some-simulated.ts'
import { beginningOf } from '#rules/wall-clock.ts'
import type { ScheduleRow } from '../collections/schedules-view.ts'
import { STANDING } from '../reading/lists.ts'
import { timeZoneOf } from '../reading/time-zone.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const SPAN_MS = 30 * DAY_MS

async function ofResident(rows: Rows, userId: string): Promise<ProfileFigures> {
  const [reportsTotal, reportsCollected] = await Promise.all([
    rows.count('reports', { ...STANDING, userId }),
    rows.count('reports', { ...STANDING, userId, open: false }),
  ])
  return { reportsTotal, reportsCollected }
}

async function ofDispatcher({ rows, now }: Snapshot): Promise<ProfileFigures> {
  const timeZone = await timeZoneOf(rows)
  const monday = mondayOf(dayIn(timeZone, now.toISOString()))
  const week = { $gte: beginningOf(timeZone, monday), $lt: beginningOf(timeZone, addDays(monday, 7)) }
  const since = new Date(now.getTime() - SPAN_MS).toISOString()
  const made = { ...STANDING, timestamp: { $gte: since } }
  const [schedules, reported, waiting, simulated, reportsProcessed30Days] = await Promise.all([
    // The port allows one comparison per field, so the upper bound is applied here.
    rows.find<ScheduleRow>('schedules', { filter: { scheduledStart: { $gte: week.$gte } } }),
    rows.count('reports', made),
    rows.count('reports', { ...made, open: true }),
    rows.count('reports', { ...made, simulated: true }),
    // A reopened report has no collection time.
    rows.count('reports', { ...STANDING, collectedAt: { $gte: since } }),
  ])
  const thisWeek = schedules.filter(({ status, scheduledStart }) => status !== 'cancelled' && scheduledStart < week.$lt)
  return {
    ...(simulated > 0 ? { simulated: true as const } : someSimulated(thisWeek)),
    activeCollectionsThisWeek: thisWeek.length,
    reportsProcessed30Days,
    efficiencyPercent: reported > 0 ? Math.round(((reported - waiting) / reported) * 100) : undefined,
  }
}

export function profileFigureReads(): Reads {
  return {
    async profileFigures({ principal: { role, userId } }, snapshot) {
      if (role === 'resident') return { figures: await ofResident(snapshot.rows, userId) }
      return { figures: role === 'dispatcher' ? await ofDispatcher(snapshot) : {} }
    },
  }
}
