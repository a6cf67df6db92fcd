/** What the sites held, day by day: the last record of each site on a day, and all of them together. */
import { CONFIGURATION_ID, type ConfigurationRow } from '#contract/tables.ts'
import type { CompositionDay, CompositionRecord } from '#contract/views.ts'
import type { Rows } from '#platform/read-store/rows.ts'
import { dayIn } from '#rules/city-time.ts'
import { FIRST_CITY } from '#rules/city-words.ts'
import { inHundredths } from '#rules/hundredths.ts'
import { compositionOf, perMaterial } from '#rules/materials.ts'
import { someSimulated } from '#rules/some-simulated.ts'
import { hundredth } from '../reading/rounding.ts'
import { lookBack, recordsIn } from './composition-records.ts'
import { type CompositionRow, toCompositionRecord } from './compositions-view.ts'

export interface Asked {
  site_id?: string | undefined
  from?: string | undefined
  to: string
  /** The latest days, so many at most. */
  limit: number
}

const HOUR_MS = 60 * 60_000

type Reads = Pick<Rows<'compositions' | 'configuration'>, 'find' | 'get'>

/** Oldest first. */
export async function compositionDays(rows: Reads, asked: Asked): Promise<(CompositionDay & Records)[]> {
  const dateOf = await datesBy(rows)
  const { from, to, limit, site_id } = asked
  const within = (records: readonly CompositionRow[]) => lastOfDays(records, dateOf, from, to)
  const days =
    from === undefined
      ? await lookBack(rows, { site_id, to, days: limit }, within, (found) => found.size >= limit)
      : within(await recordsIn(rows, { site_id, from, to }))
  const dates = [...days.keys()].sort().slice(-limit)
  return dates.map((date) => dayOf(date, [...(days.get(date)?.values() ?? [])].sort(bySite)))
}

const bySite = (a: CompositionRow, b: CompositionRow) => (a.site_id < b.site_id ? -1 : 1)

/** By the city's clock, so many hours later as is configured. */
async function datesBy(rows: Reads): Promise<(time: string) => string> {
  const [configuration] = await rows.get<ConfigurationRow>('configuration', [CONFIGURATION_ID])
  const { city = FIRST_CITY, compositionDateShiftHours = 2 } = configuration ?? {}
  return (time) => dayIn(city.timeZone, new Date(Date.parse(time) + compositionDateShiftHours * HOUR_MS).toISOString())
}

/** By day and site the last record. */
function lastOfDays(records: readonly CompositionRow[], dateOf: (time: string) => string, from = '', to = '') {
  const days = new Map<string, Map<string, CompositionRow>>()
  for (const record of records) {
    const date = dateOf(record.date)
    if (date < from || date > to) continue
    const sites = days.get(date) ?? new Map<string, CompositionRow>()
    days.set(date, sites)
    const last = sites.get(record.site_id)
    if (!last || last.date < record.date || (last.date === record.date && last.position < record.position))
      sites.set(record.site_id, record)
  }
  return days
}

interface Records {
  records: CompositionRecord[]
}

function dayOf(date: string, last: readonly CompositionRow[]): CompositionDay & Records {
  const held = last.map((row) => ({
    currentCapacity: row.current_capacity,
    composition: perMaterial((material) => row[`${material}_percent`]),
  }))
  const composition = compositionOf(held)
  return {
    date,
    ...someSimulated(last),
    totalWeight: hundredth(held.reduce((sum, { currentCapacity }) => sum + currentCapacity, 0)),
    ...(composition && { composition: inHundredths(composition) }),
    records: last.map(toCompositionRecord),
  }
}
