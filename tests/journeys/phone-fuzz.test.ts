/**
 * Sends a short round of fuzzed gateway callbacks: none fails, and the server survives.
 * For longer rounds: `npm run bench -- phone-fuzz`.
 */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { PHONE_GATEWAYS, type PhoneGateway } from '#contract/phone/gateways.ts'
import { call, SEEDED_IDENTIFIERS, signIn } from './api-client.ts'
import { requireSuccessBody } from './drivers.ts'
import { fuzzPhone } from './phone-fuzz.ts'
import { type RunningApp, startWasteSense } from './running-app.ts'

const CALLS = 1_200
/**
 * Seed of the day, which varies the callbacks.
 * Failure messages contain the seed.
 */
const SEED = Math.floor(Date.now() / 86_400_000) * 1_000

let app: RunningApp
beforeAll(async () => {
  app = await startWasteSense({ env: { SEED: 'demo' } })
})
afterAll(() => app?.clear())

it('answers fuzzed callbacks of all gateways without a fault', async () => {
  const token = await signIn(app, SEEDED_IDENTIFIERS.admin)
  const secrets = new Map<PhoneGateway, string>()
  for (const id of PHONE_GATEWAYS)
    secrets.set(id, (await requireSuccessBody(call(app, 'createGatewaySecret', { token, id, body: {} }))).secret)
  const isOver = (calls: number) => calls >= CALLS
  const { calls, statuses, unanswered, faults } = await fuzzPhone({
    ...{ url: app.url, secrets, isOver, concurrent: 4, seed: SEED },
  })
  expect(faults).toEqual([])
  expect(unanswered).toBe(0)
  expect(calls).toBeGreaterThanOrEqual(CALLS)
  expect(Object.keys(statuses).filter((status) => Number(status) >= 500)).toEqual([])
  expect(statuses[200]).toBeGreaterThan(CALLS / 2)
})
