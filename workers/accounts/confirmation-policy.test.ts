/** Tests that a report is counted if its account is confirmed later, whatever the order of events. */
import { expect, it } from 'vitest'
import type { Event } from '#contract/events.ts'
import { createConfirmationPolicy } from './confirmation-policy.ts'

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
