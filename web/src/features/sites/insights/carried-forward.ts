/** Text of sites whose record is from an earlier day. */
import type { CompositionDay } from '#contract/views.ts'
import { shortDay } from '#web/lib/format/times.ts'

/** Formats as 'South Dumping Site as of 3 Jan'; undefined if every site has a record of the day. */
export const carriedForwardText = (
  { carried = [] }: CompositionDay,
  nameOf: (siteId: string) => string,
): string | undefined =>
  carried.map(({ site_id, date }) => `${nameOf(site_id)} as of ${shortDay(date)}`).join(', ') || undefined
