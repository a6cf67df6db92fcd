/** Which sites count by a record of an earlier day, in words. */
import type { CompositionDay } from '#contract/views.ts'
import { shortDay } from '#web/format/calendar-day.ts'

/** 'South Dumping Site as of 3 Jan'; undefined where every site has a record of the day. */
export const carriedText = ({ carried = [] }: CompositionDay, nameOf: (siteId: string) => string): string | undefined =>
  carried.map(({ site_id, date }) => `${nameOf(site_id)} as of ${shortDay(date)}`).join(', ') || undefined
