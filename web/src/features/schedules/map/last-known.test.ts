/** Last known places of trucks: the latest record, without trucks that left since. */
import { expect, it } from 'vitest'
import type { Delivery, Schedule } from '#contract/views.ts'
import { lastKnownOf } from './last-known.ts'

const schedule = (truck: string, more: Partial<Schedule>) =>
  ({ vehicle: { id: truck }, zone: 'Ablekuma North', startedAt: '2026-01-05T10:00:00Z', ...more }) as Schedule
const delivery = (truckId: string, arrivedAt?: string) => ({ truckId, facilityId: 'WS001', arrivedAt }) as Delivery

const none = new Set<string>()

it('is the site that a truck reached after its collection', () => {
  const collected = schedule('T1', { completedAt: '2026-01-05T12:00:00Z' })
  const known = { truckId: 'T1', kind: 'site', placeId: 'WS001' }
  for (const at of ['2026-01-05T12:00:00Z', '2026-01-05T12:30:00Z'])
    expect(lastKnownOf([collected], [delivery('T1', at)], none)).toEqual([{ ...known, at }])
})

it('is the zone where its last collection ended, also a stopped one that had begun', () => {
  const at = '2026-01-05T12:00:00Z'
  const known = { truckId: 'T1', kind: 'zone', placeId: 'Ablekuma North', at }
  expect(lastKnownOf([schedule('T1', { completedAt: at })], [delivery('T1', '2026-01-05T09:00:00Z')], none)).toEqual([
    known,
  ])
  expect(lastKnownOf([schedule('T1', { cancelledAt: at })], [], none)).toEqual([known])
})

it('is not known of a truck that never set out, has not arrived, or is under way', () => {
  const cancelled = schedule('T1', { cancelledAt: '2026-01-05T09:00:00Z', startedAt: undefined as never })
  expect(lastKnownOf([cancelled], [delivery('T2')], none)).toEqual([])
  expect(lastKnownOf([], [delivery('T3', '2026-01-05T09:00:00Z')], new Set(['T3']))).toEqual([])
})
