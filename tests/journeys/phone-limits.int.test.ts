/**
 * Tests bursts of calls from one number or prefix.
 * They must not fill a zone with reports or write unlimited events.
 */
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openPhoneServer } from './phone-server.ts'

const DAY_MS = 24 * 3_600_000
/** Number of new accounts per phone number prefix and hour whose reports count as confirmed. */
const NEW_OF_PREFIX = 20
let server: Awaited<ReturnType<typeof openPhoneServer>>
beforeEach(async () => {
  server = await openPhoneServer()
})
afterEach(() => server.close())

const number = (n: number, prefix = '+23324412') => `${prefix}${String(n).padStart(4, '0')}`
const report = (caller: string, session = caller) => server.session('nalo', session, caller, ['1', '11', '0'])
const isUnconfirmed = async () => (await server.events('BinReportedFull')).map(({ data }) => data.unconfirmed === true)

it('counts reports of many new numbers of a prefix by the rule for unconfirmed accounts', async () => {
  for (let n = 0; n < NEW_OF_PREFIX + 3; n++) expect((await report(number(n))).message).toMatch(/reported full/)
  await report(number(0, '+23320555'))
  const marks = await isUnconfirmed()
  expect(marks).toEqual([...Array(NEW_OF_PREFIX).fill(false), true, true, true, false])
  await server.caughtUp()
  expect((await server.events('AccountRegistered')).filter(({ data }) => data.unconfirmed)).toHaveLength(3)
})

it('confirms such an account when its number calls on another day', async () => {
  for (let n = 0; n <= NEW_OF_PREFIX; n++) await server.session('nalo', number(n), number(n), ['1', '11', '0'])
  expect((await isUnconfirmed()).at(-1)).toBe(true)
  server.later(DAY_MS)
  await server.session('nalo', 'again', number(NEW_OF_PREFIX), ['1'])
  expect(await server.events('AccountConfirmed')).toHaveLength(1)
})

it('confirms such an account that registered while the clock was ahead, once the clock is right', async () => {
  server.later(365 * DAY_MS)
  for (let n = 0; n <= NEW_OF_PREFIX; n++) await server.session('nalo', number(n), number(n), ['1', '11', '0'])
  expect((await isUnconfirmed()).at(-1)).toBe(true)
  server.later(-365 * DAY_MS)
  await server.session('nalo', 'again', number(NEW_OF_PREFIX), ['1'])
  expect(await server.events('AccountConfirmed')).toHaveLength(1)
})

it('has one open report of a number, however often it calls, and stops hearing it after 300 callbacks', async () => {
  const caller = number(1)
  const messages: string[] = []
  for (let n = 0; n < 90; n++) messages.push((await report(caller, `call ${n}`)).message)
  expect(await server.events('BinReportedFull')).toHaveLength(1)
  expect(messages.at(-1)).toMatch(/^You have called very often/)
  expect((await report(number(2))).message).toMatch(/reported full/)
})
