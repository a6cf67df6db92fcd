/** How a day of the calendar is written that no clock is asked about. */

const format = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeZone: 'UTC' })

/** 'Thursday, 12 March 2026' of '2026-03-12' */
export const wholeDay = (day: string) => format.format(Date.parse(day))
