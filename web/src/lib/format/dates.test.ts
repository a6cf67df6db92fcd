/** Tests the date formats of fields, calendar days and suggested times. */

import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { LOCALES } from '#contract/languages/locales.ts'
import { DEFAULT_CITY } from '#domain/city-settings.ts'
import { toDateTimeFieldValueIn } from '#domain/city-time.ts'
import { setReaderLocale } from '#domain/reader-locale.ts'
import { parseDateTimeFieldIn } from '#domain/wall-clock.ts'
import {
  calendarRangeOf,
  type DateDirection,
  formatCalendarDay,
  formatDateTime,
  getInvalidDateText,
  isDate,
  listYearsAround,
  parseDate,
  parseTypedDateTime,
  shiftMonth,
  suggestDateTimes,
  weeksOf,
} from './dates.ts'
import { storeCitySettings } from './times.ts'

/** Thursday, 26 November 2026. */
const TODAY = '2026-11-26'
const read = (text: string, toward: DateDirection = 'past') => parseDate(text, { today: TODAY, toward })

describe('a date', () => {
  it.each([
    ['19 Nov', '2026-11-19'],
    ['2026-11-19', '2026-11-19'],
    ['19/11/2026', '2026-11-19'],
    ['11/19/2026', '2026-11-19'],
    ['5/1/2026', '2026-01-05'],
    ['yesterday', '2026-11-25'],
    ['last Tuesday', '2026-11-24'],
    ['last Thursday', '2026-11-19'],
    ['next Thursday', '2026-12-03'],
    ['Thursday', '2026-11-26'],
    ['tue', '2026-11-24'],
    [' Nov  19, 2026 ', '2026-11-19'],
    ['Thu, 19 November 2026', '2026-11-19'],
    ['28th May 2025', '2025-05-28'],
    ['Sept 1', '2026-09-01'],
    ['19 Dec', '2025-12-19'],
    ['28 Nov', '2026-11-28'],
  ])('can be typed as %j', (text, date) => expect(read(text)).toBe(date))

  it('without a year lies on the side that the field is for', () => {
    expect([read('tue', 'future'), read('5 Jan', 'future'), read('20 Nov', 'future')]).toEqual([
      '2026-12-01',
      '2027-01-05',
      '2026-11-20',
    ])
  })

  it('finds 29 February in the nearest year that has one', () => {
    expect(parseDate('29 Feb', { today: '2027-12-01', toward: 'future' })).toBe('2028-02-29')
    expect(parseDate('29 Feb', { today: '2025-03-01', toward: 'past' })).toBe('2024-02-29')
  })

  it.each([
    '',
    'soon',
    '30 Feb',
    '2026-02-29',
    '2026-1-5',
    '31/13/2026',
    'Novem9er 3',
    'last',
    'la',
    '14',
    'noway 3',
    'mon 19 nov 2026',
  ])('is not %j', (text) => expect(read(text)).toBeUndefined())

  it('is a day of the calendar', () => {
    expect(['2026-02-28', '2026-02-30', '2026-2-3', ''].map(isDate)).toEqual([true, false, false, false])
  })

  it('is refused in the specification’s words', () => expect(getInvalidDateText()).toBe('Date input not valid.'))
})

/**
 * Tests that a formatted time parses back to itself in any time zone.
 * Also tests other accepted formats.
 */
