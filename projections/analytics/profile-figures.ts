/** The figures of a profile page, computed from the views: a resident's own, and the city's for dispatchers. */
import type { ProfileFigures } from '#contract/views.ts'
import type { Reads } from '#platform/http/api.ts'
import type { Rows, Snapshot } from '#platform/read-store/rows.ts'
import { someSimulated } from '#rules/some-simulated.ts'
import type { ScheduleRow } from '../collections/schedules-view.ts'
import { STANDING } from '../reading/lists.ts'
import type { ReportRow } from '../reports/reports-view.ts'

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
  const week = { $gte: weekOf(now).toISOString(), $lt: new Date(weekOf(now).getTime() + 7 * DAY_MS).toISOString() }
  const since = new Date(now.getTime() - SPAN_MS).toISOString()
  const [schedules, made, reportsProcessed30Days] = await Promise.all([
    // One bound for the store, the other here: the port has one comparison a field.
    rows.find<ScheduleRow>('schedules', { filter: { scheduledStart: { $gte: week.$gte } } }),
    rows.find<ReportRow>('reports', { filter: { ...STANDING, timestamp: { $gte: since } } }),
    rows.count('reports', { collectedAt: { $gte: since } }),
  ])
  const thisWeek = schedules.filter(({ status, scheduledStart }) => status !== 'cancelled' && scheduledStart < week.$lt)
  const collected = made.filter((row) => !row.open).length
  return {
    ...someSimulated(thisWeek, made),
    activeCollectionsThisWeek: thisWeek.length,
    reportsProcessed30Days,
    efficiencyPercent: made.length > 0 ? Math.round((collected / made.length) * 100) : undefined,
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

/** The Monday, 0:00, of a moment's week in Accra, whose time is UTC all year. */
export function weekOf(moment: Date): Date {
  const daysSinceMonday = (moment.getUTCDay() + 6) % 7
  return new Date(Date.UTC(moment.getUTCFullYear(), moment.getUTCMonth(), moment.getUTCDate() - daysSinceMonday))
}
