/**
 * Tests the API reference on a phone.
 * The page loads files only from its own origin and uses the reader's token.
 */
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signIn } from './api-client.ts'
import { closeBrowserContexts, openWindow, PHONE, startBrowser, type Theme } from './browser.ts'
import { type RunningApp, startWasteSense } from './running-app.ts'

const browser: Browser | undefined = await startBrowser()

describe.skipIf(!browser)('the API reference', () => {
  let app: RunningApp

  beforeAll(async () => {
    app = await startWasteSense()
  })
  afterAll(async () => {
    await closeBrowserContexts(browser)
    await app?.clear()
  })

  async function openReference(theme: Theme) {
    const opened = await openWindow(browser as Browser, PHONE, theme)
    const foreign: string[] = []
    opened.page.on('request', (request) => {
      if (!request.url().startsWith(app.url) && !request.url().startsWith('data:')) foreign.push(request.url())
    })
    await opened.page.goto(`${app.url}/api/docs`)
    await opened.page.getByRole('button', { name: 'Authorize' }).waitFor()
    return { ...opened, foreign }
  }

  it('calls an endpoint with the token that the reader enters', async () => {
    const { page, errors, foreign } = await openReference('dark')
    await page.getByRole('button', { name: 'Authorize' }).click()
    const dialog = page.locator('.dialog-ux')
    await dialog.getByRole('textbox').fill(await signIn(app, 'DISP001'))
    await dialog.getByRole('button', { name: 'Apply credentials' }).click()
    await dialog.getByRole('button', { name: 'Close', exact: true }).first().click()

    const operation = page.locator('#operations-me-me')
    await operation.locator('.opblock-summary-control').click()
    await operation.getByRole('button', { name: 'Try it out' }).click()
    await operation.getByRole('button', { name: 'Execute' }).click()
    const response = operation.locator('.live-responses-table')
    await response.getByText('200', { exact: true }).waitFor()
    expect(await response.textContent()).toContain('DISP001')
    expect(await lookOf(page)).toEqual({ isDark: true, width: PHONE.width })
    expect([foreign, errors]).toEqual([[], []])
  })

  it('is drawn in the theme that was chosen in the app', async () => {
    const { page } = await openReference('light')
    expect(await lookOf(page)).toEqual({ isDark: false, width: PHONE.width })
  })
})

/** Returns whether the page is dark, and its content's width. */
const lookOf = (page: Page) =>
  page.evaluate(() => ({
    isDark: document.documentElement.classList.contains('dark-mode'),
    width: document.documentElement.scrollWidth,
  }))