describe('a moment', () => {
  /** Current time in the tests, on a Thursday. */
  const NOW = Date.parse('2026-11-19T12:00:00Z')

  const HALF_A_YEAR = 179 * 86_400_000

  afterEach(() => storeCitySettings(DEFAULT_CITY))

  const read = (text: string, { held = '', toward = 'future' }: { held?: string; toward?: DateDirection } = {}) =>
    parseTypedDateTime(text, { now: NOW, held, toward })

  it.each(['Africa/Accra', 'Asia/Kathmandu', 'America/Santiago'])('is read as it is written in %s', (timeZone) => {
    storeCitySettings({ ...DEFAULT_CITY, timeZone })
    fc.assert(
      fc.property(
        fc.date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true }),
        fc.integer({ min: 0, max: HALF_A_YEAR }),
        fc.constantFrom('future' as const, 'past' as const),
        (date, off, toward) => {
          const now = date.getTime()
          const field = toDateTimeFieldValueIn(timeZone, toward === 'future' ? now + off : now - off)
          // Skips local times that do not exist because clocks were set forward.
          fc.pre(toDateTimeFieldValueIn(timeZone, parseDateTimeFieldIn(timeZone, field)) === field)
          expect(parseTypedDateTime(formatDateTime(field, now), { now, held: '', toward })).toBe(field)
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
    storeCitySettings({ ...DEFAULT_CITY, timeZone: 'Asia/Kathmandu' })
    const now = Date.parse('2026-11-19T20:00:00Z')
    expect(parseTypedDateTime('tomorrow 07:00', { now, held: '', toward: 'future' })).toBe('2026-11-21T07:00')
    expect(formatDateTime('2026-11-20T09:00', now)).toBe('Today 09:00')
  })

  it('of a past without its year is this one’s or the last’s', () => {
    expect(read('5 Jan 07:00', { toward: 'past' })).toBe('2026-01-05T07:00')
    expect(parseTypedDateTime('23 Dec 07:00', { now: Date.parse('2027-01-05T00:00Z'), held: '', toward: 'past' })).toBe(
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
    expect(formatDateTime(text, NOW)).toBe(text)
  })
})

describe.each(LOCALES)('in the language %s', (locale) => {
  beforeAll(() => setReaderLocale(locale))
  afterAll(() => setReaderLocale('en-GB'))

  it('a field reads the moment that it wrote', () => {
    const now = Date.parse('2026-11-26T12:00:00Z')
    fc.assert(
      fc.property(fc.integer({ min: -700, max: 700 }), fc.integer({ min: 0, max: 1_439 }), (days, minutes) => {
        const field = toDateTimeFieldValueIn('UTC', now + days * 86_400_000 + minutes * 60_000)
        const words = formatDateTime(field, now)
        const read = (['future', 'past'] as const).map((toward) => parseTypedDateTime(words, { now, held: '', toward }))
        expect(read).toContain(field)
      }),
    )
  })
})

it('reads the names of days and months in French', () => {
  setReaderLocale('fr')
  try {
    expect([read('19 novembre'), read('jeu. 19 nov.'), read('mardi'), read('1 févr. 2025')]).toEqual([
      '2026-11-19',
      '2026-11-19',
      '2026-11-24',
      '2025-02-01',
    ])
  } finally {
    setReaderLocale('en-GB')
  }
})

/**
 * Tests that formatted dates can be parsed back.
 * Also tests the days of each calendar month.
 */
const days = fc
  .date({ min: new Date('1970-01-01'), max: new Date('2199-12-31'), noInvalidDate: true })
  .map((at) => at.toISOString().slice(0, 10))

describe('a calendar', () => {
  it('writes what a date field reads again', () => {
    fc.assert(
      fc.property(days, days, (day, today) => {
        expect(parseDate(formatCalendarDay(day), { today, toward: 'past' })).toBe(day)
      }),
    )
  })

  it('holds each day of a month once, on its weekday', () => {
    fc.assert(
      fc.property(days, (day) => {
        const weeks = weeksOf(day.slice(0, 7))
        const held = weeks.flat().filter((each) => each !== null)
        const { from, to } = calendarRangeOf(day.slice(0, 7))
        expect([held[0], held.at(-1), new Set(held).size]).toEqual([from, to, Number(to.slice(8))])
        expect(weeks.find((week) => week.includes(day))?.indexOf(day)).toBe(new Date(day).getUTCDay())
      }),
    )
  })

  it('goes over the turn of a year, and turns twelve years a page', () => {
    expect([shiftMonth('2026-12', 1), shiftMonth('2026-01', -1), shiftMonth('2026-03', -14)]).toEqual([
      '2027-01',
      '2025-12',
      '2025-01',
    ])
    expect(listYearsAround(2026)).toHaveLength(12)
    expect(listYearsAround(2026)).toContain(2026)
    expect(listYearsAround(listYearsAround(2026).at(-1)! + 1)[0]).toBe(listYearsAround(2026).at(-1)! + 1)
  })
})

/** Tests that suggested times follow the city's time zone, also across midnight. */
it.each([
  ['2026-11-30T23:50:00Z', 'Africa/Accra', ['2026-12-01T00:05', '2026-12-01T00:50', '2026-12-01T07:00']],
  ['2026-11-30T23:50:30Z', 'Africa/Lagos', ['2026-12-01T01:06', '2026-12-01T01:51', '2026-12-02T07:00']],
])('lie ahead at %s in %s', (now, timeZone, fields) =>
  expect(suggestDateTimes('future', timeZone, Date.parse(now)).map(({ field }) => field)).toEqual(fields),
)

it('lie behind', () =>
  expect(
    suggestDateTimes('past', 'Africa/Lagos', Date.parse('2026-11-30T23:50:30Z')).map(({ field }) => field),
  ).toEqual(['2026-12-01T00:50', '2026-11-30T23:50', '2026-11-30T07:00']))
