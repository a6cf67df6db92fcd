/** The records of what sites held, read by days: nobody walks the whole history for the latest of it. */
import type { Rows } from '#platform/read-store/rows.ts'
import { addDays, daysFrom } from '#rules/city-time.ts'
import type { CompositionRow } from './compositions-view.ts'

/** So far back is looked for what is wanted; further back there is everything that is left. */
const FURTHEST_DAYS = 2_000

type Reads = Pick<Rows<'compositions'>, 'find'>
interface Of {
  site_id?: string | undefined
}

const own = ({ site_id }: Of) => (site_id === undefined ? {} : { site_id })

/** In no order; some of the days around a period, too: by no clock is a record further from UTC's day, nor shifted by more. */
export function recordsIn(rows: Reads, { from, to, ...of }: Of & { from: string; to: string }) {
  const day = { $in: daysFrom(addDays(from, -2), addDays(to, 2)) }
  return rows.find<CompositionRow>('compositions', { filter: { day, ...own(of) }, unsorted: true })
}

/** What is made of the latest records, of so many `days` up to a day; where that is not enough, of ever more. */
export async function lookBack<T>(
  rows: Reads,
  { to, days, ...of }: Of & { to: string; days: number },
  make: (records: readonly CompositionRow[]) => T,
  isEnough: (made: T) => boolean,
): Promise<T> {
  for (let back = days + 15; back < FURTHEST_DAYS; back *= 4) {
    const made = make(await recordsIn(rows, { ...of, from: addDays(to, 1 - back), to }))
    if (isEnough(made)) return made
  }
  return make(await rows.find<CompositionRow>('compositions', { filter: own(of), unsorted: true }))
}
