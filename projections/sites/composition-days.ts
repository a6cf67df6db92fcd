/** Computes what sites contained each day, by their latest records. */
import { CONFIGURATION_ID, type ConfigurationRow } from '#contract/tables.ts'
import type { CompositionDay, CompositionRecord } from '#contract/views.ts'
import { DEFAULT_CITY } from '#domain/city-settings.ts'
import { addDays, localDayAfterHours } from '#domain/city-time.ts'
import { combinedCompositionOf, mapMaterials } from '#domain/materials.ts'
import { percentagesOf } from '#domain/percent-rounding.ts'
import { simulatedMarkOfRows } from '#domain/simulated-mark.ts'
import type { Rows } from '#platform/read-store/rows.ts'
import { roundToHundredth } from '../queries/rounding.ts'
import { type CompositionRow, readLatestDays, toCompositionRecord } from './compositions-view.ts'
import type { SiteRow } from './sites-view.ts'

interface CompositionDaysQuery {
  site_id?: string | undefined
  from?: string | undefined
  to: string
  /** Maximum number of days; if there are more, only the latest are returned. */
  limit: number
}

type Reads = Pick<Rows<'compositions' | 'configuration' | 'sites'>, 'find' | 'get'>
/** Last composition record of each site on each day. */
type Days = Map<string, Map<string, CompositionRow>>

/**
 * Returns the latest day, in the city's time zone, that a record can have.
 * Records are moved by at most two days, by time zone and `compositionDateShiftHours`.
 */
export const latestRecordDayOf = (now: Date) => addDays(now.toISOString().slice(0, 10), 2)

/**
 * Returns what sites contained on each day, oldest day first.
 * For a site without a record on a day, uses the site's last earlier record.
 */
export async function readCompositionDays(
  rows: Reads,
  asked: CompositionDaysQuery,
): Promise<(CompositionDay & Records)[]> {
  const dateOf = await cityDateOf(rows)
  const { from, to, limit, site_id } = asked
  const within = (records: readonly CompositionRow[], since: string) => lastOfDays(records, dateOf, since, to)
  const days = await readLatestDays(rows, { site_id, from, to, days: limit }, within, (found) => found.size >= limit)
  const dates = [...days.keys()].sort()
  const shown = new Set(dates.slice(-limit))
  const carry = site_id === undefined ? await recordsToCarry(rows, days, dates, dateOf) : []
  const latest = new Map<string, CompositionRow>(carry.flatMap(({ id, before }) => (before ? [[id, before]] : [])))
  return dates.flatMap((date) => {
    for (const [id, record] of days.get(date) ?? []) latest.set(id, record)
    for (const { id, until } of carry) if (date > until) latest.delete(id)
    return shown.has(date) ? [dayOf(date, [...latest.values()].sort(bySite), dateOf)] : []
  })
}

interface CarriedRecord {
  id: string
  /** Last composition record of a site before the first day of the period. */
  before: CompositionRow | undefined
  /** Last day for which a closed site's record counts. */
  until: string
}

/**
 * Returns each site's last composition record before the first of the dates.
 * That record is valid until the site's next one.
 */
async function recordsToCarry(rows: Reads, days: Days, dates: readonly string[], dateOf: (time: string) => string) {
  const [first = ''] = dates
  const sites = first === '' ? [] : await rows.find<SiteRow>('sites')
  return Promise.all(
    sites.map(async ({ id, open }): Promise<CarriedRecord> => {
      const last = dates.findLast((date) => days.get(date)?.has(id)) ?? ''
      const until = open ? LAST_DAY : last
      const isWanted = until >= first && !days.get(first)?.has(id)
      return { id, until, before: isWanted ? await lastBefore(rows, id, first, dateOf) : undefined }
    }),
  )
}

const LAST_DAY = '9999-12-31'

function lastBefore(rows: Reads, site_id: string, date: string, dateOf: (time: string) => string) {
  const latest = (records: readonly CompositionRow[]) =>
    records.filter((record) => dateOf(record.date) < date).reduce<CompositionRow | undefined>(laterRecord, undefined)
  return readLatestDays(rows, { site_id, to: addDays(date, -1), days: 30 }, latest, (found) => found !== undefined)
}

const laterRecord = (a: CompositionRow | undefined, b: CompositionRow) =>
  !a || a.date < b.date || (a.date === b.date && a.position < b.position) ? b : a

const bySite = (a: CompositionRow, b: CompositionRow) => (a.site_id < b.site_id ? -1 : 1)

/** Returns a function from times to city dates, shifted by `compositionDateShiftHours`. */
async function cityDateOf(rows: Reads): Promise<(time: string) => string> {
  const [configuration] = await rows.get<ConfigurationRow>('configuration', [CONFIGURATION_ID])
  const { city = DEFAULT_CITY, compositionDateShiftHours = 2 } = configuration ?? {}
  return (time) => localDayAfterHours(city.timeZone, time, compositionDateShiftHours)
}

function lastOfDays(
  records: readonly CompositionRow[],
  dateOf: (time: string) => string,
  from: string,
  to: string,
): Days {
  const days: Days = new Map()
  for (const record of records) {
    const date = dateOf(record.date)
    if (date < from || date > to) continue
    const sites = days.get(date) ?? new Map<string, CompositionRow>()
    days.set(date, sites)
    sites.set(record.site_id, laterRecord(sites.get(record.site_id), record))
  }
  return days
}

interface Records {
  records: CompositionRecord[]
}

function dayOf(
  date: string,
  last: readonly CompositionRow[],
  dateOf: (time: string) => string,
): CompositionDay & Records {
  const held = last.map((row) => ({
    currentCapacity: row.current_capacity,
    composition: mapMaterials((material) => row[`${material}_percent`]),
  }))
  const composition = combinedCompositionOf(held)
  const dated = last.map((row) => ({ row, of: dateOf(row.date) }))
  const carried = dated.flatMap(({ row, of }) => (of === date ? [] : { site_id: row.site_id, date: of }))
  return {
    date,
    ...simulatedMarkOfRows(last),
    totalWeight: roundToHundredth(held.reduce((sum, { currentCapacity }) => sum + currentCapacity, 0)),
    ...(composition && { composition: percentagesOf(composition) }),
    ...(carried.length > 0 && { carried }),
    records: dated.flatMap(({ row, of }) => (of === date ? toCompositionRecord(row) : [])),
  }
}
