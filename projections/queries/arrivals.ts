/** Reads the deliveries that arrived in a period of city days. */
import type { Delivery } from '#contract/views.ts'
import { addDays, listDaysInRange, localDayOf } from '#domain/city-time.ts'
import type { Row } from '#platform/read-store/read-store.ts'
import type { Rows } from '#platform/read-store/rows.ts'
import { readDaySlices } from './day-slices.ts'
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

/** Approximate number of deliveries read at once. */
const SLICE_DELIVERIES = 2_000

/** Returns the deliveries that arrived in the period, unsorted. */
export async function readArrivedDeliveries<D extends Row & Delivery & { day?: string | undefined }>(
  rows: Pick<Rows<'deliveries' | 'configuration'>, 'find' | 'get'>,
  { from, to, site_id }: ArrivalQuery,
): Promise<Readonly<D>[]> {
  const timeZone = await timeZoneOf(rows)
  const isWithin = ({ arrivedAt, day: utc = '' }: D) => {
    // A UTC day between the first and the last day belongs to the period in every time zone.
    if (utc > from && utc < to) return true
    const date = arrivedAt && localDayOf(timeZone, arrivedAt)
    return date && date >= from && date <= to
  }
  const found: Readonly<D>[] = []
  // Reads one more day at each end, because local days may differ from UTC days by up to one day.
  const utcDays = { from: addDays(from, -1), to: addDays(to, 1) }
  const read = (first: string, last: string) => {
    const day = { $in: listDaysInRange(first, last) }
    const filter = { day, ...(site_id === undefined ? {} : { facilityId: site_id }) }
    return rows.find<D>('deliveries', { filter, unsorted: true })
  }
  for await (const slice of readDaySlices(utcDays, SLICE_DELIVERIES, read))
    for (const row of slice) if (isWithin(row)) found.push(row)
  return found
}
