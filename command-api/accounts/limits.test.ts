/** Tests of rate limits and of concurrent password checks. */

import { describe, expect, it } from 'vitest'
import { type EndpointName, endpoints } from '#contract/endpoints.ts'
import type { EndpointCall } from '#platform/http/api.ts'
import { createMemoryLimiter, type LimiterFactory } from '#platform/limiters.ts'
import {
  createAccountRateLimits,
  createCommandQuota,
  createConfigurationQuota,
  createKeyChangeQuota,
  createPictureQuota,
  createStaffQuota,
  createStopOutcomeQuota,
  createTruckTakeQuota,
  hasPasswordField,
  limitPasswordChecks,
} from './limits.ts'

/** Makes all calls at once; returns how many the rate limit allowed. */
async function letThrough(times: number, call: (n: number) => Promise<object | undefined>): Promise<number> {
  const answers = await Promise.all(Array.from({ length: times }, (_, n) => call(n)))
  return answers.filter((answer) => answer === undefined).length
}

describe('passwords', () => {
  const by = (account: string, address: string, known?: string) => ({ account, address, known })

  it('are tried ten times for an account from one address, and fifty times from anywhere', async () => {
    const limits = createAccountRateLimits()
    expect(await letThrough(30, () => limits.beforePassword(by('a', '1')))).toBe(10)
    expect(await letThrough(100, (n) => limits.beforePassword(by('a', `2.${n}`)))).toBe(40)
    expect(await limits.beforePassword(by('a', '3'))).toMatchObject({ rejected: 'too-many' })
    expect(await limits.beforePassword(by('b', '1'))).toBeUndefined()
  })

  it('correct passwords do not count as attempts, also at a shared address', async () => {
    const limits = createAccountRateLimits()
    for (let n = 0; n < 200; n++) {
      expect(await limits.beforePassword(by('a', '1'))).toBeUndefined()
      await limits.rightPassword(by('a', '1'))
    }
    expect(await letThrough(2000, (n) => limits.beforePassword(by(`account ${n}`, '1')))).toBe(2000)
  })

  it("are tried ten times from a known device, independent of strangers' tries", async () => {
    const limits = createAccountRateLimits()
    await letThrough(100, (n) => limits.beforePassword(by('a', `${n % 2}`)))
    await letThrough(100, (n) => limits.beforePassword(by('a', `2.${n}`)))
    expect(await letThrough(30, () => limits.beforePassword(by('a', '1', 'phone')))).toBe(10)
    expect(await letThrough(30, () => limits.beforePassword(by('b', '1', 'phone')))).toBe(10)
    expect(await letThrough(100, (n) => limits.beforePassword(by('b', `3.${n}`)))).toBe(50)
  })
})

it('failed sign-ins are limited to a thousand per address for all accounts; successful ones do not count', async () => {
  const limits = createAccountRateLimits()
  for (let n = 0; n < 1_500; n++) {
    expect(await limits.signIn('shared')).toBeUndefined()
    await limits.signedIn('shared')
  }
  expect(await letThrough(1_200, () => limits.signIn('shared'))).toBe(1_000)
  expect(await limits.signIn('another')).toBeUndefined()
})

it('an account is newly blocked once', async () => {
  const limits = createAccountRateLimits()
  expect([await limits.isNewlyBlocked('a'), await limits.isNewlyBlocked('a')]).toEqual([true, false])
  expect(await limits.isNewlyBlocked('b')).toBe(true)
})

it('reset links: five for an identifier and a hundred in all from one address, which keep no other address from asking', async () => {
  const limits = createAccountRateLimits()
  expect(await letThrough(20, () => limits.resetLink('a', '1'))).toBe(5)
  expect(await letThrough(5, () => limits.resetLink('a', '2'))).toBe(5)
  expect(await letThrough(300, (n) => limits.resetLink(`account ${n}`, 'shared'))).toBe(100)
})

