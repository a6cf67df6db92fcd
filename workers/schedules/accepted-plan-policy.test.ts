/**
 * Tests that an accepted plan is cancelled if it stays incomplete.
 * Complete plans, and plans without an acceptance, are not cancelled.
 */
import { expect, it } from 'vitest'
import type { Event } from '#contract/events.ts'
import { createAcceptedPlanPolicy } from './accepted-plan-policy.ts'

const zone = 'Ablekuma North'
const at = '2026-03-01T08:00:00.000Z'
const planned = (accepted = true): Event => ({
  type: 'CollectionPlanned',
  data: { zone, cycle: 3, vehicleIds: ['T1', 'T2'], ...(accepted && { accepted }), plannedBy: 'd1', plannedAt: at },
})
const of = (vehicleId: string) => ({ scheduleId: `SCH-AN3-${vehicleId}`, vehicleId, zone })
const scheduled = (vehicleId: string) =>
  ({ type: 'CollectionScheduled', data: { ...of(vehicleId), cycle: 3 } }) as unknown as Event
const reduced = (vehicleId: string): Event => ({
  type: 'PlanReduced',
  data: { zone, cycle: 3, vehicleId, reducedAt: at },
})
const cancelled = (vehicleId: string): Event => ({
  type: 'CollectionCancelled',
  data: { ...of(vehicleId), reportIds: [], cancelledBy: 'd1', cancelledAt: at },
})

function outstandingAfter(...events: Event[]) {
  const policy = createAcceptedPlanPolicy()
  for (const event of events) policy.evolve(event)
  return policy.outstanding()
}

const command = { type: 'GiveUpPlan', zone, cycle: 3, round: 1, vehicleIds: ['T1', 'T2'] }
const job = { job: 'send-command', data: command, notBefore: '2026-03-01T08:00:15.000Z' }

it.each<[string, string, Event[]]>([
  ['before any truck took it on', 'give-up-plan-ablekuma-north-3-1', [planned()]],
  ['after the first', 'give-up-plan-ablekuma-north-3-1-SCH-AN3-T1', [planned(), scheduled('T1')]],
  [
    'after all were taken off it, and before the first was called off',
    'give-up-plan-ablekuma-north-3-1-SCH-AN3-T1',
    [planned(), scheduled('T1'), reduced('T1'), reduced('T2')],
  ],
])('is given up where it stopped %s', (_, id, events) => expect(outstandingAfter(...events)).toEqual([{ ...job, id }]))

it.each<[string, Event[]]>([
  ['it is whole', [planned(), scheduled('T1'), scheduled('T2')]],
  ['one of its trucks is called back by a dispatcher', [planned(), scheduled('T1'), scheduled('T2'), cancelled('T1')]],
  ['it was given up', [planned(), scheduled('T1'), reduced('T1'), reduced('T2'), cancelled('T1')]],
  ['nobody accepted it as a whole', [planned(false), scheduled('T1'), reduced('T2')]],
])('is left alone where %s', (_, events) => expect(outstandingAfter(...events)).toEqual([]))

it('is the plan of its cycle that it is', () =>
  expect(outstandingAfter(planned(false), reduced('T1'), reduced('T2'), planned())[0]?.data).toEqual({
    ...command,
    round: 2,
  }))
