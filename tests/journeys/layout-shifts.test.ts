/** Tests that late fonts and rows move nothing on screens. */
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '#tests/fixtures/eventually.ts'
import { closeBrowserContexts, DESKTOP, PHONE, startBrowser } from './browser.ts'
import { type RunningApp, startWasteSense } from './running-app.ts'
import { openSignedInPage } from './signed-in.ts'

const browser = await startBrowser()
const MOST = 0.02

const countShifts = (page: Page) =>
  page.addInitScript(() => {
    const shifts: number[] = []
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push((entry as PerformanceEntry & { value: number }).value)
    }).observe({ type: 'layout-shift', buffered: true })
  })

async function shiftsOf(page: Page): Promise<number> {
  // Browsers report a layout shift only after the next frame.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestIdleCallback(done))))
  return page.evaluate(() => (window as unknown as { shifts: number[] }).shifts.reduce((sum, shift) => sum + shift, 0))
}

describe.skipIf(!browser)('a screen', () => {
  let app: RunningApp
  beforeAll(async () => {
    app = await startWasteSense()
  })
  afterAll(async () => {
    await closeBrowserContexts(browser)
    await app?.clear()
  })

  it.each([
    { ...PHONE, first: 'Latin' },
    { ...DESKTOP, first: 'Latin' },
    { ...DESKTOP, first: 'extended Latin' },
  ])('is not moved by its fonts at $width, $first first', async ({ first, ...viewport }) => {
    const context = await (browser as Browser).newContext({ viewport, reducedMotion: 'reduce' })
    const page = await context.newPage()
    await countShifts(page)
    const sendFonts: (() => void)[] = []
    await page.route(/\.woff2$/, async (route) => {
      const { promise: isWanted, resolve: send } = Promise.withResolvers<void>()
      sendFonts.push(send)
      await isWanted
      await route.continue()
    })
    await page.goto(app.url, { waitUntil: 'commit' })
    await page.getByRole('heading', { level: 1 }).waitFor()
    // The page preloads the Latin font.
    // It requests the other one for the names of languages.
    await eventually(() => expect(sendFonts).toHaveLength(2))
    const isLoaded = (count: number) =>
      page.waitForFunction((wanted) => {
        const faces = [...document.fonts].filter(({ family }) => family.includes('Inter Variable'))
        return faces.filter(({ status }) => status === 'loaded').length === wanted
      }, count)
    if (first !== 'Latin') sendFonts.reverse()
    for (const [sent, send] of sendFonts.entries()) {
      send()
      await isLoaded(sent + 1)
      expect(await shiftsOf(page)).toBeLessThanOrEqual(MOST)
    }
    await context.close()
  })

  it.each([
    { who: 'resident.ablekuma@test.com', path: '/resident/dashboard', rows: 'ol', viewport: PHONE },
    { who: 'resident.ablekuma@test.com', path: '/resident/dashboard', rows: 'ol', viewport: DESKTOP },
    { who: 'REC001', path: '/recycler/insights', rows: 'button[data-site]', viewport: PHONE },
    { who: 'REC001', path: '/recycler/insights', rows: 'button[data-site]', viewport: DESKTOP },
    { who: 'DISP001', path: '/dispatcher/routes', rows: 'text=No routes yet', viewport: PHONE },
    { who: 'DISP001', path: '/dispatcher/routes', rows: 'text=No routes yet', viewport: DESKTOP },
    // Without trips, one empty state replaces the charts.
    // On a phone it is below the visible part.
    { who: 'DISP001', path: '/dispatcher/analytics', rows: 'dl svg', viewport: PHONE },
  ])('is not moved by its rows: $path at $viewport.width', async ({ who, path, rows, viewport }) => {
    const { page, context } = await openSignedInPage(browser as Browser, app, who, { path: '/help', viewport })
    await countShifts(page)
    const { promise: isDrawn, resolve: sendRows } = Promise.withResolvers<void>()
    await page.route(/\/(?:api|socket\.io)\//, async (route) => {
      await isDrawn
      await route.continue()
    })
    await page.routeWebSocket(/socket\.io/, (socket) => {
      const server = socket.connectToServer()
      server.onMessage((message) => void isDrawn.then(() => socket.send(message)))
    })
    await page.goto(`${app.url}${path}`)
    await page.locator('.mantine-Skeleton-root').first().waitFor()
    await page.evaluate(() => document.fonts.ready)
    sendRows()
    await page.locator(rows).first().waitFor()
    await page
      .getByText(/^(?:Live|System Online)$/)
      .first()
      .waitFor()
    expect(await shiftsOf(page)).toBeLessThanOrEqual(MOST)
    await context.close()
  })
})