it('links are mailed five times in half an hour, and five more times for a known device', async () => {
  const limits = createAccountRateLimits()
  const mailed = async (known?: string) => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => limits.mailsLink('a', known)))
    return answers.filter(Boolean).length
  }
  expect([await mailed(), await mailed('phone'), await mailed(), await mailed('phone')]).toEqual([5, 5, 0, 0])
})

it('sign-ups: a hundred from one address, and the refusal says how long', async () => {
  const limits = createAccountRateLimits()
  expect(await letThrough(150, () => limits.signUp('shared'))).toBe(100)
  expect((await limits.signUp('shared'))?.message).toBe(
    'Too many sign-ups from your network. Please try again in 60 minutes.',
  )
  expect(await limits.signUp('another')).toBeUndefined()
})

it('commands of a resident: three hundred, then the answer says when it is worth another try; staff may send more', async () => {
  const count = createCommandQuota()
  expect(await letThrough(400, () => count({ userId: 'a', role: 'resident' }))).toBe(300)
  expect(await count({ userId: 'b', role: 'resident' })).toBeUndefined()
  const refused = await count({ userId: 'a', role: 'resident' })
  expect(refused).toMatchObject({ rejected: 'too-many', message: 'Too many changes. Please try again in 15 minutes.' })
  expect(refused?.retryAfter).toBeGreaterThan(880)
  expect(refused?.retryAfter).toBeLessThanOrEqual(900)
  for (const role of ['dispatcher', 'admin'] as const)
    expect(await letThrough(400, () => count({ userId: 'a', role }))).toBe(400)
})

it('commands of staff: twelve thousand, and once more for each KiB that the log would store', async () => {
  const count = createCommandQuota()
  for (const role of ['dispatcher', 'recycler', 'admin', 'auditor'] as const) {
    const some = (bytes: number) => async () =>
      (await count({ userId: role, role })) ?? count({ userId: role, role }, bytes)
    expect(await letThrough(100, some(64 * 1024))).toBe(100)
    expect(await letThrough(6_000, some(1_023))).toBe(5_500)
    expect(await some(0)()).toMatchObject({ rejected: 'too-many', retryAfter: expect.any(Number) })
  }
  const large = { userId: 'a', role: 'resident' } as const
  expect(await letThrough(400, () => count(large, 64 * 1024))).toBe(400)
})

it('commands and outcomes of a driver: three thousand each, so that a phone can send a whole shift at once', async () => {
  const count = createCommandQuota()
  expect(await letThrough(3_100, () => count({ userId: 'a', role: 'driver' }))).toBe(3_000)
  expect(await count({ userId: 'b', role: 'driver' })).toBeUndefined()
  const outcomes = createStopOutcomeQuota()
  for (let n = 0; n < 60; n++) expect(await outcomes('a', 50)).toBeUndefined()
  expect(await outcomes('a', 1)).toMatchObject({ rejected: 'too-many', retryAfter: expect.any(Number) })
  expect(await outcomes('b', 50)).toBeUndefined()
})

it('commands of a day: three thousand, twelve thousand and 48,000, without those that were refused before', async () => {
  const onlyDays: LimiterFactory = (name, quota) =>
    createMemoryLimiter(name, name.endsWith('InDay') ? quota : { ...quota, points: 1_000_000 })
  const count = createCommandQuota(onlyDays)
  for (const [role, most] of [
    ['resident', 3_000],
    ['driver', 12_000],
    ['dispatcher', 48_000],
  ] as const) {
    expect(await letThrough(most + 10, () => count({ userId: role, role }))).toBe(most)
    expect((await count({ userId: role, role }))?.retryAfter).toBeGreaterThan(86_000)
  }
  const countAll = createCommandQuota((name, quota) =>
    createMemoryLimiter(name, name.endsWith('InDay') ? { ...quota, points: 301 } : quota),
  )
  expect(await letThrough(400, () => countAll({ userId: 'a', role: 'resident' }))).toBe(300)
  const refused = await countAll({ userId: 'a', role: 'resident' })
  expect(refused?.retryAfter).toBeLessThanOrEqual(900)
})

