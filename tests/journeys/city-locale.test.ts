/** Tests an installation outside Accra: words, currency, time zone. */
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DEFAULT_CITY } from '#domain/city-settings.ts'
import { call, signIn as tokenOf } from './api-client.ts'
import { closeBrowserContexts, DESKTOP, openWindow, startBrowser } from './browser.ts'
import { startWasteSense } from './running-app.ts'
import { openSignedInPage } from './signed-in.ts'

const browser: Browser | undefined = await startBrowser()
const HOUR_MS = 60 * 60_000
const LAGOS = {
  name: 'Lagos',
  country: 'Nigeria',
  currency: { code: 'NGN', symbol: '₦' },
  timeZone: 'Africa/Lagos',
  fuels: { diesel: 'AGO', petrol: 'PMS' },
}

describe.skipIf(!browser)('a city that is not Accra', () => {
  let app: Awaited<ReturnType<typeof startWasteSense>>
  let token: string
  beforeAll(async () => {
    app = await startWasteSense()
    token = await tokenOf(app, 'DISP001')
  })
  afterAll(async () => {
    await closeBrowserContexts(browser)
    await app?.clear()
  })

  it('is Accra until somebody says otherwise, and refuses clocks that there are not', async () => {
    expect((await call(app, 'city')).body).toEqual(DEFAULT_CITY)
    const wrong = { config: { city: { ...LAGOS, timeZone: 'Africa/Atlantis' } } }
    const refused = await call(app, 'saveConfiguration', { token, body: wrong })
    expect(refused).toMatchObject({
      status: 400,
      body: { errors: { 'config.city.timeZone': 'There is no such time zone' } },
    })
  })

  it('is called by its name, counts its money, and goes by its clocks', async () => {
    expect((await call(app, 'saveConfiguration', { token, body: { config: { city: LAGOS } } })).status).toBe(200)
    expect((await call(app, 'city')).body).toEqual(LAGOS)
    const stranger = await openWindow(browser as Browser, DESKTOP)
    await stranger.page.goto(app.url)
    await stranger.page.getByText('dispatchers and recyclers in Lagos, Nigeria.').waitFor()
    const { page, errors } = await openSignedInPage(browser as Browser, app, 'DISP001', {
      path: '/dispatcher/dashboard',
    })
    await page.waitForFunction(() => localStorage.getItem('wastesense_city')?.includes('Lagos'))
    await page.getByRole('button', { name: 'Settings', exact: true }).first().click()
    const settings = page.getByRole('dialog', { name: 'System Configuration' })
    await settings.getByRole('tab', { name: 'Fuel and thresholds' }).click()
    await settings.getByLabel('AGO (₦ per liter)').waitFor()
    await settings.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Add Route' }).click()
    const dialog = page.getByRole('dialog', { name: 'Schedule a collection' })
    // The clock in Lagos is an hour ahead of UTC.
    const start = Math.floor(Date.now() / HOUR_MS) * HOUR_MS + 3 * HOUR_MS
    await dialog
      .getByRole('textbox', { name: 'Start (Lagos time)' })
      .fill(new Date(start + HOUR_MS).toISOString().slice(0, 16))
    await dialog.getByRole('checkbox').first().check()
    await dialog.getByRole('button', { name: 'Schedule', exact: true }).click()
    await expect
      .poll(async () => (await call(app, 'schedules', { token })).body.schedules[0]?.scheduledStart)
      .toBe(new Date(start).toISOString())
    expect(errors).toEqual([])
  })
})
