/** The records of what sites held, read by days: nobody walks the whole history for the latest of it. */
import type { Rows } from '#platform/read-store/rows.ts'
import { addDays, daysFrom, laterDay } from '#rules/city-time.ts'
import type { CompositionRow } from './compositions-view.ts'

type Reads = Pick<Rows<'compositions'>, 'find'>
interface Of {
  site_id?: string | undefined
}

const own = ({ site_id }: Of) => (site_id === undefined ? {} : { site_id })

/** A record's day of the city, shifted as configured, is at most so many days from its day of UTC. */
const SLACK_DAYS = 2

/** Returns the records of days of UTC in no order. */
function recordsIn(rows: Reads, { from, to, ...of }: Of & { from: string; to: string }) {
  const filter = { day: { $in: daysFrom(from, to) }, ...own(of) }
  return rows.find<CompositionRow>('compositions', { filter, unsorted: true })
}

/** Returns the first day that can have a record; undefined without records. */
async function firstDayOf(rows: Reads, of: Of): Promise<string | undefined> {
  const [first] = await rows.find<CompositionRow>('compositions', { filter: own(of), sort: { day: 1 }, limit: 1 })
  return first && addDays(first.day, -SLACK_DAYS)
}

interface Wanted extends Of {
  /** From the first record on where it is left out. */
  from?: string | undefined
  to: string
  /** Days that are read first. */
  days: number
}

/**
 * Returns what `make` makes of the records of the latest days. While that is not enough, four times as many days are read, at most
 * those since the first record, and each record once. `since` is the first of the days that were read in full.
 */
export async function lookBack<T>(
  rows: Reads,
  { from = '', to, days, ...of }: Wanted,
  make: (records: readonly CompositionRow[], since: string) => T,
  isEnough: (made: T) => boolean,
): Promise<T> {
  const records: CompositionRow[] = []
  let beginning = from
  let isFirstDayKnown = false
  let last = addDays(to, SLACK_DAYS)
  for (let back = days + 15; ; back *= 4) {
    const since = laterDay(addDays(to, 1 - back), beginning)
    const first = addDays(since, -SLACK_DAYS)
    for (const record of await recordsIn(rows, { ...of, from: first, to: last })) records.push(record)
    last = addDays(first, -1)
    const made = make(records, since)
    if (since === beginning || isEnough(made)) return made
    if (!isFirstDayKnown) {
      beginning = laterDay((await firstDayOf(rows, of)) ?? to, beginning)
      isFirstDayKnown = true
    }
  }
}
