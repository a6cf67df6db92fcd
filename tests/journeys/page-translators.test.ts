/**
 * Tests that a browser's translation neither breaks the app nor stops updates.
 * Like Chrome, it replaces each text node by two nested font elements.
 */
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { call, signUp } from './api-client.ts'
import { closeBrowserContexts, openWindow, PHONE, startBrowser } from './browser.ts'
import { type RunningApp, startWasteSense } from './running-app.ts'
import { openSignedInPage } from './signed-in.ts'

const browser: Browser | undefined = await startBrowser()
const ZONE = 'Ablekuma North'

/** Replaces all texts by capitals, which simulates a translation. */
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
    await closeBrowserContexts(browser)
    await app?.clear()
  })

  it('follows the reports of a zone, dialogs and navigation', async () => {
    const { page, errors } = await openSignedInPage(browser as Browser, app, 'DISP001', {
      path: '/dispatcher/dashboard',
    })
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

  it('shows changes of a text that stands beside elements, and lets it be removed', async () => {
    const { page } = await openWindow(browser as Browser, PHONE)
    await page.goto(`${app.url}/login`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.waitForFunction(() => !Node.prototype.removeChild.toString().includes('[native code]'))
    // Adds a text node before an element, as React does.
    await page.evaluate(() => {
      const line = document.body.appendChild(document.createElement('p'))
      const text = line.appendChild(document.createTextNode('2 trucks '))
      line.append(document.createElement('b'))
      Object.assign(window, { line, text })
    })
    await translatePage(page)
    const shown = await page.evaluate(async () => {
      const { line, text } = window as unknown as { line: HTMLElement; text: Text }
      const after: (string | null)[] = [line.textContent]
      text.nodeValue = '3 trucks '
      after.push(line.textContent)
      line.removeChild(text)
      return [...after, line.textContent]
    })
    expect(shown).toEqual(['2 TRUCKS ', '3 trucks ', ''])
  })
})
