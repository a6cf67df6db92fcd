/**
 * Tests that a zone has one active plan at a time.
 * The next plan follows when all trucks of the first plan have ended or cannot come.
 * Many reports by new accounts pause automatic planning until a dispatcher has reviewed them.
 */

import { describe, expect, it } from 'vitest'
import type { Event } from '#contract/events.ts'
import { plansOf, zonePlansAggregate } from '../aggregates/dispatch.ts'
import { createEvent } from '../kernel/decider.ts'
import { givenEvents, NOW } from '../kernel/fixtures.ts'
import { clearReportBurst, flagReportBurst } from './burst.ts'
import { planCollection, removeTrucksFromPlan } from './dispatch-plan.ts'

const at = NOW.toISOString()
const zone = 'Ablekuma North'
const command = { zone, cycle: 3, vehicleIds: ['T1', 'T2'], ended: [], plannedBy: 'd1' } as const
const planned = (vehicleIds: string[], cycle = 3, plannedBy = 'd1') =>
  createEvent('CollectionPlanned', { zone, cycle, vehicleIds, plannedBy, plannedAt: at })
const reduced = (vehicleId: string) => createEvent('PlanReduced', { zone, cycle: 3, vehicleId, reducedAt: at })

describe('PlanCollection', () => {
  it('names the trucks', () =>
    givenEvents(zonePlansAggregate, [])
      .when(planCollection, command)
      .then([planned(['T1', 'T2'])]))

  it('names each truck once', () =>
    givenEvents(zonePlansAggregate, [])
      .when(planCollection, { ...command, vehicleIds: ['T1', 'T1'] })
      .then([planned(['T1'])]))

  it('keeps the existing plan for any later request', () =>
    givenEvents(zonePlansAggregate, [planned(['T1', 'T2'])])
      .when(planCollection, { ...command, vehicleIds: ['T9'], plannedBy: 'd2', ended: ['T1'] })
      .then([]))

  it('needs a truck', () =>
    givenEvents(zonePlansAggregate, [])
      .when(planCollection, { ...command, vehicleIds: [] })
      .then({ rejected: 'conflict', message: 'No vehicles available' }))

  it('plans a new cycle again', () =>
    givenEvents(zonePlansAggregate, [planned(['T1'])])
      .when(planCollection, { ...command, cycle: 4 })
      .then([planned(['T1', 'T2'], 4)]))

  it.each([
    ['have ended', [planned(['T1'])], ['T1']],
    ['could not come', [planned(['T1']), reduced('T1')], []],
    ['have ended or could not come', [planned(['T1', 'T3']), reduced('T1')], ['T3']],
  ])('plans again in a cycle when all trucks %s', (_, events, ended) =>
    givenEvents(zonePlansAggregate, events)
      .when(planCollection, { ...command, ended })
      .then([planned(['T1', 'T2'])]),
  )
})

describe('ReducePlan', () => {
  const off = { zone, cycle: 3, round: 1, vehicleIds: ['T1'] } as const
  it('takes a truck off, once', () => {
    givenEvents(zonePlansAggregate, [planned(['T1', 'T2'])])
      .when(removeTrucksFromPlan, off)
      .then([reduced('T1')])
    givenEvents(zonePlansAggregate, [planned(['T1', 'T2']), reduced('T1')])
      .when(removeTrucksFromPlan, off)
      .then([])
  })
  it('takes off all of an accepted plan together', () =>
    givenEvents(zonePlansAggregate, [planned(['T1', 'T2', 'T3']), reduced('T2')])
      .when(removeTrucksFromPlan, { ...off, vehicleIds: ['T1', 'T2', 'T3'] })
      .then([reduced('T1'), reduced('T3')]))
  it('leaves a later plan of the same cycle alone', () =>
    givenEvents(zonePlansAggregate, [planned(['T1']), reduced('T1'), planned(['T1'])])
      .when(removeTrucksFromPlan, off)
      .then([]))
})

