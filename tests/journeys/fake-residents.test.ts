/**
 * Tests an attack by many fake residents: their reports are limited and dispatchers get a notice.
 * No truck is sent.
 */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { eventually } from '#tests/fixtures/eventually.ts'
import { call, signIn, signUp, waitForJobs } from './api-client.ts'
import { type RunningApp, startWasteSense } from './running-app.ts'

const ZONE = 'Ablekuma North'
/** Zone with a single customer, who is a real resident. */
const HONEST_ZONE = 'Ayawaso West'
/** Number of customers of the attacked zone; the attackers register more fake residents. */
const CUSTOMERS = 20
let app: RunningApp
let dispatcher: string

beforeAll(async () => {
  app = await startWasteSense()
  dispatcher = await signIn(app, 'DISP001')
})
afterAll(() => app?.clear())

async function configure(config: object): Promise<void> {
  expect((await call(app, 'saveConfiguration', { token: dispatcher, body: { config } })).status).toBe(200)
}
async function zone() {
  const { body } = await call(app, 'thresholdStatus', { token: dispatcher })
  return body.thresholdStatus[ZONE]
}
const schedules = async () => (await call(app, 'schedules', { token: dispatcher })).body.schedules as { zone: string }[]

it('thirty of them hold automatic dispatch back until a dispatcher lets them pass', async () => {
  const others = { [HONEST_ZONE]: { totalCustomers: 1 } }
  await configure({ zone_customers: { [ZONE]: { totalCustomers: CUSTOMERS }, ...others }, automaticDispatch: true })
  for (let n = 0; n < 30; n++) {
    const { token } = await signUp(app, ZONE)
    const { status, body } = await call(app, 'reportBinFull', { token, body: {} })
    expect([status, body.report.unconfirmed]).toEqual([201, true])
    expect(body.reportedCount).toBeLessThanOrEqual(CUSTOMERS)
  }
  await eventually(async () => expect((await zone()).burst).toBeDefined())
  expect(await zone()).toMatchObject({ currentReports: CUSTOMERS, reportsNeeded: 0, thresholdReached: true })
  const warnings = async () => {
    const { body } = await call(app, 'dispatcherNotifications', { token: dispatcher })
    return body.notifications.filter(({ title }: { title: string }) => title === 'Many new accounts at once')
  }
  await eventually(async () => expect(await warnings()).toHaveLength(1))
  const { body: active } = await call(app, 'activeReports', { token: dispatcher })
  expect(active.reports.every(({ unconfirmed }: { unconfirmed?: true }) => unconfirmed)).toBe(true)
  // Another zone is collected as usual at its threshold.
  const honest = await signIn(app, 'resident.ayawaso@test.com')
  expect((await call(app, 'reportBinFull', { token: honest, body: {} })).status).toBe(201)
  const zones = async () => (await schedules()).map(({ zone }) => zone)
  await eventually(async () => expect(await zones()).toContain(HONEST_ZONE))
  await waitForJobs(app)
  expect(await zones()).toEqual([HONEST_ZONE])

  expect((await call(app, 'clearBurst', { token: dispatcher, body: { zone: ZONE } })).status).toBe(200)
  await eventually(async () => expect(await zones()).toContain(ZONE))
  expect((await zone()).burst).toBeUndefined()
})

it('do not count where that is configured, until an admin confirms them', async () => {
  await configure({ unconfirmedReports: 'wait' })
  const admin = await signIn(app, 'ADMIN001')
  const { body } = await call(app, 'activeReports', { token: dispatcher })
  const open = body.reports.filter((report: { zone: string }) => report.zone === ZONE)
  expect(open).toHaveLength(30)
  await eventually(async () => expect(await zone()).toMatchObject({ currentReports: 0, notCounted: open.length }))
  await call(app, 'confirmUser', { token: admin, id: open[0].userId })
  await eventually(async () => expect(await zone()).toMatchObject({ currentReports: 1, notCounted: open.length - 1 }))
})
