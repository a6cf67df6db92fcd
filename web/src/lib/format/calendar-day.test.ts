/** A calendar day has its own name, also in a city hours behind UTC. */
import { afterEach, expect, it } from 'vitest'
import { DEFAULT_CITY } from '#domain/city-settings.ts'
import { longDay, shortDay, wholeDay } from './calendar-day.ts'
import { storeCityTerms } from './city-terms.ts'

afterEach(() => storeCityTerms(DEFAULT_CITY))

it.each(['Africa/Accra', 'America/Lima', 'Pacific/Kiritimati'])('in %s', (timeZone) => {
  storeCityTerms({ ...DEFAULT_CITY, timeZone })
  const day = '2026-01-05'
  expect([shortDay(day), longDay(day).replace(',', ''), wholeDay(day).replace(',', '')]).toEqual([
    '5 Jan',
    'Mon 5 Jan',
    'Monday 5 January 2026',
  ])
})
