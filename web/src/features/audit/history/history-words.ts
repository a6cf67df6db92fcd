/** How the history writes times: days as headings, and times of day to the second, by the city's clocks. */
import { wholeDay } from '#web/format/calendar-day.ts'
import { inCity } from '#web/format/city-time.ts'

const time = inCity({ hour: '2-digit', minute: '2-digit', second: '2-digit' })

/** 'Thursday, 12 March 2026' of '2026-03-12' */
export const dayHeading = (day: string) => wholeDay(day)
/** '14:05:09' */
export const timeOfDay = (iso: string) => time(Date.parse(iso))

/** The share of the log that the history has read. `done` and `of` are positions, which are no counts of events. */
export const percentRead = ({ done, of }: { done: number; of: number }) =>
  of <= 0 ? 0 : Math.floor((Math.max(0, done) / of) * 100)