it('counts the plans of a cycle and forgets no earlier one', () => {
  const state = [planned(['T1'], 2), planned(['T1']), reduced('T1'), planned(['T2', 'T3']), reduced('T3')].reduce(
    zonePlansAggregate.evolve,
    zonePlansAggregate.initial,
  )
  expect(plansOf(state)).toEqual([
    { cycle: 2, round: 1, vehicleIds: ['T1'], plannedBy: 'd1' },
    { cycle: 3, round: 1, vehicleIds: [], plannedBy: 'd1' },
    { cycle: 3, round: 2, vehicleIds: ['T2'], plannedBy: 'd1' },
  ])
})

it('counts and reduces the plans of cycles in any order', () => {
  const events = [planned(['T1'], 2), planned(['T2'], 3), planned(['T3'], 2), reduced('T2'), planned(['T4'])]
  const state = events.reduce(zonePlansAggregate.evolve, zonePlansAggregate.initial)
  expect(plansOf(state).map(({ cycle, round, vehicleIds }) => [cycle, round, ...vehicleIds])).toEqual([
    [2, 1, 'T1'],
    [3, 1],
    [2, 2, 'T3'],
    [3, 2, 'T4'],
  ])
})

it('copies no earlier plans for a new one, because a stream of thousands would block for seconds', () => {
  const before = [planned(['T1']), planned(['T2'])].reduce(zonePlansAggregate.evolve, zonePlansAggregate.initial)
  const after = zonePlansAggregate.evolve(before, planned(['T3', 'T4']))
  expect(after.newest?.before).toBe(before.newest)
  expect(zonePlansAggregate.evolve(after, reduced('T4')).newest?.before).toBe(before.newest)
})

it('has a stream for each zone', () => expect(zonePlansAggregate.stream(zone)).toBe('dispatch-ablekuma-north'))

const flagged = (cycle: number): Event => ({ type: 'BurstFlagged', data: { zone, cycle, reports: 12, flaggedAt: at } })
const cleared = (cycle: number): Event => ({
  type: 'BurstCleared',
  data: { zone, cycle, clearedBy: 'd1', clearedAt: at },
})
const flag = (cycle: number) => ({ zone, cycle, reports: 12 }) as const
const plan = (plannedBy: string, cycle = 1) => ({ zone, cycle, vehicleIds: ['T1'], ended: [], plannedBy }) as const
const plannedEvent = (plannedBy: string, cycle = 1): Event => ({
  type: 'CollectionPlanned',
  data: { zone, cycle, vehicleIds: ['T1'], plannedBy, plannedAt: at },
})

describe('a burst', () => {
  it('is flagged once in a cycle, and not again when it was cleared', () => {
    givenEvents(zonePlansAggregate, [])
      .when(flagReportBurst, flag(1))
      .then([flagged(1)])
    givenEvents(zonePlansAggregate, [flagged(1)])
      .when(flagReportBurst, flag(1))
      .then([])
    givenEvents(zonePlansAggregate, [flagged(1), cleared(1)])
      .when(flagReportBurst, flag(1))
      .then([])
    givenEvents(zonePlansAggregate, [flagged(1), cleared(1)])
      .when(flagReportBurst, flag(2))
      .then([flagged(2)])
  })

  it('stops automatic plans, but no dispatcher', () => {
    givenEvents(zonePlansAggregate, [flagged(1)])
      .when(planCollection, plan('system'))
      .then({ rejected: 'conflict' })
    givenEvents(zonePlansAggregate, [flagged(1)])
      .when(planCollection, plan('d1'))
      .then([plannedEvent('d1')])
    givenEvents(zonePlansAggregate, [flagged(1)])
      .when(planCollection, plan('system', 2))
      .then([plannedEvent('system', 2)])
    givenEvents(zonePlansAggregate, [flagged(1), cleared(1)])
      .when(planCollection, plan('system'))
      .then([plannedEvent('system')])
  })

  it('is cleared by a dispatcher, once', () => {
    givenEvents(zonePlansAggregate, []).when(clearReportBurst, { zone, clearedBy: 'd1' }).then({ rejected: 'conflict' })
    givenEvents(zonePlansAggregate, [flagged(1)])
      .when(clearReportBurst, { zone, clearedBy: 'd1' })
      .then([cleared(1)])
    givenEvents(zonePlansAggregate, [flagged(1), cleared(1)])
      .when(clearReportBurst, { zone, clearedBy: 'd2' })
      .then([])
  })
})
