/**
 * Tests that the server survives fuzzed callbacks of phone gateways and answers them all.
 * `npm run bench -- phone-fuzz` sends such callbacks for longer.
 */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { PHONE_GATEWAYS, type PhoneGateway } from '#contract/phone/gateways.ts'
import { call, SEEDED_IDENTIFIERS, signIn } from './api-client.ts'
import { requireSuccessBody } from './drivers.ts'
import { fuzzPhone } from './phone-fuzz.ts'
import { type RunningApp, startWasteSense } from './running-app.ts'

const CALLS = 1_200
/**
 * Random seed for the callbacks, which changes every day.
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
