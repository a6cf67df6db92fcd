/** Tests that formatting a date and parsing the text returns the same date, and that each month has its days. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseDate } from '#web/lib/format/dates.ts'
import { calendarRangeOf, formatCalendarDay, shiftMonth, suggestDateTimes, weeksOf, yearsAround } from './calendar.ts'

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
    expect(yearsAround(2026)).toHaveLength(12)
    expect(yearsAround(2026)).toContain(2026)
    expect(yearsAround(yearsAround(2026).at(-1)! + 1)[0]).toBe(yearsAround(2026).at(-1)! + 1)
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
