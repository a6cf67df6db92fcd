/**
 * Tests that one job records a dispatch in the streams of its reports and deliveries.
 * The truck becomes free once all its loads have arrived.
 */
import { describe, expect, it } from 'vitest'
import type { Event } from '#contract/events.ts'
import type { DeliveryStatus } from '#domain/city.ts'
import { openPolicyStateParts } from '../runner/policy.ts'
import { createDispatchPolicy } from './dispatch-policy.ts'

const at = '2026-03-01T08:00:00.000Z'
const NORTH = 'Ablekuma North'
const WEST = 'Ayawaso West'
const dispatched = (number = 1): Event => ({
  type: 'TruckDispatched',
  data: {
    dispatchId: `COL-T1-${number}`,
    vehicleId: 'T1',
    siteId: 'WS001',
    loads: [
      { deliveryId: `DEL-T1-${number}-AN`, zone: NORTH, reportIds: [`u1.${number}`, `u2.${number}`], weight: 600 },
      { deliveryId: `DEL-T1-${number}-AW`, zone: WEST, reportIds: [`u3.${number}`], weight: 525 },
    ],
    scheduleIds: [],
    leftIds: [],
    estimatedArrival: at,
    dispatchedBy: 'd1',
    dispatchedAt: at,
  },
})
const reported = (reportId: string) => ({ type: 'BinReportedFull', data: { reportId, zone: NORTH } }) as Event
const collected = (reportId: string) => ({ type: 'ReportCollected', data: { reportId, zone: NORTH } }) as Event
const created = (deliveryId: string) => ({ type: 'DeliveryCreated', data: { deliveryId } }) as Event
const moved = (deliveryId: string, status: DeliveryStatus, movedBy = 'r1'): Event => ({
  type: 'DeliveryMoved',
  data: { deliveryId, status, movedBy, movedAt: at },
})
const unloaded = (...deliveryIds: string[]) =>
  ({
    type: 'SiteCompositionUpdated',
    data: { siteId: 'WS001', number: 7, arrived: deliveryIds.map((deliveryId) => ({ deliveryId, vehicleId: 'T1' })) },
  }) as Event
const freed: Event = { type: 'TruckArrived', data: { vehicleId: 'T1', siteId: 'WS001', arrivedAt: at } }

const written = (number = 1) => [
  ...[`u1.${number}`, `u2.${number}`, `u3.${number}`].map(collected),
  ...['AN', 'AW'].map((zone) => created(`DEL-T1-${number}-${zone}`)),
]

function outstandingAfter(...events: Event[]) {
  const policy = createDispatchPolicy(() => new Date())
  const reports = [1, 2].flatMap((number) => ['u1', 'u2', 'u3'].map((user) => reported(`${user}.${number}`)))
  for (const event of [...reports, ...events]) policy.evolve(event)
  return policy.outstanding()
}
const idsAfter = (...events: Event[]) => outstandingAfter(...events).map(({ id }) => id)

