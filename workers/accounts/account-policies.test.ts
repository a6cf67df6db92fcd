/**
 * Tests that a report counts once its account is confirmed, whichever event comes first.
 * Also tests the policy for erased accounts.
 */

import { expect, it } from 'vitest'
import type { Event } from '#contract/events.ts'
import { createConfirmationPolicy, createErasurePolicy } from './account-policies.ts'

const zone = 'Ablekuma North'
const reported = (unconfirmed?: true) =>
  ({ type: 'BinReportedFull', data: { reportId: 'u1.1', userId: 'u1', zone, unconfirmed } }) as Event
const confirmed: Event = { type: 'AccountConfirmed', data: { userId: 'u1', confirmedAt: '' } }
const counted: Event = { type: 'ReportConfirmed', data: { reportId: 'u1.1', userId: 'u1', zone, confirmedAt: '' } }
const collected = { type: 'ReportCollected', data: { reportId: 'u1.1', zone } } as Event
const taken = { type: 'TruckDispatched', data: { loads: [{ zone, reportIds: ['u1.1'] }] } } as unknown as Event

function idsAfter(...events: Event[]): string[] {
  const policy = createConfirmationPolicy()
  for (const event of events) policy.evolve(event)
  return policy.outstanding().map(({ id }) => id)
}

it('requests the confirmation of an open report, made before or after the account’s', () => {
  expect(idsAfter(reported(true), confirmed)).toEqual(['confirm-u1.1'])
  expect(idsAfter(confirmed, reported(true))).toEqual(['confirm-u1.1'])
})

it('asks for nothing of the unconfirmed, of what counts already, and of what is collected', () => {
  expect(idsAfter(reported(true))).toEqual([])
  expect(idsAfter(reported(), confirmed)).toEqual([])
  expect(idsAfter(reported(true), confirmed, counted)).toEqual([])
  expect(idsAfter(reported(true), collected, confirmed)).toEqual([])
  expect(idsAfter(reported(true), taken, confirmed)).toEqual([])
})

// The job deletes secrets of erased people, and of deleted trucks' drivers.
it('asks once for everybody who was erased, and for nobody else', () => {
  const policy = createErasurePolicy()
  const at = '2026-03-01T08:00:00.000Z'
  const events: Event[] = [
    { type: 'AccountErased', data: { userId: 'u1', erasedAt: at } },
    { type: 'VehicleArchived', data: { vehicleId: 'T8', archivedBy: 'd1', archivedAt: at } },
    { type: 'VehicleRemoved', data: { vehicleId: 'T9', removedBy: 'd1', removedAt: at } },
  ]
  for (const event of events) policy.evolve(event)
  expect(policy.outstanding()).toEqual([
    { id: 'erase-u1', job: 'send-command', data: { type: 'FinishErasure', userId: 'u1' } },
    { id: 'erase-driver-T9', job: 'send-command', data: { type: 'FinishErasure', userId: 'driver-T9' } },
  ])
  policy.evolve({ type: 'ErasureFinished', data: { personId: 'u1', finishedAt: at } })
  expect(policy.outstanding().map(({ id }) => id)).toEqual(['erase-driver-T9'])
})
