/** Tests open data under load: requests are cached per minute and rate-limited. Days with few reports stay hidden. */
import { describe, expect, it } from 'vitest'
import { createOpenDataReader, hasTooFewReports } from './open-data.ts'

const NOW = new Date('2026-03-04T12:00:30.000Z')

describe('the open data', () => {
  it('is computed once for simultaneous requests, and again in the next minute', async () => {
    const { once } = createOpenDataReader()
    let made = 0
    const make = async () => `made ${++made}`
    const ask = (period = 'a', now = NOW) => once(period, now, make)
    expect(new Set(await Promise.all(Array.from({ length: 500 }, () => ask())))).toEqual(new Set(['made 1']))
    expect(await ask('b')).toBe('made 2')
    expect(await ask('a', new Date('2026-03-04T12:01:00.000Z'))).toBe('made 3')
  })
  it('caches no failure, and only a few periods', async () => {
    const { once } = createOpenDataReader()
    const failing = once('a', NOW, () => Promise.reject(new Error('the store is away')))
    await expect(failing).rejects.toThrow('the store is away')
    expect(await once('a', NOW, async () => 'made')).toBe('made')
    let made = 0
    for (let n = 0; n < 100; n += 1) await once(`${n}`, NOW, async () => `${++made}`)
    expect(await once('0', NOW, async () => 'made anew')).toBe('made anew')
  })
  it('is limited to thirty times a minute per network', async () => {
    const { count } = createOpenDataReader()
    const burst = await Promise.all(Array.from({ length: 100 }, () => count('192.0.2.1')))
    expect(burst.filter((one) => one === undefined)).toHaveLength(30)
    expect(burst.at(-1)).toMatchObject({ rejected: 'too-many', retryAfter: expect.any(Number) })
    expect(burst.at(-1)?.retryAfter).toBeGreaterThan(0)
    expect(await count('192.0.2.2')).toBeUndefined()
  })
  it('leaves out a day of so few reports that they tell of households, and none of loads without any', () => {
    expect([1, 4, 5, 0].map((reportsCount) => hasTooFewReports({ reportsCount }))).toEqual([true, true, false, false])
  })
})
