/** One parser reads all date formats. */
import { describe, expect, it } from 'vitest'
import { type DateDirection, INVALID_DATE, isDate, readDate } from './dates.ts'

/** A Thursday. */
const TODAY = '2026-11-26'
const read = (text: string, toward: DateDirection = 'past') => readDate(text, { today: TODAY, toward })

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

  it.each(['', 'soon', '30 Feb', '2026-02-29', '2026-1-5', '31/13/2026', 'Novem9er 3', 'last', 'la', '14', 'noway 3'])(
    'is not %j',
    (text) => expect(read(text)).toBeUndefined(),
  )

  it('is a day of the calendar', () => {
    expect(['2026-02-28', '2026-02-30', '2026-2-3', ''].map(isDate)).toEqual([true, false, false, false])
  })

  it('is refused in the specification’s words', () => expect(INVALID_DATE).toBe('Date input not valid.'))
})
