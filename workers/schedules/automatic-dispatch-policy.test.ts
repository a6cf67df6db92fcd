/**
 * Tests that automatic dispatch, if on, is requested once per zone and cycle.
 * It is requested again only when a truck may have become free.
 */
import { describe, expect, it } from 'vitest'
import type { Event } from '#contract/events.ts'
import { DEFAULT_CONFIGURATION } from '#contract/settings/configuration.ts'
import type { Zone } from '#domain/city.ts'
import { REPEATED_RANK } from '../runner/policy.ts'
import { createAutomaticDispatchPolicy } from './automatic-dispatch-policy.ts'

const at = '2026-03-01T08:00:00.000Z'
const NORTH = 'Ablekuma North'
const told = { reportedCount: 1, total: 2, threshold: 2 }

const configured = (automaticDispatch: boolean, customers = 2): Event => ({
  type: 'ConfigurationChanged',
  data: {
    version: 1,
    configuration: {
      ...DEFAULT_CONFIGURATION,
      dumping_sites: [],
      zone_customers: { [NORTH]: { totalCustomers: customers }, 'Ayawaso West': { totalCustomers: 50 } },
      automaticDispatch,
    },
    changes: [],
    changedBy: 'd1',
    changedAt: at,
  },
})
const on = configured(true)
const reported = (userId: string, zone: Zone = NORTH): Event => ({
  type: 'BinReportedFull',
  data: { reportId: `${userId}.1`, userId, zone, sealed: 's', reportedAt: at, told },
})
const collected = (userId: string): Event => ({
  type: 'ReportCollected',
  data: { reportId: `${userId}.1`, userId, zone: NORTH, reportedAt: at, collectedBy: 'd1', collectedAt: at },
})
const planned = (cycle: number, by: string, ...vehicleIds: string[]): Event => ({
  type: 'CollectionPlanned',
  data: { zone: NORTH, cycle, vehicleIds, plannedBy: by, plannedAt: at },
})
const reduced = (cycle: number, vehicleId: string): Event => ({
  type: 'PlanReduced',
  data: { zone: NORTH, cycle, vehicleId, reducedAt: at },
})
const sent = (vehicleId: string) => ({ type: 'CollectionScheduled', data: { zone: NORTH, vehicleId } }) as Event
const freed: Event = { type: 'TruckArrived', data: { vehicleId: 'T1', siteId: 'WS001', arrivedAt: at } }
const dispatched = (...reportIds: string[]): Event => ({
  type: 'TruckDispatched',
  data: {
    dispatchId: 'c',
    vehicleId: 'T1',
    siteId: 'WS001',
    loads: [{ deliveryId: 'd', zone: NORTH, reportIds, weight: 1 }],
    scheduleIds: [],
    leftIds: [],
    estimatedArrival: at,
    dispatchedBy: 'd1',
    dispatchedAt: at,
  },
})

function outstandingAfter(...events: Event[]) {
  const policy = createAutomaticDispatchPolicy()
  for (const event of events) policy.evolve(event)
  return policy.outstanding()
}
const idsAfter = (...events: Event[]) => outstandingAfter(...events).map((job) => job.id)
const due = [reported('u1'), reported('u2')]
const FIRST = 'dispatch-ablekuma-north-1'

