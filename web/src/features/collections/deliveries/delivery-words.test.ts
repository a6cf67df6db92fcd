/** A delivery's load in words, and the way through its states. */
import { expect, it } from 'vitest'
import type { Delivery } from '#contract/views.ts'
import { byUrgency, deliveryBadges } from '#web/components/delivery-status.tsx'
import { loadOf, nextSteps } from './delivery-words.ts'

const load = (change: Partial<Delivery>) => loadOf({ reportsCount: 8, estimated: false, ...change } as Delivery)

it('marks an estimated weight, and an unknown one as –', () => {
  expect(load({ weight: 1050, estimated: true })).toBe('1,050 kg (estimate) · 8 reports')
  expect(load({ weight: 980.4, reportsCount: 1 })).toBe('980 kg · 1 report')
  expect(load({ weight: undefined, estimated: true })).toBe('– · 8 reports')
})

it('leads from pending to completed, green once arrived', () => {
  const course = ['pending', 'in-transit', 'arrived', 'completed'] as const
  expect(course.map((status) => nextSteps[status]?.to)).toEqual(['in-transit', 'arrived', 'completed', undefined])
  expect(course.map((status) => deliveryBadges[status].tone)).toEqual(['new', 'progress', 'done', 'done'])
})

it('shows what is on its way before what has arrived and what is done', () => {
  const rows = (['completed', 'arrived', 'in-transit', 'pending'] as const).map((status) => ({ status }) as Delivery)
  expect(byUrgency(rows).map(({ status }) => status)).toEqual(['in-transit', 'pending', 'arrived', 'completed'])
})
