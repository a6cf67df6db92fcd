/**
 * Tests a city of 60 zones and 200 trucks.
 * Urgent zones come first, and forms stay usable.
 */
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createCityClient } from '../../tools/city/client.ts'
import { importCity } from '../../tools/city/import.ts'
import { call, signUp, signIn as tokenOf } from './api-client.ts'
import { axeViolations, closeBrowserContexts, openWindow, PHONE, startBrowser } from './browser.ts'
import { generateCity } from './generated-city.ts'
import { startWasteSense } from './running-app.ts'
import { openSignedInPage } from './signed-in.ts'

const browser: Browser | undefined = await startBrowser()
const READY = 'Zone 041'

describe.skipIf(!browser)('60 zones and 200 trucks', () => {
  let app: Awaited<ReturnType<typeof startWasteSense>>
  let token: string
  beforeAll(async () => {
    const city = generateCity(60, 200)
    const zones = city.zones.map((zone) => (zone.name === READY ? { ...zone, customers: 1 } : zone))
    app = await startWasteSense({ env: { DATA_DIR: mkdtempSync(path.join(tmpdir(), 'wastesense-')) } })
    token = await tokenOf(app, 'DISP001')
    const { stays } = await importCity(createCityClient(app.url, token), { ...city, zones })
    expect(stays[0]).toContain('remove trucks in Fleet Management')
    const { token: resident } = await signUp(app, READY)
    expect((await call(app, 'reportBinFull', { token: resident, body: {} })).status).toBe(201)
  })
  afterAll(async () => {
    await closeBrowserContexts(browser)
    await app?.clear()
  })

  it('has the zone that is ready first on the board, and schedules it', async () => {
    const { page, errors, context } = await openSignedInPage(browser as Browser, app, 'DISP001', {
      path: '/dispatcher/dashboard',
      drawsMap: true,
    })
    await page.getByRole('region', { name: READY, exact: true }).getByText('READY', { exact: true }).waitFor()
    const first = page.getByRole('region', { name: /^Zone \d{3}$|^A/ }).first()
    expect((await first.getAttribute('aria-label')) ?? (await first.getByRole('heading').first().textContent())).toBe(
      READY,
    )
    // The list of all zones scrolls, so the panels of reports and trucks keep their space.
    const line = page.locator('section[data-zone]')
    await expect.poll(() => line.count()).toBe(5)
    const all = page.getByRole('button', { name: /^Show all \d\d zones$/ })
    const trucks = page.getByRole('region', { name: 'Fleet Management' }).getByRole('listitem')
    const roomFor = async () => {
      await trucks.first().waitFor()
      const reports = await page.getByRole('region', { name: 'Active Reports' }).boundingBox()
      const fleet = await page.getByRole('region', { name: 'Fleet Management' }).boundingBox()
      expect(reports?.height).toBeGreaterThan(200)
      expect(fleet?.x).toBeGreaterThan((reports?.x ?? 0) + (reports?.width ?? 0))
    }
    await roomFor()
    await all.click()
    await expect.poll(() => line.count()).toBeGreaterThanOrEqual(60)
    await roomFor()
    await page.getByRole('button', { name: 'Show the first 5' }).click()
    await expect.poll(() => line.count()).toBe(5)
    await page.getByRole('button', { name: 'Add Route' }).click()
    const dialog = page.getByRole('dialog', { name: 'Schedule a collection' })
    await dialog.getByLabel('Zone', { exact: true }).fill(READY)
    await dialog.getByText(/^1 open report\./).waitFor()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Settings', exact: true }).first().click()
    const settings = page.getByRole('dialog', { name: 'System Configuration' })
    await settings.getByLabel('Search zones').fill('z 059'.slice(2))
    await settings.getByRole('button', { name: 'Close: Zone 059' }).waitFor()
    await expect.poll(() => settings.getByRole('button', { name: /^Close: Zone/ }).count()).toBe(1)
    expect(errors).toEqual([])
    await context.close()
  })

  it('says on a phone why a zone is not closed, within the dialog', async () => {
    const look = { path: '/dispatcher/dashboard', viewport: PHONE }
    const { page, errors, context } = await openSignedInPage(browser as Browser, app, 'DISP001', look)
    await page.getByRole('button', { name: 'Settings', exact: true }).first().click()
    const settings = page.getByRole('dialog', { name: 'System Configuration' })
    await settings.getByLabel('Search zones').fill(READY)
    await settings.getByRole('button', { name: `Close: ${READY}` }).click()
    await settings.getByRole('button', { name: 'Close zone' }).click()
    await settings.getByRole('button', { name: 'Move the residents' }).waitFor()
    const list = settings.getByRole('list').filter({ hasText: READY }).first()
    expect(await list.evaluate((shown) => shown.scrollWidth - shown.clientWidth)).toBe(0)
    expect(errors).toEqual([])
    await context.close()
  })

  it('offers all of them to somebody who signs up on a phone', async () => {
    const { page, errors, context } = await openWindow(browser as Browser, PHONE)
    await page.goto(`${app.url}/auth/signup`)
    const zone = page.getByLabel('Zone/Area')
    await page.locator('datalist option[value="Zone 060"]').waitFor({ state: 'attached' })
    await zone.fill('Zone 06')
    expect(await axeViolations(page)).toEqual([])
    await page.getByLabel('Full Name').fill('Ama')
    await page.getByLabel('Email Address').fill('ama.sixty@example.com')
    await page.getByLabel('Password', { exact: true }).fill('a good password')
    await page.getByRole('button', { name: 'Create Account' }).click()
    await page.getByText('Select a valid zone').first().waitFor()
    await zone.fill('Zone 060')
    await page.getByRole('button', { name: 'Create Account' }).click()
    await page.waitForURL(/\/resident/)
    expect(errors).toEqual([])
    await context.close()
  })
})
