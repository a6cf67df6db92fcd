/** The order of the zones' cards. */
import { expect, it } from 'vitest'
import { byAttention } from './attention.ts'

const zone = (id: string, currentReports: number, totalCustomers = 100) => ({
  id,
  currentReports,
  totalCustomers,
  recommendAt: totalCustomers * 0.8,
  thresholdReached: currentReports >= totalCustomers,
})
const ids = (zones: readonly { id: string }[]) => zones.map(({ id }) => id).join('')

it('keeps few as they were opened, whatever happens in them', () =>
  expect(ids(byAttention([zone('a', 0), zone('b', 100), zone('c', 90), zone('d', 10)]))).toBe('abcd'))

it('has of many the ready ones first, then the recommended, then the fullest', () => {
  const zones = [
    zone('a', 0),
    zone('b', 10),
    zone('c', 85),
    zone('d', 20, 20),
    zone('e', 90),
    zone('f', 10),
    zone('g', 7, 10),
  ]
  expect(ids(byAttention(zones))).toBe('decgbfa')
  expect(ids(zones)).toBe('abcdefg')
})
