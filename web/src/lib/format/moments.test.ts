/** Formatted moments parse back unchanged in any time zone; other typed forms parse too. */
import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import { DEFAULT_CITY } from '#domain/city-settings.ts'
import { fieldIn } from '#domain/city-time.ts'
import { momentIn } from '#domain/wall-clock.ts'
import { storeCityTerms } from './city-terms.ts'
import type { DateDirection } from './dates.ts'
import { readMoment, writeMoment } from './moments.ts'

/** A Thursday. */
const NOW = Date.parse('2026-11-19T12:00:00Z')
const HALF_A_YEAR = 179 * 86_400_000

afterEach(() => storeCityTerms(DEFAULT_CITY))

const read = (text: string, { held = '', toward = 'future' }: { held?: string; toward?: DateDirection } = {}) =>
  readMoment(text, { now: NOW, held, toward })

describe('a moment', () => {
  it.each(['Africa/Accra', 'Asia/Kathmandu', 'America/Santiago'])('is read as it is written in %s', (timeZone) => {
    storeCityTerms({ ...DEFAULT_CITY, timeZone })
    fc.assert(
      fc.property(
        fc.date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true }),
        fc.integer({ min: 0, max: HALF_A_YEAR }),
        fc.constantFrom('future' as const, 'past' as const),
        (date, off, toward) => {
          const now = date.getTime()
          const field = fieldIn(timeZone, toward === 'future' ? now + off : now - off)
          // The hour that clocks skip has no such time.
          fc.pre(fieldIn(timeZone, momentIn(timeZone, field)) === field)
          expect(readMoment(writeMoment(field, now), { now, held: '', toward })).toBe(field)
        },
      ),
    )
  })

  it.each([
    ['14:00', '2026-11-19T14:00'],
    ['7.30', '2026-11-20T07:30'],
    ['2 pm', '2026-11-19T14:00'],
    ['12:05 am', '2026-11-20T00:05'],
    ['Tomorrow 7:00', '2026-11-20T07:00'],
    [' tomorrow,  07:00 ', '2026-11-20T07:00'],
    ['23 Nov 14:00', '2026-11-23T14:00'],
    ['Mon 23 Nov 14:00', '2026-11-23T14:00'],
    ['November 23, 14:00', '2026-11-23T14:00'],
    ['nov 23, 2027 14:00', '2027-11-23T14:00'],
    ['5 Jan 07:00', '2027-01-05T07:00'],
    ['1/12/2026 14:00', '2026-12-01T14:00'],
    ['next Tuesday 14:00', '2026-11-24T14:00'],
    ['2026-12-01T09:15', '2026-12-01T09:15'],
    ['2026-12-01 09:15', '2026-12-01T09:15'],
  ])('can be typed as %j', (text, field) => expect(read(text)).toBe(field))

  it('keeps its day where only the time is typed', () => {
    expect(read('07:00', { held: '2026-11-25T10:00' })).toBe('2026-11-25T07:00')
    expect(read('07:00', { held: '2026-11-19T14:00' })).toBe('2026-11-20T07:00')
    expect(read('14:00', { held: '2026-11-19T10:00', toward: 'past' })).toBe('2026-11-18T14:00')
    expect(read('14:00', { held: 'soon' })).toBe('2026-11-19T14:00')
  })

  it('goes by the city’s day, not by UTC’s', () => {
    storeCityTerms({ ...DEFAULT_CITY, timeZone: 'Asia/Kathmandu' })
    const now = Date.parse('2026-11-19T20:00:00Z')
    expect(readMoment('tomorrow 07:00', { now, held: '', toward: 'future' })).toBe('2026-11-21T07:00')
    expect(writeMoment('2026-11-20T09:00', now)).toBe('Today 09:00')
  })

  it('of a past without its year is this one’s or the last’s', () => {
    expect(read('5 Jan 07:00', { toward: 'past' })).toBe('2026-01-05T07:00')
    expect(readMoment('23 Dec 07:00', { now: Date.parse('2027-01-05T00:00Z'), held: '', toward: 'past' })).toBe(
      '2026-12-23T07:00',
    )
  })

  it.each([
    '',
    'soon',
    '14',
    '5 Jan 2026',
    '24:00',
    '13 pm',
    '0 am',
    '12:60',
    '30 Feb 10:00',
    'Foo 3 10:00',
    '2026-02-30T10:00',
    'noon 12:00',
  ])('is not %j', (text) => {
    expect(read(text)).toBeUndefined()
    expect(writeMoment(text, NOW)).toBe(text)
  })
})
