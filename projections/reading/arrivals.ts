/** The deliveries that arrived in a period, by the city's days. */
import type { Delivery } from '#contract/views.ts'
import type { Row } from '#platform/read-store/read-store.ts'
import type { Rows } from '#platform/read-store/rows.ts'
import { addDays, dayIn, daysFrom } from '#rules/city-time.ts'
import { timeZoneOf } from './time-zone.ts'

export interface Asked {
  /** Days of the city, `2026-01-05`, both included. */
  from: string
  to: string
  site_id?: string | undefined
}

/** In no order. */
export async function arrivedIn<D extends Row & Delivery & { day?: string | undefined }>(
  rows: Pick<Rows<'deliveries' | 'configuration'>, 'find' | 'get'>,
  { from, to, site_id }: Asked,
): Promise<Readonly<D>[]> {
  const timeZone = await timeZoneOf(rows)
  // No clock is further from UTC than a day.
  const day = { $in: daysFrom(addDays(from, -1), addDays(to, 1)) }
  const filter = { day, ...(site_id === undefined ? {} : { facilityId: site_id }) }
  const found = await rows.find<D>('deliveries', { filter, unsorted: true })
  return found.filter(({ arrivedAt, day: utc = '' }) => {
    // A day of UTC that lies within the period, and not at its ends, does so by every clock.
    if (utc > from && utc < to) return true
    const date = arrivedAt && dayIn(timeZone, arrivedAt)
    return date && date >= from && date <= to
  })
}
