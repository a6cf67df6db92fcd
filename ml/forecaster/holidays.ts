/** A country's public holidays as dates, by a kept library. */
import Holidays from 'date-holidays'

/** The code of a country by its code or its English name ('GH', 'Ghana'); undefined where the library knows none. */
export function countryCode(country: string): string | undefined {
  const countries = Object.entries(new Holidays().getCountries('en'))
  return countries.find(([code, name]) => code === country || name.toLowerCase() === country.toLowerCase())?.[0]
}

/** Dates of public holidays of these years, both included; `state` where a country's differ by it. */
export function publicHolidays(code: string, from: number, to: number, state?: string): string[] {
  const calendar = new Holidays()
  if (state) calendar.init(code, state)
  else calendar.init(code)
  return Array.from({ length: to - from + 1 }, (_, at) => from + at)
    .flatMap((year) => calendar.getHolidays(year))
    .filter(({ type }) => type === 'public')
    .map(({ date }) => date.slice(0, 10))
}
