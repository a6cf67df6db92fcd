/**
 * Reads rows of many days in slices, so that none blocks the thread long.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { addDays, earlierDayOf } from '#domain/city-time.ts'

/**
 * Maximum number of days read at once.
 * A busy period can follow an empty one.
 */
const MAX_SLICE_DAYS = 45

/**
 * Yields the rows from the first to the last day, a few days at a time.
 * Adapts the number of days to about `rowsAtOnce` rows per slice.
 * `read` gets the first and the last day of a slice.
 * Between slices the thread does other work.
 */
export async function* readDaySlices<R>(
  { from, to }: { from: string; to: string },
  rowsAtOnce: number,
  read: (first: string, last: string) => Promise<readonly R[]>,
): AsyncGenerator<readonly R[]> {
  // Starts with one day: the number of rows per day is unknown.
  let days = 1
  for (let first = from; first <= to; ) {
    if (first > from) await nextTurn()
    const last = earlierDayOf(addDays(first, days - 1), to)
    const slice = await read(first, last)
    yield slice
    first = addDays(last, 1)
    days = Math.max(1, Math.min(MAX_SLICE_DAYS, Math.floor((days * rowsAtOnce) / Math.max(1, slice.length))))
  }
}
