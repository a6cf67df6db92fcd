/** Daily service figures: reports, collections, disputes and waiting times. */
import type { FuelAnalytics } from '#contract/views.ts'
import type { Rows } from '#platform/read-store/rows.ts'
import { addDays } from '#rules/city-time.ts'
import { epochOf } from '#rules/instant.ts'
import { beginningOf } from '#rules/wall-clock.ts'
import { STANDING } from '../reading/lists.ts'
import type { ReportRow } from '../reports/reports-view.ts'
import { medianOf } from './median.ts'

type Performance = FuelAnalytics['performance']
type Figures = Performance['days'][number]

const HOUR_MS = 60 * 60 * 1000

/** `waits` are the hours that collected reports waited. */
export interface Day extends Figures {
  waits: Float64Array
  simulated: boolean
}

/**
 * Counts the figures of consecutive days.
 * Days follow the city's time zone.
 */
export async function countDays(rows: Rows, dates: readonly string[], timeZone: string): Promise<Day[]> {
  const begins = [...dates, addDays(dates.at(-1) ?? '', 1)].map((date) => beginningOf(timeZone, date))
  const placeOf = placeAmong(begins)
  const days = dates.map((date) => ({
    date,
    reports: 0,
    collected: 0,
    disputed: 0,
    waits: [] as number[],
    simulated: false,
  }))
  const since = async (
    field: 'timestamp' | 'collectedAt' | 'reopenedAt',
    count: (day: (typeof days)[number], row: ReportRow) => void,
  ) => {
    const found = await rows.find<ReportRow>('reports', {
      filter: { ...STANDING, [field]: { $gte: begins[0] } },
      unsorted: true,
    })
    for (const row of found) {
      const day = days[placeOf(row[field] ?? '')]
      if (!day) continue
      count(day, row)
      day.simulated ||= row.simulated ?? false
    }
  }
  await since('timestamp', (day) => {
    day.reports += 1
  })
  await since('collectedAt', (day, { timestamp, collectedAt = '' }) => {
    day.collected += 1
    // A clock set back must not produce negative waits.
    day.waits.push(Math.max(0, epochOf(collectedAt) - epochOf(timestamp)) / HOUR_MS)
  })
  await since('reopenedAt', (day, { disputed }) => {
    if (disputed) day.disputed += 1
  })
  return days.map((day) => {
    const waits = Float64Array.from(day.waits)
    return { ...day, waits, medianHours: medianOf(waits) }
  })
}

/** Returns the total and the daily figures. */
export const performanceOf = (days: readonly Day[]): Performance => ({
  ...{ reports: sum(days, 'reports'), collected: sum(days, 'collected'), disputed: sum(days, 'disputed') },
  medianHours: medianOf(joined(days.map(({ waits }) => waits))),
  days: days.map(({ waits: _, simulated: __, ...day }) => day),
})

const sum = (days: readonly Day[], figure: 'reports' | 'collected' | 'disputed') =>
  days.reduce((total, day) => total + day[figure], 0)

function joined(parts: readonly Float64Array[]): Float64Array {
  const all = new Float64Array(parts.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}

/**
 * Returns a lookup of the interval that contains a time.
 * Intervals are numbered by their start; -1 means outside all.
 */
function placeAmong(moments: readonly string[]): (at: string) => number {
  const [first = '', end = ''] = [moments[0], moments.at(-1)]
  let place = 0
  return (at) => {
    if (at < first || at >= end) return -1
    // Rows mostly come in time order.
    if (at < (moments[place] as string) || at >= (moments[place + 1] as string))
      place = moments.findLastIndex((moment) => moment <= at)
    return place
  }
}
