/** Tests that health check and admin page show faults until repair. */
import { renameSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { NO_STREAM_REVISION } from '#platform/event-store/event-store.ts'
import { openSqliteEventStore } from '#platform/event-store/sqlite.ts'
import { call, SEEDED_IDENTIFIERS, sendRequest, signIn } from './api-client.ts'
import { axeViolations, closeBrowserContexts, SCREEN_VARIANTS, startBrowser } from './browser.ts'
import { type RunningApp, startWasteSense } from './running-app.ts'
import { openSignedInPage } from './signed-in.ts'

const browser = await startBrowser()

let app: RunningApp
let admin: string
beforeAll(async () => {
  // Logs nothing, because the faults in these tests are intended.
  app = await startWasteSense({ env: { LOG_LEVEL: 'silent' } })
  admin = await signIn(app, SEEDED_IDENTIFIERS.admin)
})
afterAll(async () => {
  await closeBrowserContexts(browser)
  await app?.clear()
})

const health = (token?: string) => sendRequest(app, 'get', '/health', { token })
const pageOf = async () => (await call(app, 'adminStats', { token: admin })).body.systemHealth

it('tells everybody a word, and an admin the rest', async () => {
  expect((await health()).body).toEqual({ status: 'ok' })
  expect((await health(await signIn(app, SEEDED_IDENTIFIERS.dispatcher))).body).toEqual({ status: 'ok' })
  const expected = { status: 'ok', version: expect.any(String), position: expect.stringMatching(/^\d+$/) }
  for (const role of ['admin', 'auditor'] as const) {
    const { body } = await health(await signIn(app, SEEDED_IDENTIFIERS[role]))
    expect(body).toMatchObject({ ...expected, lag: { reports: expect.any(Number) } })
  }
})

it('tells that the data folder can not be written, as long as it can not', async () => {
  const away = `${app.dataDir}-away`
  renameSync(app.dataDir, away)
  await expect.poll(async () => (await health()).status).toBe(503)
  expect((await health()).body).toEqual({ status: 'critical' })
  expect(await pageOf()).toMatchObject({
    status: 'Critical',
    reasons: [expect.stringContaining('The data folder is not writable (ENOENT)')],
  })
  renameSync(away, app.dataDir)
  await expect.poll(async () => (await health()).status).toBe(200)
})

it('tells of an event that the policies and views can not take, and goes on', async () => {
  await app.kill('SIGTERM')
  const store = openSqliteEventStore(path.join(app.dataDir, 'log.db'))
  const meta = { commandId: 'c', fingerprint: 'f', actor: 'system' }
  await store.append('vehicle-bad', NO_STREAM_REVISION, [
    { id: crypto.randomUUID(), type: 'TruckDispatched', data: {}, meta },
  ])
  await store.close()
  await app.restart()
  const workers = expect.stringMatching(/set aside by the workers \(dispatches/)
  await expect.poll(async () => (await pageOf()).reasons).toContainEqual(workers)
  const { reasons } = await pageOf()
  expect(reasons).toContainEqual(expect.stringMatching(/quarantined by views?\.$/))
  const { status, body } = await health(admin)
  expect(status).toBe(200)
  expect(body).toMatchObject({ status: 'degraded', reasons: expect.arrayContaining([workers]) })
  expect((await health()).body).toEqual({ status: 'degraded' })
})

it('names what was set aside, and gives it to the view and the policy again, without a gap, once for two presses', async () => {
  const now = async () => (await call(app, 'operations', { token: admin })).body
  const { setAside } = await now()
  const what = expect.stringContaining('TruckDispatched')
  const position = expect.stringMatching(/^\d+$/)
  const error = expect.stringMatching(/./)
  expect(setAside).toContainEqual(
    expect.objectContaining({ kind: 'policy', name: 'dispatches', what, position, error, target: 'policies' }),
  )
  expect(setAside).toContainEqual(
    expect.objectContaining({ kind: 'view', name: 'reports', what, position, error, target: 'reports' }),
  )
  const shown = (await call(app, 'adminReports', { token: admin })).body

  const press = (target: string) => call(app, 'operate', { token: admin, body: { rebuild: target } })
  const [one, other] = await Promise.all([press('reports'), press('reports')])
  expect([one.status, other.status]).toEqual([200, 200])
  expect(one.body.position).toBe(other.body.position)
  const rebuilt = async () => (await now()).views.find((view: { id: string }) => view.id === 'reports').rebuild
  await expect.poll(rebuilt).toEqual({ state: 'done', done: 1, corrected: 0 })
  expect((await call(app, 'adminReports', { token: admin })).body).toEqual(shown)

  expect((await press('policies')).status).toBe(200)
  await expect.poll(async () => (await now()).policies).toEqual({ reading: false })
  expect((await now()).setAside, 'what fails again stays').toEqual(expect.arrayContaining(setAside))
  expect((await press('nothing')).status).toBe(400)
})

it.skipIf(!browser)('shows an admin all of it, and rebuilds a view at the press of a button', async () => {
  for (const { name, ...look } of SCREEN_VARIANTS) {
    const path = '/admin/dashboard?tab=operations'
    const opened = await openSignedInPage(browser as NonNullable<typeof browser>, app, SEEDED_IDENTIFIERS.admin, {
      path,
      ...look,
    })
    const { page, errors, context } = opened
    await page.getByText(/^Live/).waitFor()
    await page.getByText('No failing jobs').waitFor()
    await page.getByRole('button', { name: /^Retry: event \d+ in Reports$/ }).waitFor()
    expect(await axeViolations(page), name).toEqual([])
    await page.getByLabel('Data to rebuild').selectOption('zones')
    await page.getByRole('button', { name: 'Rebuild', exact: true }).click()
    await page.getByText('Done: no corrections').first().waitFor()
    // If figures can't be refreshed, the page shows a notice with their age.
    await page.route('**/admin/operations', (route) => route.fulfill({ status: 503, body: '' }))
    await page.getByText(/^They are \d[\d.]*\s(s|min) old\.$/).waitFor()
    await expect.poll(() => page.getByText('These figures could not be refreshed.').count()).toBe(1)
    expect(await axeViolations(page), `${name}, not refreshed`).toEqual([])
    await page.unroute('**/admin/operations')
    await page.getByText('These figures could not be refreshed.').waitFor({ state: 'detached' })
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth), name).toBe(true)
    expect(errors).toEqual([])
    await context.close()
  }
})
