/** The public holidays of a country in the years of a series. */
import Holidays from 'date-holidays'
import { type Day, dateOf } from '#ml/forecaster/days.ts'
import { Unusable } from './unusable.ts'

/** Dates of public holidays from `first` on, so many days and a year more; `country` is a code such as GH, or US-TX with its state. */
export function holidaysOf(country: string, first: Day, days: number): string[] {
  const [code = '', state] = country.split('-')
  const calendar = new Holidays()
  if (!Object.hasOwn(calendar.getCountries(), code))
    throw new Unusable(`'${country}' names no country; write its two letters, as in GH.`)
  if (state) calendar.init(code, state)
  else calendar.init(code)
  const years = [first, first + days].map((day) => Number(dateOf(day).slice(0, 4)))
  return Array.from({ length: (years[1] as number) - (years[0] as number) + 2 }, (_, at) => (years[0] as number) + at)
    .flatMap((year) => calendar.getHolidays(year))
    .filter(({ type }) => type === 'public')
    .map(({ date }) => date.slice(0, 10))
}
