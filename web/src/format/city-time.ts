/** Times as the clocks and calendars of the city show them. */
import { cityWords } from './city-words.ts'

/** Writes epoch milliseconds. */
export const inCity = (options: Intl.DateTimeFormatOptions) => writer(options, () => cityWords().timeZone)

/** Writes a day of the calendar, '2026-01-05': it is that day wherever the city lies. */
export function ofDay(options: Intl.DateTimeFormatOptions): (day: string) => string {
  const write = writer(options, () => 'UTC')
  return (day) => write(Date.parse(day))
}

/** Its format is made when it is first used: that takes a slow phone some 20 ms. */
function writer(options: Intl.DateTimeFormatOptions, zone: () => string): (at: number) => string {
  let format: Intl.DateTimeFormat | undefined
  let of = ''
  return (at) => {
    const timeZone = zone()
    if (!format || of !== timeZone) {
      format = new Intl.DateTimeFormat('en-GB', { timeZone, ...options })
      of = timeZone
    }
    return format.format(at)
  }
}
