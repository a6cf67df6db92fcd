/** Times as the clocks and calendars of the city show them. */
import { cityWords } from './city-words.ts'

/** Writes epoch milliseconds. Its format is made when it is first used: that takes a slow phone some 20 ms. */
export function inCity(options: Intl.DateTimeFormatOptions): (at: number) => string {
  let format: Intl.DateTimeFormat | undefined
  let of = ''
  return (at) => {
    const { timeZone } = cityWords()
    if (!format || of !== timeZone) {
      format = new Intl.DateTimeFormat('en-GB', { timeZone, ...options })
      of = timeZone
    }
    return format.format(at)
  }
}
