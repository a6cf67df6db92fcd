/** Tests that each report is in only one load, and that unused claims on reports are released. */

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isRejection } from '#contract/http/problems.ts'
import type { EventInStream } from '#contract/streams.ts'
import type { EventStore } from '#platform/event-store/event-store.ts'
import { createEvent } from '../kernel/decider.ts'
import { givenEvents, NOW } from '../kernel/fixtures.ts'
import { readReportsAssignedToOthers } from '../schedules/assign-reports.ts'
import {
  type AssignReportsCommand,
  assignmentsOf,
  assignReports,
  type ClaimReportsCommand,
  claimOfReport,
  claimReportsForTruckLoad,
  releaseClaim,
  unreleasedClaimsOf,
  zoneReportClaimsFold,
} from './claims.ts'

const at = NOW.toISOString()
const zone = 'Ablekuma North'
const claim = (claimId: string, reportIds: string[], markedIds: string[] = []) =>
  createEvent('ReportsClaimed', {
    zone,
    claimId,
    vehicleId: 'T1',
    reportIds,
    markedIds,
    claimedBy: 'd1',
    claimedAt: at,
  })
const released = (claimId: string) => createEvent('ClaimReleased', { zone, claimId, releasedAt: at })
const wanting = (claimId: string, reportIds: string[], markedIds: string[] = []): ClaimReportsCommand => ({
  zone,
  claimId,
  vehicleId: 'T1',
  reportIds,
  markedIds,
  claimedBy: 'd1',
})
const first = claim('c1', ['u1.1', 'u2.1'], ['u3.1'])

describe('ClaimReports', () => {
  it('takes what is offered', () =>
    givenEvents(zoneReportClaimsFold, [])
      .when(claimReportsForTruckLoad, wanting('c1', ['u1.1', 'u2.1'], ['u3.1']))
      .then([first]))
  it('leaves what is in another load, open or marked since', () =>
    givenEvents(zoneReportClaimsFold, [first])
      .when(claimReportsForTruckLoad, wanting('c2', ['u2.1', 'u4.1'], ['u1.1', 'u3.1']))
      .then([claim('c2', ['u4.1'])]))
  it('is nothing when all is taken', () =>
    expect(
      givenEvents(zoneReportClaimsFold, [first]).when(claimReportsForTruckLoad, wanting('c2', ['u1.1'])).decision,
    ).toEqual([]))
  it('takes what was released', () =>
    givenEvents(zoneReportClaimsFold, [first, released('c1')])
      .when(claimReportsForTruckLoad, wanting('c2', ['u1.1']))
      .then([claim('c2', ['u1.1'])]))
})

describe('AssignReports', () => {
  const ids = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, n) => `u${from + n}.1`)
  const scheduleId = 'SCH-AN3-T1'
  const assigned = (reportIds: string[], more = {}) =>
    createEvent('ReportsAssigned', { zone, scheduleId, vehicleId: 'T1', reportIds, assignedAt: at, ...more })
  const wanted = (more: Partial<AssignReportsCommand>): AssignReportsCommand => ({
    zone,
    scheduleId,
    vehicleId: 'T1',
    openIds: ids(1, 9),
    taken: new Set(),
    most: 20,
    reserved: 0,
    planned: 4,
    ...more,
  })
  const when = (more: Partial<AssignReportsCommand>) =>
    givenEvents(zoneReportClaimsFold, [first]).when(assignReports, wanted(more))

  it('sets out for all that is open and in no load, where it is the only truck', () =>
    when({}).then([assigned(ids(4, 9))]))
  it('sets out for no more than it holds, the first of them', () => when({ most: 3 }).then([assigned(ids(4, 6))]))
  it('leaves the others their part of the plan', () => when({ reserved: 1 }).then([assigned(ids(4, 8))]))
  it('takes its own part of the plan where there is too little for all', () =>
    when({ reserved: 5 }).then([assigned(ids(4, 7))]))
  it('leaves what another truck has set out for', () => when({ taken: new Set(ids(4, 7)) }).then([assigned(ids(8, 9))]))
  it('is nothing where nothing is left', () => when({ taken: new Set(ids(1, 9)) }).then([]))

  it('holds as it was decided last', () => {
    const other = { scheduleId: 'SCH-AN3-T2', vehicleId: 'T2' }
    const events = [assigned(['u1.1']), assigned(['u2.1'], other), assigned(['u3.1'])]
    const state = events.reduce(zoneReportClaimsFold.evolve, zoneReportClaimsFold.initial)
    const found = (id: string) => assignmentsOf(state, new Set([id])).map(({ vehicleId }) => vehicleId)
    expect([found('u1.1'), found('u2.1'), found('u3.1')]).toEqual([[], ['T2'], ['T1']])
  })
})

