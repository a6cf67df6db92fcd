/** The city's clocks, and what is typed by them. */
import { expect, it } from 'vitest'
import { fieldIn, momentIn, timeIn } from './city-time.ts'

const NOON = '2026-01-05T12:00:00.000Z'

it.each([
  ['Africa/Accra', '12:00'],
  ['Africa/Lagos', '13:00'],
  ['America/Lima', '07:00'],
])('in %s it is %s', (timeZone, time) => expect(timeIn(timeZone, NOON)).toBe(time))

it.each(['Africa/Accra', 'Africa/Lagos', 'America/Lima', 'Asia/Kathmandu', 'Europe/Berlin'])(
  'what a field of %s holds means the moment that it was made from',
  (timeZone) => {
    for (let day = 0; day < 365; day += 1) {
      const at = Date.parse(NOON) + day * 86_400_000
      expect(momentIn(timeZone, fieldIn(timeZone, at))).toBe(at)
    }
  },
)

it('is not filled in', () => expect(momentIn('Africa/Accra', '')).toBeNaN())
