/** A calendar day has its own name, also in a city hours behind UTC. */
import { afterEach, expect, it } from 'vitest'
import { FIRST_CITY } from '#rules/city-words.ts'
import { longDay, shortDay, wholeDay } from './calendar-day.ts'
import { keepCityWords } from './city-words.ts'

afterEach(() => keepCityWords(FIRST_CITY))

it.each(['Africa/Accra', 'America/Lima', 'Pacific/Kiritimati'])('in %s', (timeZone) => {
  keepCityWords({ ...FIRST_CITY, timeZone })
  const day = '2026-01-05'
  expect([shortDay(day), longDay(day).replace(',', ''), wholeDay(day).replace(',', '')]).toEqual([
    '5 Jan',
    'Mon 5 Jan',
    'Monday 5 January 2026',
  ])
})
