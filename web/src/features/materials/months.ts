/** Months of the city for statements: `2026-01`. */

/** Number of months that have statements. */
const MONTHS = 60

/** Returns the month `by` months later; negative for earlier. */
export function monthAfter(month: string, by: number): string {
  const [year = 0, of = 0] = month.split('-').map(Number)
  return new Date(Date.UTC(year, of - 1 + by, 1)).toISOString().slice(0, 7)
}

/** Returns the first and last day of a month; the current month ends today. */
export function daysOf(month: string, today: string): { from: string; to: string } {
  const last = new Date(Date.parse(`${monthAfter(month, 1)}-01`) - 1).toISOString().slice(0, 10)
  return { from: `${month}-01`, to: last > today ? today : last }
}

/** Returns the month of an address; the current one if it has no statement. */
export function monthInAddress(asked: string | null, today: string): string {
  const present = today.slice(0, 7)
  if (!asked || !/^\d{4}-(0[1-9]|1[0-2])$/.test(asked)) return present
  return asked > present || asked < monthAfter(present, 1 - MONTHS) ? present : asked
}

/** Returns the months, newest first. */
export const monthsUpTo = (today: string) =>
  Array.from({ length: MONTHS }, (_, back) => monthAfter(today.slice(0, 7), -back))

const NAMES = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]

/** Formats as 'January 2026'. */
export const monthName = (month: string) => `${NAMES[Number(month.slice(5)) - 1]} ${month.slice(0, 4)}`
