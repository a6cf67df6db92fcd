/** Tests the limits of concurrent password checks with handlers that wait. */
import { expect, it } from 'vitest'
import { type EndpointName, endpoints } from '#contract/endpoints.ts'
import type { Call } from '#platform/http/api.ts'
import { hasPasswordField, limitPasswordChecks } from './limit-password-checks.ts'

const from = (address: string) => ({ address }) as Call<'signIn'>
const done = { answered: true }

/** Returns handlers that wait until `finish` is called. */
function waiting() {
  const { promise, resolve } = Promise.withResolvers<void>()
  const wait = async () => {
    await promise
    return done as never
  }
  const handlers = limitPasswordChecks({ signIn: wait, me: wait })
  return { signIn: handlers.signIn as typeof wait, me: handlers.me as typeof wait, finish: resolve }
}
type Ask = (call: Call<'signIn'>) => Promise<unknown>
const burst = (ask: Ask, count: number, address: (n: number) => string) =>
  Array.from({ length: count }, (_, n) => ask(from(address(n))))

it('admit 100 of one network, and others beside them', async () => {
  const { signIn, finish } = waiting()
  const first = burst(signIn, 100, () => '41.0.0.1')
  expect(await (signIn as Ask)(from('41.0.0.1'))).toMatchObject({ rejected: 'too-many', retryAfter: 5 })
  const other = (signIn as Ask)(from('41.0.0.2'))
  finish()
  expect(await Promise.all([...first, other])).toEqual(Array.from({ length: 101 }, () => done))
  expect(await (signIn as Ask)(from('41.0.0.1'))).toEqual(done)
})

it('admit 300 of all networks', async () => {
  const { signIn, finish } = waiting()
  const first = burst(signIn, 300, (n) => `41.0.0.${n}`)
  expect(await (signIn as Ask)(from('41.0.1.1'))).toMatchObject({ rejected: 'too-many' })
  finish()
  expect(await Promise.all(first)).toEqual(Array.from({ length: 300 }, () => done))
})

it('are not counted where there is no password', async () => {
  const { me, finish } = waiting()
  const asked = burst(me, 400, () => '41.0.0.1')
  finish()
  expect(await Promise.all(asked)).toEqual(Array.from({ length: 400 }, () => done))
})

it('are of every endpoint whose body has a password', () => {
  expect((Object.keys(endpoints) as EndpointName[]).filter(hasPasswordField).sort()).toEqual([
    ...['beginSecondFactor', 'changePassword', 'claimByPhone', 'deleteAccount', 'endSecondFactor'],
    ...['requestPhoneCode', 'resetByPhone', 'resetPassword', 'signIn', 'signUp'],
  ])
})
