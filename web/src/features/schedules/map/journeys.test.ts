/** Tests trucks on the map and their estimated progress. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Delivery, Schedule } from '#contract/views.ts'
import { type Journey, journeysOf, lastKnownPlacesOf, progressOf, progressText } from './journeys.ts'

const START = Date.parse('2026-01-05T12:00:00Z')

const schedule = (truck: string, more: Partial<Schedule> = {}): Schedule => ({
  id: `SCH-AN1-${truck}`,
  zone: 'Ablekuma North',
  status: 'in-progress',
  scheduledStart: '2026-01-05T12:15:00.000Z',
  startedAt: '2026-01-05T12:00:00.000Z',
  estimatedCompletion: '2026-01-05T15:00:00.000Z',
  vehicle: { id: truck, make: 'Ford', model: 'F-450', type: 'compressed_truck', registrationNumber: 'GT 1' },
  siteId: 'WS001',
  reportsCount: 3,
  estimatedDistance: 12.5,
  estimatedFuelConsumption: 1.47,
  ...more,
})
const delivery = (truckId: string, more: Partial<Delivery> = {}): Delivery => ({
  id: 'DEL-1',
  truckId,
  facilityId: 'WS002',
  zone: 'Ayawaso West',
  estimatedArrival: '2026-01-05T13:00:00.000Z',
  status: 'in-transit',
  estimated: true,
  reportsCount: 3,
  createdAt: '2026-01-05T12:00:00.000Z',
  ...more,
})
const only = (schedules: Schedule[], deliveries: Delivery[] = []): Journey => {
  const [journey, ...others] = journeysOf(schedules, deliveries)
  expect(others).toEqual([])
  return journey!
}

describe('a journey', () => {
  it('is a route under way or a delivery in transit, nothing else', () => {
    const idle = (['scheduled', 'completed', 'cancelled'] as const).map((status) => schedule('T1', { status }))
    const still = (['pending', 'arrived', 'completed'] as const).map((status) => delivery('T2', { status }))
    expect(journeysOf(idle, still)).toEqual([])
    expect(journeysOf([schedule('T2')], [delivery('T1')]).map(({ truckId, kind }) => [truckId, kind])).toEqual([
      ['T1', 'delivery'],
      ['T2', 'collection'],
    ])
  })

  it('is one a truck: what it carries rather than what it collected, of the first zone of several', () => {
    expect(only([schedule('T1')], [delivery('T1')])).toMatchObject({ kind: 'delivery', siteId: 'WS002' })
    const both = [delivery('T1'), delivery('T1', { id: 'DEL-2', zone: 'Ablekuma North' })]
    expect(only([], both).zone).toBe('Ablekuma North')
    expect(only([], both.toReversed()).zone).toBe('Ablekuma North')
  })
})

describe('progress', () => {
  const journey = only([schedule('T1')])

  it.each([
    [-1, 0],
    [0, 0],
    [90, 0.5],
    [180, 1],
    [999, 1],
  ])('after %d minutes of three hours is %d', (minutes, share) =>
    expect(progressOf(journey, START + minutes * 60_000)).toBe(share),
  )

  it('never goes back and never leaves the way', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1e8, max: 1e8 }), fc.nat(1e7), (at, later) => {
        const [before, after] = [progressOf(journey, START + at), progressOf(journey, START + at + later)]
        expect(before).toBeGreaterThanOrEqual(0)
        expect(after).toBeGreaterThanOrEqual(before)
        expect(after).toBeLessThanOrEqual(1)
      }),
    )
  })

  it('is there when no time was planned', () => {
    expect(progressOf({ ...journey, due: '2026-01-05T12:00:00.000Z' }, START)).toBe(1)
  })

  it('is told as an estimate', () => {
    expect(progressText(journey, START + 72 * 60_000)).toBe('about 40\u00a0% of the way (estimated), due 15:00')
    expect(progressText(journey, START + 200 * 60_000)).toBe('should have arrived at 15:00 (estimated)')
  })
})

/** Tests last known places of trucks. The latest place counts, and trucks on the way have none. */
const lastSchedule = (truck: string, more: Partial<Schedule>) =>
  ({ vehicle: { id: truck }, zone: 'Ablekuma North', startedAt: '2026-01-05T10:00:00Z', ...more }) as Schedule
const lastDelivery = (truckId: string, arrivedAt?: string) => ({ truckId, facilityId: 'WS001', arrivedAt }) as Delivery

const none = new Set<string>()

it('is the site that a truck reached after its collection', () => {
  const collected = lastSchedule('T1', { completedAt: '2026-01-05T12:00:00Z' })
  const known = { truckId: 'T1', kind: 'site', placeId: 'WS001' }
  for (const at of ['2026-01-05T12:00:00Z', '2026-01-05T12:30:00Z'])
    expect(lastKnownPlacesOf([collected], [lastDelivery('T1', at)], none)).toEqual([{ ...known, at }])
})

it('is the zone where its last collection ended, also a stopped one that had begun', () => {
  const at = '2026-01-05T12:00:00Z'
  const known = { truckId: 'T1', kind: 'zone', placeId: 'Ablekuma North', at }
  expect(
    lastKnownPlacesOf([lastSchedule('T1', { completedAt: at })], [lastDelivery('T1', '2026-01-05T09:00:00Z')], none),
  ).toEqual([known])
  expect(lastKnownPlacesOf([lastSchedule('T1', { cancelledAt: at })], [], none)).toEqual([known])
})

it('is not known of a truck that never set out, has not arrived, or is under way', () => {
  const cancelled = lastSchedule('T1', { cancelledAt: '2026-01-05T09:00:00Z', startedAt: undefined as never })
  expect(lastKnownPlacesOf([cancelled], [lastDelivery('T2')], none)).toEqual([])
  expect(lastKnownPlacesOf([], [lastDelivery('T3', '2026-01-05T09:00:00Z')], new Set(['T3']))).toEqual([])
})
