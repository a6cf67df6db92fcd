/**
 * Tests screens and dialogs opened while offline.
 * They show an error, then load with their styles once online.
 */
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { axeViolations, closeBrowserContexts, PHONE, startBrowser } from './browser.ts'
import { type RunningApp, startWasteSense } from './running-app.ts'
import { openSignedInPage } from './signed-in.ts'

const browser: Browser | undefined = await startBrowser()

describe.skipIf(!browser)('what was not fetched before the network went', () => {
  let app: RunningApp
  beforeAll(async () => {
    app = await startWasteSense()
  })
  afterAll(async () => {
    await closeBrowserContexts(browser)
    await app?.clear()
  })

  /** Returns the URLs of style sheets that failed to load. */
  const missingStyles = (page: Page) =>
    page.evaluate(() => {
      const links = [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')]
      const there = new Set(links.filter(({ sheet }) => sheet).map(({ href }) => href))
      return links.map(({ href }) => href).filter((href) => !there.has(href))
    })

  it.each([
    ['DISP001', '/dispatcher/dashboard', 'Analytics', 'Analytics Dashboard', undefined],
    ['resident.ablekuma@test.com', '/resident/dashboard', 'Reports', 'My Reports', PHONE],
  ] as const)('is waited for by the screens of %s', async (identifier, path, link, heading, viewport) => {
    const { page, context, errors } = await openSignedInPage(browser as Browser, app, identifier, { path, viewport })
    await page.locator('main h1').waitFor()
    await page
      .locator('[data-phase]')
      .or(page.getByText(/^(Live|System Online)$/))
      .first()
      .waitFor()
    await context.setOffline(true)
    await page.getByRole('complementary', { name: 'Connection' }).waitFor()
    await page.getByRole('link', { name: link }).last().click()
    await page.getByText('This screen has not been loaded yet').waitFor()
    await page.getByText('The screen opens automatically when you are online.').waitFor()
    const strip = page.getByRole('complementary', { name: 'Connection' })
    expect(await strip.innerText()).toBe('Offline. You can still read screens that you have opened before.')
    expect(await axeViolations(page)).toEqual([])
    await context.setOffline(false)
    await page.getByRole('heading', { name: heading, level: 1 }).waitFor()
    await expect.poll(() => missingStyles(page)).toEqual([])
    expect(errors).toEqual([])
    await context.close()
  })

  it('is told of once, by the strip, on a board that somebody comes back to', async () => {
    const { page, context } = await openSignedInPage(browser as Browser, app, 'DISP001', {
      path: '/dispatcher/dashboard',
    })
    const strip = page.getByRole('complementary', { name: 'Connection' })
    await page.getByText('116 more until a collection is recommended').waitFor()
    await context.setOffline(true)
    await strip.waitFor()
    await page.getByRole('link', { name: 'Analytics' }).last().click()
    const asked = page.waitForEvent('requestfailed', (request) => request.url().includes('/dispatch/recommendation'))
    await page.getByRole('link', { name: 'Dashboard' }).last().click()
    await asked
    await page.getByText('116 more until a collection is recommended').waitFor()
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
    expect(await strip.count()).toBe(1)
    expect(await page.getByText('Failed to fetch dispatch recommendation').count()).toBe(0)
    await context.close()
  })

  it('is told of by a dialog, which opens with its styles afterwards', async () => {
    const { page, context, errors } = await openSignedInPage(browser as Browser, app, 'DISP001', {
      path: '/dispatcher/analytics',
    })
    await page.getByText('Fuel by vehicle').waitFor()
    await context.setOffline(true)
    await page.getByRole('complementary', { name: 'Connection' }).waitFor()
    await page.keyboard.press('Control+k')
    await page.getByText('This could not be opened').waitFor()
    await context.setOffline(false)
    await page.getByRole('complementary', { name: 'Connection' }).waitFor({ state: 'detached' })
    await page.keyboard.press('Control+k')
    await page.getByPlaceholder('Find a truck, zone').waitFor()
    await expect.poll(() => missingStyles(page)).toEqual([])
    expect(errors).toEqual([])
    await context.close()
  })
})
