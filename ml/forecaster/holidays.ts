/** Looks up a country's public holidays in a maintained library. */
import Holidays from 'date-holidays'

/** Returns a country's code ('GH') from code or English name; undefined if unknown. */
export function countryCodeOf(country: string): string | undefined {
  const countries = Object.entries(new Holidays().getCountries('en'))
  return countries.find(([code, name]) => code === country || name.toLowerCase() === country.toLowerCase())?.[0]
}

/**
 * Returns the public holidays' dates in a range of years, inclusive.
 * `state` selects regional holidays.
 */
export function listPublicHolidays(code: string, from: number, to: number, state?: string): string[] {
  const calendar = new Holidays()
  if (state) calendar.init(code, state)
  else calendar.init(code)
  return Array.from({ length: to - from + 1 }, (_, at) => from + at)
    .flatMap((year) => calendar.getHolidays(year))
    .filter(({ type }) => type === 'public')
    .map(({ date }) => date.slice(0, 10))
}
