/** What was reported, collected and disputed in some days, and how long people waited for it. */
import type { FuelAnalytics } from '#contract/views.ts'
import type { Rows } from '#platform/read-store/rows.ts'
import { addDays, beginningOf } from '#rules/city-time.ts'
import { epochOf } from '#rules/instant.ts'
import { STANDING } from '../reading/lists.ts'
import { hundredth } from '../reading/rounding.ts'
import type { ReportRow } from '../reports/reports-view.ts'

type Performance = FuelAnalytics['performance']
type Figures = Performance['days'][number]

const HOUR_MS = 60 * 60 * 1000

/** Reports by what happened to them from a moment on; one to which several things happened is in several. */
export interface Happened {
  made: readonly ReportRow[]
  collected: readonly ReportRow[]
  reopened: readonly ReportRow[]
}

export async function happenedSince(rows: Rows, since: string): Promise<Happened> {
  const from = (time: string) =>
    rows.find<ReportRow>('reports', { filter: { ...STANDING, [time]: { $gte: since } }, unsorted: true })
  const [made, collected, reopened] = await Promise.all([from('timestamp'), from('collectedAt'), from('reopenedAt')])
  return { made, collected, reopened }
}

/** Those that something happened to from a later moment on. */
export const laterOf = ({ made, collected, reopened }: Happened, since: string): ReportRow[][] => [
  made.filter(({ timestamp }) => timestamp >= since),
  collected.filter(({ collectedAt = '' }) => collectedAt >= since),
  reopened.filter(({ reopenedAt = '' }) => reopenedAt >= since),
]

/** A day with how long those waited who were collected on it, in hours. */
interface Day extends Omit<Figures, 'medianHours'> {
  waits: number[]
}

/** What happened on each of these days, one after another, each from its first moment in the city. */
export function byDay({ made, collected, reopened }: Happened, dates: readonly string[], timeZone: string): Day[] {
  const placeOf = placeAmong([...dates, addDays(dates.at(-1) ?? '', 1)].map((date) => beginningOf(timeZone, date)))
  const days = dates.map((date): Day => ({ date, reports: 0, collected: 0, disputed: 0, waits: [] }))
  for (const { timestamp } of made) {
    const day = days[placeOf(timestamp)]
    if (day) day.reports += 1
  }
  for (const { timestamp, collectedAt = '' } of collected) {
    const day = days[placeOf(collectedAt)]
    if (!day) continue
    day.collected += 1
    day.waits.push((epochOf(collectedAt) - epochOf(timestamp)) / HOUR_MS)
  }
  for (const { disputed, reopenedAt = '' } of reopened) {
    const day = disputed && days[placeOf(reopenedAt)]
    if (day) day.disputed += 1
  }
  return days
}

/** The figures of these days together, and each by itself. */
export const performanceOf = (days: readonly Day[]): Performance => ({
  ...{ reports: sum(days, 'reports'), collected: sum(days, 'collected'), disputed: sum(days, 'disputed') },
  medianHours: medianOf(days.flatMap(({ waits }) => waits)),
  days: days.map(({ waits, ...day }) => ({ ...day, medianHours: medianOf(waits) })),
})

const sum = (days: readonly Day[], figure: 'reports' | 'collected' | 'disputed') =>
  days.reduce((total, day) => total + day[figure], 0)

/** Between which two of these moments, in their order, another is: by the place of the first of them, -1 outside of all. */
function placeAmong(moments: readonly string[]): (at: string) => number {
  const [first = '', end = ''] = [moments[0], moments.at(-1)]
  let place = 0
  return (at) => {
    if (at < first || at >= end) return -1
    // Rows mostly come in the order of their times.
    if (at < (moments[place] as string) || at >= (moments[place + 1] as string))
      place = moments.findLastIndex((moment) => moment <= at)
    return place
  }
}

function medianOf(values: readonly number[]): number | null {
  const sorted = Float64Array.from(values).sort()
  const [low, high] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted[Math.floor(sorted.length / 2)]]
  return low === undefined || high === undefined ? null : hundredth((low + high) / 2)
}
