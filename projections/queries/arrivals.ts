/** Reads the deliveries that arrived in a period of city days. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Delivery } from '#contract/views.ts'
import { addDays, earlierDayOf, listDaysInRange, localDayOf } from '#domain/city-time.ts'
import type { Row } from '#platform/read-store/read-store.ts'
import type { Rows } from '#platform/read-store/rows.ts'
import { timeZoneOf } from './time-zone.ts'

export interface ArrivalQuery {
  /**
   * First day, such as `2026-01-05`.
   * `from` and `to` are city days and included.
   */
  from: string
  to: string
  site_id?: string | undefined
}

/** Days per slice. Between slices the thread does other work. */
const SLICE_DAYS = 90

/** Returns the deliveries that arrived in the period, in no order. */
export async function readArrivedDeliveries<D extends Row & Delivery & { day?: string | undefined }>(
  rows: Pick<Rows<'deliveries' | 'configuration'>, 'find' | 'get'>,
  { from, to, site_id }: ArrivalQuery,
): Promise<Readonly<D>[]> {
  const timeZone = await timeZoneOf(rows)
  const isWithin = ({ arrivedAt, day: utc = '' }: D) => {
    // A UTC day strictly inside the period is inside in every time zone.
    if (utc > from && utc < to) return true
    const date = arrivedAt && localDayOf(timeZone, arrivedAt)
    return date && date >= from && date <= to
  }
  const found: Readonly<D>[] = []
  // Read one day more at each end: no time zone differs more from UTC.
  const end = addDays(to, 1)
  for (let first = addDays(from, -1); first <= end; first = addDays(first, SLICE_DAYS)) {
    if (first > from) await nextTurn()
    const last = earlierDayOf(addDays(first, SLICE_DAYS - 1), end)
    const day = { $in: listDaysInRange(first, last) }
    const filter = { day, ...(site_id === undefined ? {} : { facilityId: site_id }) }
    const slice = await rows.find<D>('deliveries', { filter, unsorted: true })
    for (const row of slice) if (isWithin(row)) found.push(row)
  }
  return found
}
