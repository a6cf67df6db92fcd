/** Tests that prerendered pages appear at once in both themes and hydrate. */
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { blockScripts, closeBrowserContexts, DESKTOP, openWindow, PHONE, startBrowser, type Theme } from './browser.ts'
import { type RunningApp, startWasteSense } from './running-app.ts'
import { openSignedInPage } from './signed-in.ts'

const browser: Browser | undefined = await startBrowser()
const PAGES: readonly (readonly [address: string, heading: string])[] = [
  ['/', 'Collected when it’s full, not when it’s Tuesday.'],
  ['/auth/signin', 'Welcome back'],
  ['/auth/signup', 'Create your account'],
  ['/forgot-password', 'Forgot your password?'],
  ['/help', 'Help Center'],
  ['/contact', 'Contact Us'],
  ['/privacy', 'Privacy Policy'],
  ['/terms', 'Terms of Service'],
]

describe.skipIf(!browser)('before any script has come', () => {
  let app: RunningApp
  beforeAll(async () => {
    app = await startWasteSense()
  })
  afterAll(async () => {
    await closeBrowserContexts(browser)
    await app?.clear()
  })

  it.each(PAGES)('%s shows itself, and the app takes it over', async (address, heading) => {
    for (const [theme, viewport] of [['dark', PHONE] as const, ['light', DESKTOP] as const]) {
      const { page, context, errors } = await openWindow(browser as Browser, viewport, theme as Theme)
      const come = await blockScripts(page)
      await page.goto(app.url + address, { waitUntil: 'commit' })
      const title = page.getByRole('heading', { level: 1, name: heading })
      await title.waitFor()
      expect(await page.locator('#root[data-drawn]').count()).toBe(1)
      const drawn = await title.elementHandle()
      // Wait for the font, which changes the letters' widths.
      await page.evaluate(() => document.fonts.ready)
      const place = await title.boundingBox()
      // Clicks the theme switch before hydration; the app must apply the click afterwards.
      const other = theme === 'dark' ? 'light' : 'dark'
      const toggles = page.getByRole('button', { name: `Switch to ${other} theme` }).first()
      const hasToggle = (await toggles.count()) > 0
      if (hasToggle) await toggles.click()
      come()
      await page.locator('#root[data-drawn]').waitFor({ state: 'detached' })
      if (hasToggle) await page.locator(`html[data-mantine-color-scheme="${other}"]`).waitFor()
      // Hydration did not replace the prerendered element.
      expect(await drawn!.evaluate((element) => element.isConnected)).toBe(true)
      await page.evaluate(() => document.fonts.ready)
      expect(await title.boundingBox()).toEqual(place)
      expect(errors).toEqual([])
      await context.close()
    }
  })

  it('signs up once, by what was sent before the app and the zones had come', async () => {
    const { page, context, errors } = await openWindow(browser as Browser, PHONE, 'dark')
    const come = await blockScripts(page)
    const zones = Promise.withResolvers<void>()
    await page.route('**/api/zones', (route) => zones.promise.then(() => route.continue()))
    const sent: string[] = []
    page.on('request', (request) => {
      if (request.method() === 'POST') sent.push(new URL(request.url()).pathname)
    })
    await page.goto(`${app.url}/auth/signup`, { waitUntil: 'commit' })
    await page.getByLabel('Full Name').fill('Adwoa Sarpong')
    await page.getByLabel('Email Address').fill('adwoa@example.com')
    await page.getByLabel('Password', { exact: true }).fill('long enough')
    await page.getByRole('button', { name: 'Create Account' }).click()
    const asked = page.waitForRequest('**/api/zones')
    come()
    await asked
    expect(sent).toEqual([])
    zones.resolve()
    await page.waitForURL('**/resident/dashboard')
    expect(sent.filter((path) => path.endsWith('/signup'))).toHaveLength(1)
    expect(errors).toEqual([])
    await context.close()
  })

  it.each([
    [DESKTOP, 248, DESKTOP.height],
    [{ width: 1280, height: 720 }, 96, 720],
    [PHONE, PHONE.width, 60],
  ])('a signed-in screen has its frame at $width px', async (viewport, width, height) => {
    const { page, context, errors } = await openSignedInPage(browser as Browser, app, 'REC001', {
      path: '/help',
      viewport,
    })
    const come = await blockScripts(page)
    await page.goto(`${app.url}/recycler/dashboard`, { waitUntil: 'commit' })
    await page.getByText('Loading...').waitFor()
    const frame = await page.locator('#root > .ws-loading').evaluate((shown) => {
      const { width, height, backgroundColor } = getComputedStyle(shown, '::before')
      return [Number.parseFloat(width), Number.parseFloat(height), backgroundColor]
    })
    expect(frame).toEqual([width, height, 'rgb(10, 26, 19)'])
    come()
    const side = (await page.getByRole('banner').boundingBox())!
    expect([side.width, side.height]).toEqual([width, height])
    expect(errors).toEqual([])
    await context.close()
  })
})
