/** Tests ML Waste Forecasting: figures, intervals, live refresh and missing data. */
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '#tests/fixtures/eventually.ts'
import { call, signIn } from './api-client.ts'
import {
  axeViolationsIn,
  clickAll,
  closeBrowserContexts,
  DESKTOP,
  SCREEN_VARIANTS,
  scrollThrough,
  startBrowser,
  type Theme,
} from './browser.ts'
import { findLayoutFaults } from './layout-faults.ts'
import { type RunningApp, startWasteSense } from './running-app.ts'
import { openSignedInPage } from './signed-in.ts'

const browser: Browser | undefined = await startBrowser()
const panel = (page: Page, name: string | RegExp) => page.getByRole('region', { name })

/** Resolves once a button with these words appears, even briefly. */
const watchForButton = (page: Page, words: string) =>
  page.evaluateHandle((wanted) => {
    const seen = new Promise<void>((resolve) => {
      const isThere = () =>
        [...document.querySelectorAll('button')].some((button) => button.textContent?.includes(wanted))
      const watch = { subtree: true, childList: true, characterData: true }
      new MutationObserver(() => isThere() && resolve()).observe(document, watch)
    })
    return { seen }
  }, words)

describe.skipIf(!browser)('ML Waste Forecasting', () => {
  let app: RunningApp
  const open = (viewport = DESKTOP, theme?: Theme) =>
    openSignedInPage(browser as Browser, app, 'REC001', { path: '/recycler/forecasting', viewport, theme })

  beforeAll(async () => {
    app = await startWasteSense({ env: { SEED_HISTORY: 'year' } })
    const token = await signIn(app, 'REC001')
    const scored = async () => (await call(app, 'nextDay', { token })).body.scored.last_90_days.days
    // On a busy machine, forecasts and scores from a year of history take long.
    await eventually(async () => expect(await scored()).toBeGreaterThan(5))
  })
  afterAll(async () => {
    await closeBrowserContexts(browser)
    await app?.clear()
  })

  it('tells tomorrow, the days after it, why, and how such forecasts came out', async () => {
    const { page, errors, context } = await open()
    await page.getByRole('heading', { name: 'ML Waste Forecasting' }).waitFor()
    const tomorrow = panel(page, "Tomorrow's Forecast")
    await tomorrow.getByText('Total Waste Volume').waitFor()
    await tomorrow.getByText(/^\d+\.\d tonnes$/).waitFor()
    await tomorrow.getByText('Across Ablekuma North and Ayawaso West districts').waitFor()
    const shares = await tomorrow.getByRole('list', { name: 'Composition Breakdown' }).locator('b').allTextContents()
    expect(shares.reduce((sum, share) => sum + Number.parseFloat(share), 0)).toBeCloseTo(100, 5)
    for (const name of ['District Comparison', 'Overall Composition', /^Next 14 Days:/, 'Next 14 Days by Material'])
      await panel(page, name).first().getByRole('group').first().waitFor()
    await panel(page, 'District Breakdown').getByRole('heading', { name: 'Ablekuma North' }).waitFor()
    await panel(page, 'Past Accuracy')
      .getByRole('row', { name: /^Last 90 days/ })
      .waitFor()
    await panel(page, 'Why')
      .getByRole('row', { name: /^Usual load recently/ })
      .waitFor()
    expect(errors).toEqual([])
    await context.close()
  })

  it('compares one material, shows any chart as a table, and one district’s days', async () => {
    const { page, context } = await open()
    const comparison = panel(page, 'District Comparison')
    await page.getByLabel('Material in District Comparison').selectOption('Plastic')
    await comparison.getByText('Tonnes: Plastic').waitFor()
    await comparison.getByRole('button', { name: /table/i }).click()
    await comparison.getByRole('columnheader', { name: 'Ayawaso West' }).waitFor()
    await page.getByLabel('Show forecast for').selectOption('Ayawaso West')
    await panel(page, 'Next 14 Days: Ayawaso West').waitFor()
    await panel(page, 'Past Accuracy').getByRole('columnheader', { name: 'Ayawaso West' }).waitFor()
    await context.close()
  })

  it('is made anew on request: who asked and who looks on see it when it is there', async () => {
    const [one, other] = [await open(), await open()]
    // Within ten seconds a repetition returns the same forecast.
    const token = await signIn(app, 'REC001')
    const madeAt = async () => Date.parse((await call(app, 'nextDay', { token })).body.made_at)
    const before = await madeAt()
    await expect.poll(async () => Date.now() - before).toBeGreaterThan(10_500)
    const analyzing = await watchForButton(other.page, 'Analyzing...')
    await one.page.getByRole('button', { name: 'Refresh Forecast' }).click()
    await analyzing.evaluate(({ seen }) => seen)
    for (const { page } of [one, other]) await page.getByRole('button', { name: 'Refresh Forecast' }).waitFor()
    for (const { page } of [one, other]) await page.getByText('Made just now.').waitFor()
    expect(await madeAt()).toBeGreaterThan(before)
    expect([...one.errors, ...other.errors]).toEqual([])
    await one.context.close()
    await other.context.close()
  })

  it('says that it is unavailable, and tries again', async () => {
    const { page, context } = await open()
    let asked = 0
    await page.route('**/api/forecast/next-day', (route) => {
      asked++
      return route.fulfill({ status: 500, json: { message: 'The forecast could not be read.' } })
    })
    await page.reload()
    const unavailable = (text: string) => panel(page, 'Forecast Unavailable').getByText(text, { exact: true }).waitFor()
    await unavailable('Failed to load forecast. Please check your connection and try again.')
    const again = page.getByRole('button', { name: 'Try Again' })
    const before = asked
    await again.click()
    await expect.poll(() => asked).toBeGreaterThan(before)
    await page.unroute('**/api/forecast/next-day')
    await page.route('**/api/forecast/next-day', (route) => route.fulfill({ status: 503, json: { message: 'Away.' } }))
    await page.reload()
    await unavailable('ML service is temporarily unavailable. Please try again in a few moments.')
    await page.unroute('**/api/forecast/next-day')
    // An event from the feed may already have reloaded the forecast.
    await expect
      .poll(async () => {
        await clickAll(again)
        return panel(page, "Tomorrow's Forecast").isVisible()
      })
      .toBe(true)
    await context.close()
  })

  it('says why the first one could not be made; while another one is, nothing else', async () => {
    const { page, context } = await open()
    const failed = { status: 'failed', message: 'The memory was full.', total_waste_tonnes: 0, composition_percent: {} }
    await page.route('**/api/forecast/next-day', async (route) => {
      const answer = await (await route.fetch()).json()
      await route.fulfill({ json: { ...answer, ...failed, districts: [] } })
    })
    await page.reload()
    await panel(page, 'Forecast Unavailable').getByText('The memory was full.').waitFor()
    await page.route('**/api/forecast/refresh', () => undefined)
    await page.getByRole('button', { name: 'Refresh Forecast' }).click()
    await panel(page, 'ML Analysis in Progress').waitFor()
    expect(await panel(page, 'Forecast Unavailable').count()).toBe(0)
    // Ignores requests still pending when the window closes.
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await context.close()
  })

  it('is whole and legible', async () => {
    const { page, errors, context } = await open()
    await panel(page, 'Past Accuracy').waitFor()
    for (const look of SCREEN_VARIANTS) {
      await page.setViewportSize(look.viewport)
      await scrollThrough(page)
      await panel(page, 'Forecast and Actual').getByRole('group').waitFor()
      expect(await axeViolationsIn(page, [look])).toEqual([])
      expect(await findLayoutFaults(page)).toEqual([])
    }
    expect(errors).toEqual([])
    await context.close()
  })
})

describe.skipIf(!browser)('ML Waste Forecasting without a history', () => {
  it('says what is missing', async () => {
    const app = await startWasteSense()
    const window = await startBrowser()
    const path = '/recycler/forecasting'
    const { page } = await openSignedInPage(window as Browser, app, 'REC001', { path })
    await page.getByText('Not enough history yet', { exact: true }).waitFor()
    await page.getByText('loads arrived on 0 days within a year, 28 are needed.').waitFor()
    await window?.close()
    await app.kill('SIGTERM')
  })
})
