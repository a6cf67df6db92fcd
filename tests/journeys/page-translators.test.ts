/**
 * Tests that a browser's built-in translation neither breaks the app nor freezes its figures.
 * It is imitated: each text node is replaced by two nested font elements, as Chrome does.
 */
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { call, signUp } from './api-client.ts'
import { closeWindows, startBrowser } from './browser.ts'
import { type RunningApp, startWasteSense } from './running-app.ts'
import { openSignedIn } from './signed-in.ts'

const browser: Browser | undefined = await startBrowser()
const ZONE = 'Ablekuma North'

/** Translates all texts: into capitals, which a reader could check. */
const translatePage = (page: Page) =>
  page.evaluate(() => {
    const texts: Text[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) texts.push(walker.currentNode as Text)
    for (const text of texts) {
      if (!text.data.trim() || text.parentElement?.closest('script,style,noscript,font')) continue
      const outer = document.createElement('font')
      const inner = outer.appendChild(document.createElement('font'))
      inner.textContent = text.data.toUpperCase()
      text.parentNode?.insertBefore(outer, text)
      text.remove()
    }
  })

describe.skipIf(!browser)('a translated page', () => {
  let app: RunningApp
  beforeAll(async () => {
    app = await startWasteSense()
  })
  afterAll(async () => {
    await closeWindows(browser)
    await app?.clear()
  })

  it('follows the reports of a zone, dialogs and navigation', async () => {
    const { page, errors } = await openSignedIn(browser as Browser, app, 'DISP001', { path: '/dispatcher/dashboard' })
    const reports = page.getByRole('region', { name: /^Active Reports$/i })
    await reports.getByText('No active reports.').waitFor()
    await translatePage(page)
    await reports.getByText('NO ACTIVE REPORTS.').waitFor()

    for (const count of [1, 2, 3]) {
      const resident = await signUp(app, ZONE)
      expect((await call(app, 'reportBinFull', { token: resident.token, body: {} })).status).toBe(201)
      await reports
        .getByText(new RegExp(`\\b${count} open\\b`, 'i'))
        .first()
        .waitFor()
      await translatePage(page)
    }
    await page.getByRole('button', { name: 'Add Vehicle' }).first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button').first().waitFor()
    await translatePage(page)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('link', { name: 'Routes' }).first().click()
    await page.getByRole('heading', { level: 1 }).waitFor()
    await translatePage(page)
    await page.getByRole('link', { name: 'Dashboard' }).first().click()
    await reports.waitFor()
    expect(await page.getByText('Something went wrong').count()).toBe(0)
    expect(errors).toEqual([])
  })
})
