/** Tests that the dispatcher's main screen ("board") does not shift while loading. */
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { call, signUp, signIn as tokenOf } from './api-client.ts'
import { closeBrowserContexts, DESKTOP, PHONE, startBrowser } from './browser.ts'
import { type RunningApp, startWasteSense } from './running-app.ts'
import { openSignedInPage } from './signed-in.ts'

const browser: Browser | undefined = await startBrowser()
/** Limit of a layout shift: share of the screen that moved, times the distance of the move. */
const MOST = 0.02

describe.skipIf(!browser)('the board', () => {
  let app: RunningApp
  beforeAll(async () => {
    app = await startWasteSense()
    const token = await tokenOf(app, 'DISP001')
    for (let count = 0; count < 8; count += 1) {
      const resident = await signUp(app, count % 4 ? 'Ablekuma North' : 'Ayawaso West')
      await call(app, 'reportBinFull', { token: resident.token, body: {} })
    }
    const body = { zone: 'Ayawaso West', vehicleIds: ['T001'] }
    expect((await call(app, 'scheduleCollection', { token, body })).status).toBe(201)
  })
  afterAll(async () => {
    await closeBrowserContexts(browser)
    await app?.clear()
  })

  it.each([DESKTOP, { width: 1280, height: 720 }, PHONE])(
    'moves nothing while it comes at $width × $height',
    async (viewport) => {
      const { page, context } = await openSignedInPage(browser as Browser, app, 'DISP001', {
        path: '/help',
        viewport,
        drawsMap: true,
      })
      await context.addInitScript(() => {
        const shifts: number[] = []
        Object.assign(window, { shifts })
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) shifts.push((entry as PerformanceEntry & { value: number }).value)
        }).observe({ type: 'layout-shift', buffered: true })
      })
      // Simulates a slow network: the recommendation arrives only after `sendPlan` is called.
      const { promise: restIsThere, resolve: sendPlan } = Promise.withResolvers<void>()
      await page.route(/dispatch\/recommendation/, async (route) => {
        await restIsThere
        await route.continue()
      })
      await page.goto(`${app.url}/dispatcher/dashboard`)
      await page.getByLabel('Search reports').waitFor()
      await page.getByText('Live', { exact: true }).waitFor()
      sendPlan()
      await page.getByText('No recommendations available.').waitFor()
      // The browser reports a layout shift only after the next frame.
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestIdleCallback(done))))
      const largest = await page.evaluate(() => Math.max(0, ...(window as unknown as { shifts: number[] }).shifts))
      expect(largest).toBeLessThanOrEqual(MOST)
      await context.close()
    },
  )
})
