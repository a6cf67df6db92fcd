/** Tests rate limiters whose counts are stored in the vault. */
import { afterAll, expect, it } from 'vitest'
import { createStoredLimiters } from './counts.ts'
import { openSqliteVault } from './sqlite.ts'

const vault = openSqliteVault(':memory:')
afterAll(() => vault.close())

const HOUR_MS = 3_600_000
let now = Date.parse('2026-01-05T08:00:00Z')
let written = 0
const watched: typeof vault = {
  ...vault,
  countUp: (...use) => {
    written++
    return vault.countUp(...use)
  },
}
const limiters = createStoredLimiters(watched, new Uint8Array(32), () => now)

it('writes nothing for what is refused, which anyone can send at any rate', async () => {
  const limiter = limiters('tries', { points: 3, duration: 3_600 })
  const counts = []
  for (let use = 0; use < 50; use++) counts.push(await limiter.count('a number'))
  expect(counts.filter((refused) => refused === undefined)).toHaveLength(3)
  expect(counts.at(-1)).toEqual({ msBeforeNext: HOUR_MS })
  expect(written).toBe(3)
})

it('ends a limit that was reached by a clock ahead within its duration', async () => {
  const right = now
  const limiter = limiters('sms of a day', { points: 2, duration: 3_600 })
  now += 365 * 24 * HOUR_MS
  for (let use = 0; use < 3; use++) await limiter.count('all')
  now = right
  expect(await limiter.count('all')).toEqual({ msBeforeNext: HOUR_MS })
  now += HOUR_MS
  expect(await limiter.count('all')).toBeUndefined()
})
