/** Times as the clocks and calendars in Accra show them. */

/** Writes epoch milliseconds. Its format is made when it is first used: that takes a slow phone some 20 ms. */
export function inAccra(options: Intl.DateTimeFormatOptions): (at: number) => string {
  let format: Intl.DateTimeFormat | undefined
  return (at) => {
    format ??= new Intl.DateTimeFormat('en-GB', { timeZone: 'Africa/Accra', ...options })
    return format.format(at)
  }
}
