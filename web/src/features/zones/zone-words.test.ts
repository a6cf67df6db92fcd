/** A card's words never mix the recommendation with the readiness, and always say which of the two they count for. */

import fc from 'fast-check'
import { expect, it } from 'vitest'
import { recommendAt } from '#rules/thresholds.ts'
import { standing } from './zone-words.ts'

const zone = (currentReports: number, customers: number) => ({
  currentReports,
  recommendAt: recommendAt(customers),
  requiredReports: customers,
})

it.each([
  [0, 145, '116 more until a collection is recommended'],
  [96, 145, '20 more until a collection is recommended'],
  [115, 145, '1 more until a collection is recommended'],
  [116, 145, 'Collection recommended · 29 more until READY'],
  [144, 145, 'Collection recommended · 1 more until READY'],
  [145, 145, null],
  [150, 145, null],
  [65, 82, '1 more until a collection is recommended'],
  [66, 82, 'Collection recommended · 16 more until READY'],
  // In a small zone both are the same, so that there is one to wait for.
  [39, 40, '1 more until READY'],
  [40, 40, null],
  [0, 2_000, '1,600 more until a collection is recommended'],
])('%d of %d: %s', (reports, customers, says) => expect(standing(zone(reports, customers))).toBe(says))

const overdueAt = '2026-01-01T12:00:00.000Z'

it.each([
  [69, { status: 'scheduled' }, 'Collection scheduled · 13 more until READY'],
  [10, { status: 'scheduled' }, 'Collection scheduled · 72 more until READY'],
  [82, { status: 'scheduled' }, 'Collection scheduled'],
  [69, { status: 'in-progress' }, 'Collection in progress · 13 more until READY'],
  [82, { status: 'in-progress', overdueAt }, 'Collection overdue'],
] as const)('%d of 82 with a collection that is %o: %s', (reports, collection, says) =>
  expect(standing(zone(reports, 82), collection)).toBe(says),
)

it('counts down to nothing at each of the two, whatever is configured', () => {
  const thresholds = fc.record({ recommendPercent: fc.integer({ min: 1, max: 100 }), smallZone: fc.nat(200) })
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 500 }), fc.nat(600), thresholds, (customers, reports, configured) => {
      const at = recommendAt(customers, configured)
      const says = standing({ currentReports: reports, recommendAt: at, requiredReports: customers })
      expect(says === null).toBe(reports >= customers)
      expect(says?.includes('Collection recommended') ?? true).toBe(reports >= at)
      expect(says?.includes('READY') ?? true).toBe(reports >= at || at === customers)
    }),
  )
})
