/** Tests that only residents of the zone are moved. */
import { describe, it } from 'vitest'
import { accountAggregate } from '../aggregates/account.ts'
import { createEvent } from '../kernel/decider.ts'
import { givenEvents, NOW } from '../kernel/fixtures.ts'
import { moveResident } from './move-resident.ts'

const at = NOW.toISOString()
const registered = (role: 'resident' | 'dispatcher', zone?: string) =>
  createEvent('AccountRegistered', { userId: 'u1', role, zone, sealed: 's', registeredAt: at })
const command = { userId: 'u1', from: 'Teshie', to: 'Tema', changedBy: 'd1' }

describe('MoveResident', () => {
  it('moves who lives there', () =>
    givenEvents(accountAggregate, [registered('resident', 'Teshie')])
      .when(moveResident, command)
      .then([
        createEvent('AccountReassigned', {
          userId: 'u1',
          role: 'resident',
          zone: 'Tema',
          changedBy: 'd1',
          changedAt: at,
        }),
      ]))
  it('does not move people who live elsewhere, work here, or were erased', () => {
    const erased = createEvent('AccountErased', { userId: 'u1', erasedAt: at })
    givenEvents(accountAggregate, [registered('resident', 'Nima')])
      .when(moveResident, command)
      .then([])
    givenEvents(accountAggregate, [registered('dispatcher', 'Teshie')])
      .when(moveResident, command)
      .then([])
    givenEvents(accountAggregate, [registered('resident', 'Teshie'), erased])
      .when(moveResident, command)
      .then([])
    givenEvents(accountAggregate, [registered('resident', 'Teshie')])
      .when(moveResident, { ...command, to: 'Teshie' })
      .then([])
  })
})
