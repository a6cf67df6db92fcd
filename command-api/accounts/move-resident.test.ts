/** Tests that only residents of the zone are moved. */
import { describe, it } from 'vitest'
import { account } from '../aggregates/account.ts'
import { event } from '../kernel/decider.ts'
import { given, NOW } from '../kernel/fixtures.ts'
import { moveResident } from './move-resident.ts'

const at = NOW.toISOString()
const registered = (role: 'resident' | 'dispatcher', zone?: string) =>
  event('AccountRegistered', { userId: 'u1', role, zone, sealed: 's', registeredAt: at })
const command = { userId: 'u1', from: 'Teshie', to: 'Tema', changedBy: 'd1' }

describe('MoveResident', () => {
  it('moves who lives there', () =>
    given(account, [registered('resident', 'Teshie')])
      .when(moveResident, command)
      .then([
        event('AccountReassigned', { userId: 'u1', role: 'resident', zone: 'Tema', changedBy: 'd1', changedAt: at }),
      ]))
  it('does not move people who live elsewhere, work here, or were erased', () => {
    const erased = event('AccountErased', { userId: 'u1', erasedAt: at })
    given(account, [registered('resident', 'Nima')])
      .when(moveResident, command)
      .then([])
    given(account, [registered('dispatcher', 'Teshie')])
      .when(moveResident, command)
      .then([])
    given(account, [registered('resident', 'Teshie'), erased])
      .when(moveResident, command)
      .then([])
    given(account, [registered('resident', 'Teshie')])
      .when(moveResident, { ...command, to: 'Teshie' })
      .then([])
  })
})
