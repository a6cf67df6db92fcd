/** Formatters in the city's time zone. */
import { cityTerms } from './city-terms.ts'

/** Returns a formatter of epoch ms. */
export const inCity = (options: Intl.DateTimeFormatOptions) => writer(options, () => cityTerms().timeZone)

/** Returns a formatter of a calendar day, '2026-01-05', independent of the time zone. */
export function ofDay(options: Intl.DateTimeFormatOptions): (day: string) => string {
  const write = writer(options, () => 'UTC')
  return (day) => write(Date.parse(day))
}

/** Creates the format on first use, which takes a slow phone some 20 ms. */
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
