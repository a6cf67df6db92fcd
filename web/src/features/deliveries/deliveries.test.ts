/** Tests a delivery's texts: weight and composition with sources, and permitted actions. */

import { describe, expect, it } from 'vitest'
import type { Delivery } from '#contract/views.ts'
import { getDeliveryBadges, sortDeliveriesByUrgency } from '#web/ui/marks.tsx'
import {
  describeCompositionWithSource,
  describeDispute,
  describeStopProof,
  describeWeightWithSource,
  explainNoAccess,
  numberDeliveries,
  recyclerActionsOf,
} from './deliveries.ts'
import {
  describeCompletionEffect,
  describeDeliveryLoad,
  earliestStatusOf,
  formatZoneNames,
  groupByTruck,
} from './truck-loads.ts'

const weighing = { ticket: '2211-07', gross: 9_140, tare: 8_000, weighedAt: '2026-01-05T08:00:00.000Z' }
const delivery = (change: Partial<Delivery>) => ({ facilityId: 'WS001', status: 'in-transit', ...change }) as Delivery

describe('a delivery', () => {
  it('tells an estimate from what was weighed, and keeps both', () => {
    const reportsCount = 0
    expect(describeWeightWithSource({ weight: 1_200, estimated: true, reportsCount: 10 })).toBe(
      'about 1.2\u00a0t, estimated from 10 reports',
    )
    expect(describeWeightWithSource({ weight: 525, estimated: true, reportsCount })).toBe(
      'about 525\u00a0kg, estimated',
    )
    expect(
      describeWeightWithSource({ weight: 1_140, estimated: false, estimatedWeight: 1_200, weighing, reportsCount }),
    ).toBe('1,140\u00a0kg weighed, ticket 2211-07 (estimate: 1,200\u00a0kg)')
    expect(describeWeightWithSource({ weight: 980, estimated: false, reportsCount })).toBe('980\u00a0kg measured')
    expect(describeWeightWithSource({ estimated: true, reportsCount })).toBe('Weight unknown')
  })

  it('says for how many stops there is proof', () => {
    expect(describeStopProof({ stops: 10, served: 9, proven: 8, percent: 80 })).toBe(
      '8 of 10 stops have a driver’s proof (80\u00a0%)',
    )
    expect(describeStopProof({ stops: 10, served: 0, proven: 0, percent: 0 })).toBe(
      'No driver recorded this load’s stops',
    )
    expect(describeStopProof({ stops: 0, served: 0, proven: 0 })).toBeUndefined()
  })

  it('says what is in it and who says so, and invents nothing', () => {
    expect(describeCompositionWithSource({ composition: { plastic: 40, paper: 60 }, compositionFrom: 'load' })).toBe(
      'Paper 60\u00a0%, Plastic 40\u00a0% – analysis of this load',
    )
    expect(describeCompositionWithSource({})).toBe('Composition unknown until it is analysed')
    expect(describeCompositionWithSource({ composition: {} })).toBe('Composition unknown until it is analysed')
  })

  it('says where its dispute stands', () => {
    const dispute = (status: 'open' | 'accepted' | 'rejected') => ({ dispute: { status, disputedAt: '' } })
    expect(describeDispute({})).toBeUndefined()
    expect((['open', 'accepted', 'rejected'] as const).map((status) => describeDispute(dispute(status)))).toEqual([
      'Composition disputed, a dispatcher decides',
      'Dispute settled: the recyclers were right',
      'Dispute settled: composition unchanged',
    ])
  })

  it('is acted on at its own site only, step by step', () => {
    const can = (change: Partial<Delivery>, facility = 'WS001') =>
      Object.entries(recyclerActionsOf(delivery(change), facility)).flatMap(([name, allowed]) =>
        allowed ? [name] : [],
      )
    expect(can({ status: 'pending' })).toEqual([])
    expect(can({ status: 'in-transit' })).toEqual(['confirm', 'weigh'])
    const composition = { plastic: 100 }
    expect(can({ status: 'arrived', composition })).toEqual(['unload', 'weigh', 'dispute'])
    expect(can({ status: 'completed', composition })).toEqual(['weigh', 'dispute'])
    expect(can({ status: 'arrived' })).toEqual(['unload', 'weigh'])
    expect(can({ status: 'completed', composition: {} })).toEqual(['weigh'])
    expect(can({ status: 'arrived', composition, dispute: { status: 'open', disputedAt: '' } })).toEqual([
      'unload',
      'weigh',
    ])
    expect(can({ status: 'arrived' }, 'WS002')).toEqual([])
    expect(recyclerActionsOf(delivery({ status: 'arrived' }), undefined)).toMatchObject({ weigh: false })
  })

  it('says why others can do nothing', () => {
    const site = { id: 'WS001', name: 'North Dumping Site' }
    expect(explainNoAccess('WS001', site)).toBeUndefined()
    expect(explainNoAccess('WS002', site)).toContain('You work at another site.')
    expect(explainNoAccess(undefined, site)).toContain('Ask an admin')
  })

  it('keeps its number when another comes', () => {
    const rows = ['2026-01-03', '2026-01-01', '2026-01-02'].map((createdAt) => ({ id: createdAt, createdAt }))
    expect([...numberDeliveries(rows)].map(([id, number]) => `${number} ${id}`)).toEqual([
      '1 2026-01-01',
      '2 2026-01-02',
      '3 2026-01-03',
    ])
    expect(numberDeliveries([...rows, { id: 'new', createdAt: '2026-01-04' }]).get('2026-01-01')).toBe(1)
  })
})

const load = (change: Partial<Delivery>) =>
  describeDeliveryLoad({ reportsCount: 8, estimated: false, ...change } as Delivery)

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
  expect(formatZoneNames(folded[0]?.deliveries ?? [])).toBe('Ablekuma North and Ayawaso West')
})

it('are as far as the last of them, green once arrived', () => {
  const status = (...all: Delivery['status'][]) => earliestStatusOf(all.map((status) => ({ status })))
  expect(status('arrived', 'in-transit')).toBe('in-transit')
  expect(status('completed', 'arrived')).toBe('arrived')
  expect(status('pending', 'arrived')).toBe('pending')
  const course = ['pending', 'in-transit', 'arrived', 'completed'] as const
  expect(course.map((status) => getDeliveryBadges()[status].tone)).toEqual(['new', 'progress', 'done', 'done'])
})

it('say what completing them does: a truck that is there is free already', () => {
  const says = (...deliveries: Delivery[]) =>
    describeCompletionEffect({ truckId: 'T001', deliveries }, 'North Dumping Site')
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
