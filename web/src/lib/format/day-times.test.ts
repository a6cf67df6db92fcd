/** Days with times read naturally in the city's time zone. */
import { expect, it } from 'vitest'
import { aboutTime, dayTime } from './day-times.ts'

const start = '2026-01-05T14:15:00.000Z'

it.each([
  ['2026-01-05T00:00:00Z', 'Today 14:15', 'about 14:15'],
  ['2026-01-04T23:00:00Z', 'Tomorrow 14:15', 'tomorrow about 14:15'],
  ['2026-01-06T00:00:00Z', 'Yesterday 14:15', 'Yesterday about 14:15'],
  ['2026-01-08T00:00:00Z', 'Mon 5 Jan, 14:15', 'Mon 5 Jan about 14:15'],
  ['2027-01-08T00:00:00Z', 'Mon 5 Jan 2026, 14:15', 'Mon 5 Jan 2026 about 14:15'],
])('seen from %s', (now, exact, about) => {
  expect(dayTime(start, Date.parse(now))).toBe(exact)
  expect(aboutTime(start, Date.parse(now))).toBe(about)
})