describe('ReleaseClaim', () => {
  it('releases an existing claim once', () => {
    givenEvents(zoneReportClaimsFold, [first])
      .when(releaseClaim, { zone, claimId: 'c1' })
      .then([released('c1')])
    givenEvents(zoneReportClaimsFold, [first, released('c1')])
      .when(releaseClaim, { zone, claimId: 'c1' })
      .then([])
    givenEvents(zoneReportClaimsFold, [first]).when(releaseClaim, { zone, claimId: 'c9' }).then([])
  })
})

it('copies no earlier releases for a new one, because a stream of thousands would block for minutes', () => {
  const events = [first, released('c1')]
  const before = events.reduce(zoneReportClaimsFold.evolve, zoneReportClaimsFold.initial)
  const after = zoneReportClaimsFold.evolve(before, released('c2'))
  expect(before.released).toBeDefined()
  expect(after.released).toMatchObject({ item: 'c2' })
  expect(after.released).toHaveProperty('before', before.released)
  expect(unreleasedClaimsOf(before)).toEqual([])
})

it('never has a report in two loads, for any order of claims and releases', () => {
  const id = fc.nat(5).map((n) => `u${n}.1`)
  const step = fc.record({ release: fc.boolean(), claimId: fc.nat(6), open: fc.array(id), marked: fc.array(id) })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
      let state = zoneReportClaimsFold.initial
      const take = (events: EventInStream<'dispatch'>[]) => {
        state = events.reduce(zoneReportClaimsFold.evolve, state)
      }
      for (const [n, { release, claimId, open, marked }] of steps.entries()) {
        const decision = release
          ? releaseClaim({ zone, claimId: `c${claimId}` }, state, NOW)
          : claimReportsForTruckLoad(
              wanting(`c${n}`, [...new Set(open)], [...new Set(marked.filter((m) => !open.includes(m)))]),
              state,
              NOW,
            )
        if (!isRejection(decision)) take(decision)
      }
      const aboard = unreleasedClaimsOf(state).flatMap(({ reportIds, markedIds }) => [...reportIds, ...markedIds])
      expect(new Set(aboard).size).toBe(aboard.length)
      for (const reportId of aboard) expect(claimOfReport(state, reportId)).toBeDefined()
    }),
  )
})

it('finds reports of other open schedules by one read of each truck, however many were cancelled', async () => {
  const assigned = (scheduleId: string, vehicleId: string, id: string) =>
    createEvent('ReportsAssigned', { zone, scheduleId, vehicleId, reportIds: [id], assignedAt: at })
  const cancelled = Array.from({ length: 500 }, (_, n) => assigned(`S${n}`, 'T1', 'u1.1'))
  const log = [...cancelled, assigned('S500', 'T1', 'u2.1'), assigned('S1', 'T2', 'u3.1')]
  const state = log.reduce(zoneReportClaimsFold.evolve, zoneReportClaimsFold.initial)
  const read: string[] = []
  const readStream = async (stream: string) => {
    read.push(stream)
    const planned = { type: 'CollectionScheduled', data: { scheduleId: 'S500', vehicleId: 'T1' } }
    return stream === 'vehicle-T1' ? [planned] : []
  }
  const store = { readStream } as unknown as EventStore
  const taken = await readReportsAssignedToOthers(store, state, undefined, ['u1.1', 'u2.1', 'u3.1'])
  expect([...taken]).toEqual(['u2.1'])
  expect(read.sort()).toEqual(['vehicle-T1', 'vehicle-T2'])
})
