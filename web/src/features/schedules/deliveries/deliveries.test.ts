/** Tests texts of deliveries: groups by truck, the load, and what completing does. */
import { expect, it } from 'vitest'
import type { Delivery } from '#contract/views.ts'
import { deliveryBadges, sortDeliveriesByUrgency } from '#web/ui/marks.tsx'

import { completionEffect, deliveryLoadText, earliestStatusOf, groupByTruck, zoneNamesText } from './deliveries.ts'

const load = (change: Partial<Delivery>) =>
  deliveryLoadText({ reportsCount: 8, estimated: false, ...change } as Delivery)

it('marks an estimated weight, and an unknown one as –', () => {
  expect(load({ weight: 1050, estimated: true })).toBe('1,050\u00a0kg (estimate) · 8 reports')
  expect(load({ weight: 980.4, reportsCount: 1 })).toBe('980\u00a0kg · 1 report')
  expect(load({ weight: undefined, estimated: true })).toBe('– · 8 reports')
})

const of = (id: string, change: Partial<Delivery> = {}) =>
  ({ id, truckId: 'T001', facilityId: 'WS001', zone: 'Ablekuma North', status: 'in-transit', ...change }) as Delivery

it('fold into their truck and site, without those that are done', () => {
  const rows = [
    of('a'),
    of('b', { truckId: 'T002' }),
    of('c', { zone: 'Ayawaso West' }),
    of('d', { status: 'completed' }),
    of('e', { facilityId: 'WS002' }),
  ]
  const folded = groupByTruck(rows)
  expect(folded.map(({ id, deliveries }) => [id, deliveries.map(({ id }) => id)])).toEqual([
    ['T001 WS001', ['a', 'c']],
    ['T002 WS001', ['b']],
    ['T001 WS002', ['e']],
  ])
  expect(zoneNamesText(folded[0]?.deliveries ?? [])).toBe('Ablekuma North and Ayawaso West')
})

it('are as far as the last of them, green once arrived', () => {
  const status = (...all: Delivery['status'][]) => earliestStatusOf(all.map((status) => ({ status })))
  expect(status('arrived', 'in-transit')).toBe('in-transit')
  expect(status('completed', 'arrived')).toBe('arrived')
  expect(status('pending', 'arrived')).toBe('pending')
  const course = ['pending', 'in-transit', 'arrived', 'completed'] as const
  expect(course.map((status) => deliveryBadges()[status].tone)).toEqual(['new', 'progress', 'done', 'done'])
})

it('say what completing them does: a truck that is there is free already', () => {
  const says = (...deliveries: Delivery[]) => completionEffect({ truckId: 'T001', deliveries }, 'North Dumping Site')
  expect(says(of('a'))).toBe('Its load is unloaded at North Dumping Site. T001 is free again.')
  expect(says(of('a'), of('b', { status: 'arrived' }))).toMatch(/^Its 2 loads are unloaded .*\. T001 is free again\.$/)
  expect(says(of('a', { status: 'arrived' }))).toBe('Its load is unloaded at North Dumping Site.')
})

it('shows what is on its way before what has arrived and what is done', () => {
  const rows = (['completed', 'arrived', 'in-transit', 'pending'] as const).map((status) => ({ status }) as Delivery)
  expect(sortDeliveriesByUrgency(rows).map(({ status }) => status)).toEqual([
    'in-transit',
    'pending',
    'arrived',
    'completed',
  ])
})
