/** Formats of the history: day headings, and times to the second, in the city's time zone. */
import { inCity, wholeDay } from '#web/lib/format/times.ts'

const time = inCity({ hour: '2-digit', minute: '2-digit', second: '2-digit' })

/** Formats '2026-03-12' as 'Thursday, 12 March 2026'. */
export const dayHeading = (day: string) => wholeDay(day)
/** Formats as '14:05:09'. */
export const timeOfDay = (iso: string) => time(Date.parse(iso))

/**
 * Returns the percentage of the log that is indexed.
 * `done` and `of` are positions, not counts of events.
 */
export const percentRead = ({ done, of }: { done: number; of: number }) =>
  of <= 0 ? 0 : Math.floor((Math.max(0, done) / of) * 100)
