/** Fake residents against a running WasteSense: they never count above the customers, are told to dispatchers, and move no truck. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { eventually } from '#platform/testing/eventually.ts'
import { call, signIn, signUp } from './api-client.ts'
import { type RunningApp, startWasteSense } from './running.ts'

const ZONE = 'Ablekuma North'
/** Of the zone in this test; fewer than the fake ones. */
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
  const others = { 'Ayawaso West': { totalCustomers: 82 } }
  await configure({ zone_customers: { [ZONE]: { totalCustomers: CUSTOMERS }, ...others }, automaticDispatch: true })
  for (let n = 0; n < 30; n++) {
    const { token } = await signUp(app, ZONE)
    const { status, body } = await call(app, 'reportBinFull', { token, body: {} })
    expect([status, body.report.unconfirmed]).toEqual([201, true])
    expect(body.reportedCount).toBeLessThanOrEqual(CUSTOMERS)
  }
  await eventually(async () => expect((await zone()).burst).toBeDefined())
  expect(await zone()).toMatchObject({ currentReports: CUSTOMERS, reportsNeeded: 0, thresholdReached: true })
  const { body: notices } = await call(app, 'dispatcherNotifications', { token: dispatcher })
  expect(
    notices.notifications.filter(({ title }: { title: string }) => title === 'Many new accounts at once'),
  ).toHaveLength(1)
  const { body: active } = await call(app, 'activeReports', { token: dispatcher })
  expect(active.reports.every(({ unconfirmed }: { unconfirmed?: true }) => unconfirmed)).toBe(true)
  // As long as an honest zone takes to be scheduled several times over.
  await new Promise((resolve) => setTimeout(resolve, 2_000))
  expect(await schedules()).toEqual([])

  expect((await call(app, 'clearBurst', { token: dispatcher, body: { zone: ZONE } })).status).toBe(200)
  await eventually(async () => expect((await schedules()).length).toBeGreaterThan(0))
  expect((await zone()).burst).toBeUndefined()
})

it('do not count where that is configured, until an admin confirms them', async () => {
  await configure({ unconfirmedReports: 'wait' })
  const admin = await signIn(app, 'ADMIN001')
  const { body } = await call(app, 'activeReports', { token: dispatcher })
  // All that are open: the test before may have been tried twice.
  const open = body.reports.length
  expect(open).toBeGreaterThanOrEqual(30)
  await eventually(async () => expect(await zone()).toMatchObject({ currentReports: 0, notCounted: open }))
  await call(app, 'confirmUser', { token: admin, id: body.reports[0].userId })
  await eventually(async () => expect(await zone()).toMatchObject({ currentReports: 1, notCounted: open - 1 }))
})
