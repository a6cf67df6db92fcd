/** Tests the fields of the end-collection dialog on every route into the screen. */
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { call, signUp, signIn as tokenOf } from './api-client.ts'
import { axeViolations, closeWindows, startBrowser } from './browser.ts'
import { type RunningApp, startWasteSense } from './running.ts'
import { openSignedIn } from './signed-in.ts'

const browser: Browser | undefined = await startBrowser()
const ZONE = 'Ayawaso West'

describe.skipIf(!browser)('ending a collection', () => {
  let app: RunningApp
  beforeAll(async () => {
    app = await startWasteSense()
    const token = await tokenOf(app, 'DISP001')
    for (const _ of [1, 2]) {
      const resident = await signUp(app, ZONE)
      await call(app, 'reportBinFull', { token: resident.token, body: {} })
    }
    const made = await call(app, 'scheduleCollection', { token, body: { zone: ZONE, vehicleIds: ['T001'] } })
    const { id } = made.body.schedules[0]
    const started = await call(app, 'changeSchedule', { token, id, body: { status: 'in-progress' } })
    expect(started.status).toBe(200)
  })
  afterAll(async () => {
    await closeWindows(browser)
    await app?.clear()
  })

  it('draws its choices as small as they are elsewhere', async () => {
    const { page, errors, context } = await openSignedIn(browser as Browser, app, 'DISP001', {
      path: '/dispatcher/routes',
      drawsMap: false,
    })
    await page.getByRole('button', { name: /^Complete/ }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('radio', { name: 'Some were collected' }).check()
    await dialog.getByRole('checkbox').first().check()
    const sizes = await dialog
      .locator('svg, input')
      .evaluateAll((all) => all.map((each) => Math.round(each.getBoundingClientRect().height)))
    expect(Math.max(...sizes)).toBeLessThanOrEqual(24)
    expect(await axeViolations(page)).toEqual([])
    await dialog.getByText('1 of 2 leave for the site with it.').waitFor()
    await dialog.getByRole('button', { name: 'Complete' }).click()
    await page.getByText('collected 1 of 2').waitFor()
    expect(errors).toEqual([])
    await context.close()
  })
})
