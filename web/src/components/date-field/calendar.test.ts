/** Days are read as people type them, and a month has exactly its days. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { daysOf, readDay, shiftMonth, weeksOf, writeDay, yearsAround } from './calendar.ts'

const days = fc
  .date({ min: new Date('1970-01-01'), max: new Date('2199-12-31'), noInvalidDate: true })
  .map((at) => at.toISOString().slice(0, 10))

describe('a calendar', () => {
  it('reads what it writes, and the two other ways', () => {
    fc.assert(
      fc.property(days, (day) => {
        expect(readDay(writeDay(day))).toBe(day)
      }),
    )
    expect(['Jan 5, 2026', 'january 5 2026', '1/5/2026', '01/05/2026', ' 2026-01-05 '].map(readDay)).toEqual(
      Array.from({ length: 5 }, () => '2026-01-05'),
    )
  })

  it.each(['', 'yesterday', 'Foo 5, 2026', '02/30/2026', '13/01/2026', '2026-1-5', '2025-02-29'])(
    'refuses %j',
    (text) => expect(readDay(text)).toBeUndefined(),
  )

  it('holds each day of a month once, on its weekday', () => {
    fc.assert(
      fc.property(days, (day) => {
        const weeks = weeksOf(day.slice(0, 7))
        const held = weeks.flat().filter((each) => each !== null)
        const { from, to } = daysOf(day.slice(0, 7))
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
