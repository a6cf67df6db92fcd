/** Texts of charts and their keyboard navigation. */
import { describe, expect, it } from 'vitest'
import { axisOf } from './axis.ts'
import { amount } from './chart-data.ts'
import { markForKey } from './mark-keys.ts'

describe('a chart', () => {
  it('writes amounts with their unit', () => {
    const users = { one: 'user', many: 'users' }
    expect([0, 1, 1234].map((value) => amount(value, users))).toEqual(['0 users', '1 user', '1,234 users'])
  })

  it.each([0, 1, 3, 62, 9_999])('has whole numbers along the axis up to %d or more', (highest) => {
    const { top, ticks } = axisOf(highest)
    expect(top).toBeGreaterThanOrEqual(highest)
    expect(ticks[0]).toBe(0)
    expect(ticks.length).toBeGreaterThan(2)
    expect(ticks.length).toBeLessThan(8)
    expect(ticks.every(Number.isInteger)).toBe(true)
  })

  it('goes round from mark to mark', () => {
    expect(markForKey('ArrowRight', 2, 3)).toBe(0)
    expect(markForKey('ArrowLeft', 0, 3)).toBe(2)
    expect(markForKey('End', 0, 3)).toBe(2)
    expect(markForKey('Home', 2, 3)).toBe(0)
    expect(markForKey('Tab', 1, 3)).toBeNull()
  })
})
