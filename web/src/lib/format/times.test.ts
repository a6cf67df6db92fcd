/** Relative times are words; exact times are in Accra's time zone. */
import { describe, expect, it } from 'vitest'
import { clockTime, duration, exactTime, hoursAndMinutes, timeAgo } from './times.ts'

const at = '2026-01-05T08:00:12.000Z'
const later = (ms: number) => Date.parse(at) + ms

describe('times', () => {
  it.each([
    [-5_000, 'just now'],
    [59_000, 'just now'],
    [3 * 60_000, '3\u00a0min ago'],
    [2 * 3_600_000, '2\u00a0h ago'],
    [25 * 3_600_000, '1 day ago'],
    [4 * 86_400_000, '4 days ago'],
    [8 * 86_400_000, '5 Jan 2026'],
  ])('say how long ago %d ms was', (ms, text) => expect(timeAgo(at, later(ms))).toBe(text))

  it('name the exact time in Accra', () => {
    expect(exactTime(at)).toMatch(/Monday,? 5 January 2026 at 08:00:12 \(Accra\)/)
  })

  it('leave the date out when it is today', () => {
    expect(clockTime(at, later(60_000))).toBe('08:00')
    expect(clockTime(at, later(86_400_000))).toBe('5 Jan, 08:00')
    expect(clockTime(at, later(365 * 86_400_000))).toBe('5 Jan 2026, 08:00')
  })

  it.each([
    [0, '0\u00a0min'],
    [45, '45\u00a0min'],
    [180, '3\u00a0h'],
    [70, '1\u00a0h 10\u00a0min'],
    [47 * 60 + 59, '47\u00a0h 59\u00a0min'],
    [5 * 24 * 60 + 120, '5 days'],
  ])('say how long %d min last', (minutes, text) => expect(hoursAndMinutes(minutes * 60_000)).toBe(text))

  it.each([
    [-3, '0.0\u00a0s'],
    [230, '0.2\u00a0s'],
    [12_400, '12\u00a0s'],
    [200_000, '3\u00a0min'],
    [7_300_000, '2\u00a0h'],
  ])('say how old %d ms is', (ms, text) => expect(duration(ms)).toBe(text))
})