it('saves of the configuration by a dispatcher: two hundred a day', async () => {
  const countSave = createConfigurationQuota()
  expect(await letThrough(300, () => countSave('a'))).toBe(200)
  expect((await countSave('a'))?.retryAfter).toBeGreaterThan(86_000)
  expect(await countSave('b')).toBeUndefined()
})

it('staff that an admin creates: a thousand a day', async () => {
  const countStaff = createStaffQuota()
  expect(await letThrough(1_500, () => countStaff('a'))).toBe(1_000)
  expect((await countStaff('a'))?.retryAfter).toBeGreaterThan(86_000)
})

it('changes of the checkpoint key by an admin: a hundred a day', async () => {
  const countChange = createKeyChangeQuota()
  expect(await letThrough(150, () => countChange('a'))).toBe(100)
  expect((await countChange('a'))?.retryAfter).toBeGreaterThan(86_000)
})

it('pictures of a person: two thousand a day', async () => {
  const countPicture = createPictureQuota()
  expect(await letThrough(3_000, () => countPicture('a'))).toBe(2_000)
  expect((await countPicture('a'))?.retryAfter).toBeGreaterThan(86_000)
  expect(await countPicture('b')).toBeUndefined()
})

it('trucks that a driver takes: sixty an hour', async () => {
  const countTaken = createTruckTakeQuota()
  expect(await letThrough(100, () => countTaken('a'))).toBe(60)
  expect(await countTaken('a')).toMatchObject({
    rejected: 'too-many',
    message: 'Too many changes. Please try again in 60 minutes.',
  })
  expect(await countTaken('b')).toBeUndefined()
})

describe('codes by SMS', () => {
  it('are tried five times for a number, and a hundred times from one address, without a count of the others', async () => {
    const counted = new Set<string>()
    const stored: typeof createMemoryLimiter = (name, quota) => {
      const limiter = createMemoryLimiter(name, quota)
      return { ...limiter, count: (key) => limiter.count(counted.add(key) && key) }
    }
    const limits = createAccountRateLimits(createMemoryLimiter, stored)
    expect(await letThrough(10, () => limits.phoneTry('+233244123456', '1'))).toBe(5)
    expect(await letThrough(1_000, (n) => limits.phoneTry(`+23320${n}`, '1'))).toBe(90)
    expect(counted.size).toBe(91)
    expect(await letThrough(10, (n) => limits.phoneTry(`+23350${n}`, '2'))).toBe(10)
  })
})

const from = (address: string) => ({ address }) as EndpointCall<'signIn'>
const done = { answered: true }

/** Returns sign-in handlers that answer only after `finish` is called. */
function waiting() {
  const { promise, resolve } = Promise.withResolvers<void>()
  const wait = async () => {
    await promise
    return done as never
  }
  const handlers = limitPasswordChecks({ signIn: wait, me: wait })
  return { signIn: handlers.signIn as typeof wait, me: handlers.me as typeof wait, finish: resolve }
}
type Ask = (call: EndpointCall<'signIn'>) => Promise<unknown>
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

it('of one network wait for each other, so that those of others need not', async () => {
  let running = 0
  const { promise, resolve: finish } = Promise.withResolvers<void>()
  const wait = async () => {
    running++
    await promise
    return done as never
  }
  const signIn = limitPasswordChecks({ signIn: wait }).signIn as Ask
  const first = burst(signIn, 100, () => '41.0.0.1')
  await Promise.resolve()
  const few = running
  const other = signIn(from('41.0.0.2'))
  await Promise.resolve()
  expect([few, running]).toEqual([4, 5])
  finish()
  await Promise.all([...first, other])
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
