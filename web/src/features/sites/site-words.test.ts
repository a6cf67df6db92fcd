/** Texts of a site's load and age. */
import { expect, it } from 'vitest'
import { lastUpdated, loadText } from './site-words.ts'

it('says how much a site holds, and since when that is known', () => {
  expect(loadText({ currentCapacity: 754.24, maxCapacity: 1_000 })).toBe('754.2 of 1,000\u00a0t')
  expect(lastUpdated({ lastUpdated: '2026-01-05T14:15:00.000Z' })).toBe('5 Jan 2026, 14:15')
  expect(lastUpdated({ lastUpdated: '' })).toBe('Unknown time')
})