describe('the dispatch policy', () => {
  it('requests corrections of deliveries beside their arrival, until they are recorded', () => {
    const { data } = unloaded('DEL-T1-1-AN') as { data: object }
    const correction = (number: number) =>
      ({ type: 'SiteCompositionUpdated', data: { ...data, number, corrects: 7 } }) as Event
    const told = (corrects: number) =>
      ({
        type: 'DeliveryMoved',
        data: { deliveryId: 'DEL-T1-1-AN', status: 'arrived', corrects, movedBy: 'system', movedAt: at },
      }) as Event
    const before = [dispatched(), ...written(), unloaded('DEL-T1-1-AN')]
    const both = ['arrive-DEL-T1-1-AN', 'correct-DEL-T1-1-AN-WS001-8']
    expect(idsAfter(...before, correction(8))).toEqual(both)
    expect(idsAfter(...before, correction(8), correction(9))).toEqual([both[0], 'correct-DEL-T1-1-AN-WS001-9'])
    expect(idsAfter(...before, correction(8), told(8))).toEqual([both[0]])
    expect(idsAfter(...before, correction(8), correction(9), told(8))).toContain('correct-DEL-T1-1-AN-WS001-9')
  })

  it('asks for one job, until everything is written', () => {
    const job = { type: 'FinishDispatch', vehicleId: 'T1', dispatchId: 'COL-T1-1' }
    expect(outstandingAfter(dispatched())).toEqual([{ id: 'dispatch-COL-T1-1', job: 'send-command', data: job }])
    for (let some = 0; some < written().length; some++)
      expect(idsAfter(dispatched(), ...written().slice(0, some))).toEqual(['dispatch-COL-T1-1'])
    expect(idsAfter(dispatched(), ...written())).toEqual([])
  })

  it('waits for no bin that was written before it', () => {
    const [first, ...rest] = written()
    expect(idsAfter(first as Event, dispatched(), ...rest)).toEqual([])
  })

  it('frees the truck when the last delivery has arrived, not before', () => {
    const first = [dispatched(), ...written(), moved('DEL-T1-1-AN', 'arrived')]
    expect(idsAfter(...first)).toEqual([])
    const job = { type: 'FreeTruck', vehicleId: 'T1', dispatchId: 'COL-T1-1' }
    expect(outstandingAfter(...first, moved('DEL-T1-1-AW', 'completed'))).toEqual([
      { id: 'free-COL-T1-1', job: 'send-command', data: job },
    ])
    expect(idsAfter(...first, moved('DEL-T1-1-AW', 'arrived'), freed)).toEqual([])
  })

  it('gives a claim up soon that was made while the clock was ahead', () => {
    const claimedAt = '2027-03-01T08:00:00.000Z'
    const data = { zone: NORTH, claimId: 'c1', vehicleId: 'T1', reportIds: ['u1.1'], markedIds: [], claimedAt }
    const policy = createDispatchPolicy(() => new Date('2026-03-01T08:00:00.000Z'))
    policy.evolve({ type: 'ReportsClaimed', data } as unknown as Event)
    expect(policy.outstanding()).toMatchObject([{ id: 'give-up-c1', notBefore: '2026-03-01T08:00:15.000Z' }])
  })

  it('waits for what came aboard later', () => {
    const again = [dispatched(), ...written(), dispatched(2), ...written(2)]
    const all = ['DEL-T1-1-AN', 'DEL-T1-1-AW', 'DEL-T1-2-AN', 'DEL-T1-2-AW']
    const arrivals = all.map((id) => moved(id, 'arrived'))
    expect(idsAfter(...again, ...arrivals.slice(0, 3))).toEqual([])
    expect(idsAfter(...again, ...arrivals)).toEqual(['free-COL-T1-2'])
  })

  it("lets deliveries arrive with their site's composition, each once", () => {
    const on = [dispatched(), ...written(), unloaded('DEL-T1-1-AN', 'DEL-T1-1-AW')]
    expect(idsAfter(...on)).toEqual(['arrive-DEL-T1-1-AN', 'arrive-DEL-T1-1-AW'])
    expect(idsAfter(...on, moved('DEL-T1-1-AN', 'arrived', 'system'))).toEqual(['arrive-DEL-T1-1-AW'])
    const both = ['DEL-T1-1-AN', 'DEL-T1-1-AW'].map((id) => moved(id, 'arrived', 'system'))
    expect(idsAfter(...on, ...both)).toEqual(['free-COL-T1-1'])
  })

  it('keeps one set of a truck’s loads, however often it leaves', () => {
    const { keep, parts } = openPolicyStateParts()
    const policy = createDispatchPolicy(() => new Date(), keep)
    const aboard = () => (parts.get('trucks') as Map<string, { deliveryIds: Set<string> }>).get('T1')?.deliveryIds
    policy.evolve(dispatched())
    const first = aboard()
    policy.evolve(dispatched(2))
    expect(aboard()).toBe(first)
    expect(first?.size).toBe(4)
  })

  it('records one delivery of a site at once, and the others in the background', () => {
    const two = [dispatched(), ...written(), unloaded('DEL-T1-1-AN', 'DEL-T1-1-AW')]
    expect(outstandingAfter(...two).map(({ background }) => background)).toEqual([undefined, 2])
  })

  it('corrects a delivery that people changed meanwhile, and one that had arrived before; their truck is free without that', () => {
    const arrived = [moved('DEL-T1-1-AN', 'arrived'), moved('DEL-T1-1-AW', 'completed')]
    const quicker = [dispatched(), ...written(), unloaded('DEL-T1-1-AN'), ...arrived]
    expect(idsAfter(...quicker)).toEqual(['arrive-DEL-T1-1-AN', 'free-COL-T1-1'])
    expect(idsAfter(...quicker, moved('DEL-T1-1-AN', 'arrived', 'system'), freed)).toEqual([])
    const before = [dispatched(), ...written(), ...arrived, freed, unloaded('DEL-T1-1-AN')]
    expect(idsAfter(...before)).toEqual(['measure-DEL-T1-1-AN-WS001-7'])
    expect(idsAfter(...before, moved('DEL-T1-1-AN', 'completed', 'system'))).toEqual([])
  })

  it('lets a delivery arrive with what was measured of it', () => {
    const weighed = {
      type: 'SiteCompositionUpdated',
      data: { siteId: 'WS001', arrived: [{ deliveryId: 'DEL-T1-1-AN', vehicleId: 'T1', weight: 612.5 }] },
    } as unknown as Event
    expect(outstandingAfter(dispatched(), ...written(), weighed)).toEqual([
      {
        id: 'arrive-DEL-T1-1-AN',
        job: 'send-command',
        data: { type: 'ArriveDelivery', deliveryId: 'DEL-T1-1-AN', weight: 612.5 },
      },
    ])
  })
})
