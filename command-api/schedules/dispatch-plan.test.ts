/**
 * Tests of a zone's plans: one is active at a time.
 * The next plan of a cycle follows when all trucks of the first have ended or can't come.
 */

import { describe, expect, it } from 'vitest'
import { zonePlans } from '../aggregates/dispatch.ts'
import { createEvent } from '../kernel/decider.ts'
import { givenEvents, NOW } from '../kernel/fixtures.ts'
import { planCollection, removeTrucksFromPlan } from './dispatch-plan.ts'

const at = NOW.toISOString()
const zone = 'Ablekuma North'
const command = { zone, cycle: 3, vehicleIds: ['T1', 'T2'], ended: [], plannedBy: 'd1' } as const
const planned = (vehicleIds: string[], cycle = 3, plannedBy = 'd1') =>
  createEvent('CollectionPlanned', { zone, cycle, vehicleIds, plannedBy, plannedAt: at })
const reduced = (vehicleId: string) => createEvent('PlanReduced', { zone, cycle: 3, vehicleId, reducedAt: at })

describe('PlanCollection', () => {
  it('names the trucks', () =>
    givenEvents(zonePlans, [])
      .when(planCollection, command)
      .then([planned(['T1', 'T2'])]))

  it('names each truck once', () =>
    givenEvents(zonePlans, [])
      .when(planCollection, { ...command, vehicleIds: ['T1', 'T1'] })
      .then([planned(['T1'])]))

  it('keeps the existing plan for any later request', () =>
    givenEvents(zonePlans, [planned(['T1', 'T2'])])
      .when(planCollection, { ...command, vehicleIds: ['T9'], plannedBy: 'd2', ended: ['T1'] })
      .then([]))

  it('needs a truck', () =>
    givenEvents(zonePlans, [])
      .when(planCollection, { ...command, vehicleIds: [] })
      .then({ rejected: 'conflict', message: 'No vehicles available' }))

  it('plans a new cycle again', () =>
    givenEvents(zonePlans, [planned(['T1'])])
      .when(planCollection, { ...command, cycle: 4 })
      .then([planned(['T1', 'T2'], 4)]))

  it.each([
    ['have ended', [planned(['T1'])], ['T1']],
    ['could not come', [planned(['T1']), reduced('T1')], []],
    ['have ended or could not come', [planned(['T1', 'T3']), reduced('T1')], ['T3']],
  ])('plans again in a cycle when all trucks %s', (_, events, ended) =>
    givenEvents(zonePlans, events)
      .when(planCollection, { ...command, ended })
      .then([planned(['T1', 'T2'])]),
  )
})

describe('ReducePlan', () => {
  const off = { zone, cycle: 3, round: 1, vehicleIds: ['T1'] } as const
  it('takes a truck off, once', () => {
    givenEvents(zonePlans, [planned(['T1', 'T2'])])
      .when(removeTrucksFromPlan, off)
      .then([reduced('T1')])
    givenEvents(zonePlans, [planned(['T1', 'T2']), reduced('T1')])
      .when(removeTrucksFromPlan, off)
      .then([])
  })
  it('takes off all of an accepted plan together', () =>
    givenEvents(zonePlans, [planned(['T1', 'T2', 'T3']), reduced('T2')])
      .when(removeTrucksFromPlan, { ...off, vehicleIds: ['T1', 'T2', 'T3'] })
      .then([reduced('T1'), reduced('T3')]))
  it('leaves a later plan of the same cycle alone', () =>
    givenEvents(zonePlans, [planned(['T1']), reduced('T1'), planned(['T1'])])
      .when(removeTrucksFromPlan, off)
      .then([]))
})

it('counts the plans of a cycle and forgets no earlier one', () => {
  const { plans } = [planned(['T1'], 2), planned(['T1']), reduced('T1'), planned(['T2', 'T3']), reduced('T3')].reduce(
    zonePlans.evolve,
    zonePlans.initial,
  )
  expect(plans).toEqual([
    { cycle: 2, round: 1, vehicleIds: ['T1'], plannedBy: 'd1' },
    { cycle: 3, round: 1, vehicleIds: [], plannedBy: 'd1' },
    { cycle: 3, round: 2, vehicleIds: ['T2'], plannedBy: 'd1' },
  ])
})

it('has a stream for each zone', () => expect(zonePlans.stream(zone)).toBe('dispatch-ablekuma-north'))
