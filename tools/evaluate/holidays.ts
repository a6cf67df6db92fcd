/** Lists a country's public holidays in the years of a series. */
import { dateOf, type EpochDay } from '#ml/forecaster/calendar.ts'
import { countryCode, publicHolidays } from '#ml/forecaster/holidays.ts'
import { InputError } from './input.ts'

/**
 * Returns the holidays in a period of `days` days from `first` and in the year after it.
 * `country` is a code such as GH, or US-TX with its state.
 */
export function holidaysOf(country: string, first: EpochDay, days: number): string[] {
  const [code = '', state] = country.split('-')
  if (countryCode(code) !== code)
    throw new InputError(`'${country}' is not a country; write its two letters, as in GH.`)
  const year = (day: EpochDay) => Number(dateOf(day).slice(0, 4))
  return publicHolidays(code, year(first), year(first + days) + 1, state)
}
