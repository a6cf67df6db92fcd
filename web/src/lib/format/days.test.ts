/** Days and hours are in Accra's time, whatever the machine's time zone is. */
import { describe, expect, it } from 'vitest'
import { dayOf, timeRange } from './days.ts'
import { clock } from './times.ts'

const start = '2026-01-05T14:15:00.000Z'
const hoursFrom = (hours: number) => Date.parse(start) + hours * 3_600_000

describe('days and hours', () => {
  it('are Greenwich time, as in Accra', () => expect(clock(start)).toBe('14:15'))

  it.each([
    [-1, 'Today'],
    [-20, 'Tomorrow'],
    [24, 'Yesterday'],
    [72, 'Mon, 5 Jan 2026'],
  ])('name the day %d h away', (hours, day) => expect(dayOf(start, hoursFrom(hours))).toBe(day))

  it.each([
    ['2026-01-05T17:15:00.000Z', '14:15 –\u2060 17:15'],
    ['2026-01-06T01:30:00.000Z', '14:15 – Tue 01:30'],
    ['2026-01-13T01:30:00.000Z', '14:15 – Tue 13 Jan, 01:30'],
  ])('span a range until %s, unbroken', (end, range) =>
    expect(timeRange(start, end)).toBe(range.replaceAll(' ', '\u00a0')),
  )
})
