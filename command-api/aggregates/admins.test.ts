/** Tests that appointments and dismissals always leave an admin account. */

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isRejection } from '#contract/http/problems.ts'
import { createEvent } from '../kernel/decider.ts'
import { givenEvents, NOW } from '../kernel/fixtures.ts'
import { adminsAggregate, appointAdmin, appointMissingAdmin, dismissAdmin } from './admins.ts'

const at = NOW.toISOString()
const appointed = (userId: string) => createEvent('AdminAppointed', { userId, appointedAt: at })
const dismissed = (userId: string) => createEvent('AdminDismissed', { userId, dismissedAt: at })
const lastOne = { rejected: 'conflict', message: 'There must be at least one admin.' } as const

describe('appointAdmin', () => {
  const u1 = { userId: 'u1', isAdmin: false }
  it('appoints', () =>
    givenEvents(adminsAggregate, [])
      .when(appointAdmin, u1)
      .then([appointed('u1')]))
  it('once', () =>
    givenEvents(adminsAggregate, [appointed('u1')])
      .when(appointAdmin, u1)
      .then([]))
  it('appoints a dismissed admin again', () =>
    givenEvents(adminsAggregate, [appointed('u1'), dismissed('u1')])
      .when(appointAdmin, u1)
      .then([appointed('u1')]))
  it('waits for a dismissal that the account has not followed yet', () =>
    givenEvents(adminsAggregate, [appointed('u1'), dismissed('u1')])
      .when(appointAdmin, { userId: 'u1', isAdmin: true })
      .then({ rejected: 'conflict' }))
})

describe('appointMissing', () => {
  const u1 = { userId: 'u1', isAdmin: true }
  it('appoints an admin who was never mentioned', () =>
    givenEvents(adminsAggregate, [])
      .when(appointMissingAdmin, u1)
      .then([appointed('u1')]))
  it('nobody who is no admin', () =>
    givenEvents(adminsAggregate, []).when(appointMissingAdmin, { userId: 'u1', isAdmin: false }).then([]))
  it('nobody who was dismissed', () =>
    givenEvents(adminsAggregate, [dismissed('u1')])
      .when(appointMissingAdmin, u1)
      .then([]))
})

describe('dismissAdmin', () => {
  const staying = new Set(['u1', 'u2'])
  it('dismisses one of two', () =>
    givenEvents(adminsAggregate, [appointed('u1'), appointed('u2')])
      .when(dismissAdmin, { userId: 'u2', staying })
      .then([dismissed('u2')]))
  it('never the last', () =>
    givenEvents(adminsAggregate, [appointed('u1')])
      .when(dismissAdmin, { userId: 'u1', staying })
      .then(lastOne))
  it('does not count on one whose account is no admin’s', () =>
    givenEvents(adminsAggregate, [appointed('u1'), appointed('u2')])
      .when(dismissAdmin, { userId: 'u1', staying: new Set(['u1']) })
      .then(lastOne))
  it('twice changes nothing', () =>
    givenEvents(adminsAggregate, [appointed('u1'), appointed('u2'), dismissed('u2')])
      .when(dismissAdmin, { userId: 'u2', staying })
      .then([]))
  it('dismisses one of an older log, who was never mentioned', () =>
    givenEvents(adminsAggregate, [appointed('u1')])
      .when(dismissAdmin, { userId: 'u2', staying })
      .then([dismissed('u2')]))
})

describe('the admins under any sequence', () => {
  it('are never none once there was one', () => {
    const step = fc.record({ userId: fc.constantFrom('u1', 'u2', 'u3'), dismiss: fc.boolean() })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        let state = adminsAggregate.evolve(adminsAggregate.initial, appointed('u1'))
        for (const { userId, dismiss } of steps) {
          const staying = new Set([...state].flatMap(([id, standing]) => (standing === 'appointed' ? [id] : [])))
          const decision = dismiss
            ? dismissAdmin({ userId, staying }, state, NOW)
            : appointAdmin({ userId, isAdmin: false }, state, NOW)
          if (!isRejection(decision)) state = decision.reduce(adminsAggregate.evolve, state)
          expect([...state.values()]).toContain('appointed')
        }
      }),
    )
  })
})
