/** Profile figures: a resident's own, or the city's for dispatchers. */
import type { ProfileStatistics } from '#contract/views.ts'
import { addDays, localDayOf, mondayOf } from '#domain/city-time.ts'
import { simulatedMarkOfRows } from '#domain/simulated-mark.ts'
import { dayStartIsoOf } from '#domain/wall-clock.ts'
import type { ReadHandlers } from '#platform/http/api.ts'
import type { Rows, Snapshot } from '#platform/read-store/rows.ts'
import { NOT_REPLACED_FILTER } from '../queries/lists.ts'
import { timeZoneOf } from '../queries/time-zone.ts'
import type { ScheduleRow } from '../schedules/schedules-view.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const SPAN_MS = 30 * DAY_MS

async function residentFigures(rows: Rows, userId: string): Promise<ProfileStatistics> {
  const [reportsTotal, reportsCollected] = await Promise.all([
    rows.count('reports', { ...NOT_REPLACED_FILTER, userId }),
    rows.count('reports', { ...NOT_REPLACED_FILTER, userId, open: false }),
  ])
  return { reportsTotal, reportsCollected }
}

async function dispatcherFigures({ rows, now }: Snapshot): Promise<ProfileStatistics> {
  const timeZone = await timeZoneOf(rows)
  const monday = mondayOf(localDayOf(timeZone, now.toISOString()))
  const week = { $gte: dayStartIsoOf(timeZone, monday), $lt: dayStartIsoOf(timeZone, addDays(monday, 7)) }
  const since = new Date(now.getTime() - SPAN_MS).toISOString()
  const reportedInWeek = { ...NOT_REPLACED_FILTER, timestamp: { $gte: since } }
  const [schedules, reported, waiting, simulated, reportsProcessed30Days] = await Promise.all([
    // A query can compare a field only once, so this query checks only the week's start.
    // `thisWeek` then leaves out schedules after the week's end.
    rows.find<ScheduleRow>('schedules', { filter: { scheduledStart: { $gte: week.$gte } } }),
    rows.count('reports', reportedInWeek),
    rows.count('reports', { ...reportedInWeek, open: true }),
    rows.count('reports', { ...reportedInWeek, simulated: true }),
    // Omits reopened reports, because they have no collection time.
    rows.count('reports', { ...NOT_REPLACED_FILTER, collectedAt: { $gte: since } }),
  ])
  const thisWeek = schedules.filter(({ status, scheduledStart }) => status !== 'cancelled' && scheduledStart < week.$lt)
  return {
    ...(simulated > 0 ? { simulated: true as const } : simulatedMarkOfRows(thisWeek)),
    activeCollectionsThisWeek: thisWeek.length,
    reportsProcessed30Days,
    efficiencyPercent: reported > 0 ? Math.round(((reported - waiting) / reported) * 100) : undefined,
  }
}

export function createProfileFigureReadHandlers(): ReadHandlers {
  return {
    async profileFigures({ principal: { role, userId } }, snapshot) {
      if (role === 'resident') return { figures: await residentFigures(snapshot.rows, userId) }
      return { figures: role === 'dispatcher' ? await dispatcherFigures(snapshot) : {} }
    },
  }
}