describe('automatic dispatch', () => {
  it('is off until somebody switches it on', () => {
    expect(idsAfter(...due)).toEqual([])
    expect(idsAfter(configured(false), ...due)).toEqual([])
    expect(idsAfter(on, configured(false), ...due)).toEqual([])
  })

  it('schedules a zone that reaches its number of reports', () => {
    expect(idsAfter(on, reported('u1'))).toEqual([])
    expect(outstandingAfter(on, ...due)).toEqual([
      { id: FIRST, job: 'send-command', data: { type: 'ScheduleZone', zone: NORTH, cycle: 1 } },
    ])
  })

  it('takes 80 % of more than 40 customers, as configured', () => {
    const forty = Array.from({ length: 40 }, (_, n) => reported(`u${n}`, 'Ayawaso West'))
    expect(idsAfter(on, ...forty.slice(1))).toEqual([])
    expect(idsAfter(on, ...forty)).toEqual(['dispatch-ayawaso-west-1'])
  })

  it('schedules a zone that was due when it was switched on, or when customers became fewer', () => {
    expect(idsAfter(...due, on)).toEqual([`${FIRST}-1`])
    expect(idsAfter(configured(true, 3), ...due, on)).toEqual([`${FIRST}-1`])
  })

  it('dispatches once in a cycle, by anybody and with any outcome', () => {
    expect(idsAfter(on, ...due, planned(1, 'system', 'T1'), sent('T1'), reported('u3'), freed)).toEqual([])
    expect(idsAfter(on, reported('u1'), planned(1, 'd1', 'T1'), reported('u2'))).toEqual([])
    expect(idsAfter(on, ...due, planned(1, 'system', 'T1', 'T2'), reduced(1, 'T1'), sent('T2'))).toEqual([])
  })

  it('asks for a plan of its own until each of its trucks is sent', () => {
    const half = [on, ...due, planned(1, 'system', 'T1', 'T2'), sent('T1')]
    expect(idsAfter(...half)).toEqual([FIRST])
    expect(idsAfter(...half, sent('T2'))).toEqual([])
    expect(idsAfter(on, ...due, planned(1, 'd1', 'T1'))).toEqual([])
  })

  it('dispatches again in the next cycle, however the last one ended', () => {
    const next = [reported('u1'), reported('u2')]
    const first = [on, ...due, planned(1, 'system', 'T1')]
    expect(idsAfter(...first, collected('u1'), collected('u2'), ...next)).toEqual(['dispatch-ablekuma-north-2'])
    // The dispatch event already counts the truck's reports as collected.
    // The later collection event of each report must not count the report again.
    const left = [dispatched('u1.1', 'u2.1'), reported('u3'), collected('u1'), collected('u2'), reported('u4')]
    expect(idsAfter(...first, ...left)).toEqual(['dispatch-ablekuma-north-2'])
  })

  it('asks again when a truck may have come free, under another id, and when its plan lost every truck', () => {
    expect(idsAfter(on, ...due, freed)).toEqual([`${FIRST}-1`])
    expect(idsAfter(on, ...due, freed, freed)).toEqual([`${FIRST}-2`])
  })

  it('lets attempts wait that repeat recent ones, while trucks are changed or cycles begin in a loop', () => {
    const policy = createAutomaticDispatchPolicy()
    const from = Date.parse(at)
    const ranksAfter = (ms: number, ...events: Event[]) => {
      for (const event of events) policy.evolve(event, from + ms)
      return policy.outstanding().map(({ background }) => background)
    }
    expect(ranksAfter(0, on, ...due)).toEqual([undefined])
    expect(ranksAfter(60_000, freed)).toEqual([undefined])
    for (let ms = 60_100; ms < 90_000; ms += 5_000) expect(ranksAfter(ms, freed)).toEqual([REPEATED_RANK])
    const cycle = [collected('u1'), collected('u2'), reported('u3'), reported('u4')]
    expect(ranksAfter(90_000, ...cycle)).toEqual([REPEATED_RANK])
    expect(ranksAfter(200_000, freed)).toEqual([undefined])
  })

  it('plans again what lost its trucks to another zone, but not for ever', () => {
    const lost = [planned(1, 'system', 'T1'), reduced(1, 'T1')]
    expect(idsAfter(on, ...due, ...lost)).toEqual([`${FIRST}-1`])
    expect(idsAfter(on, ...due, ...lost, ...lost, ...lost, ...lost, ...lost)).toEqual([`${FIRST}-3`])
    expect(idsAfter(on, ...due, ...lost, freed)).toEqual([`${FIRST}-2`])
  })
})
