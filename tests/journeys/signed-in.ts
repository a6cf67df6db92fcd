/** Opens browser windows that are already signed in. */
import type { Browser } from 'playwright-core'
import { call } from './api-client.ts'
import { DESKTOP, openWindow, type PHONE, type Theme, type WindowOptions, waitForPanels } from './browser.ts'
import type { RunningApp } from './running-app.ts'

/**
 * Opens the page at `path`, signed in even after reloads.
 * Waits until its panels have loaded.
 */
export async function openSignedInPage(
  browser: Browser,
  app: RunningApp,
  identifier: string,
  {
    path,
    viewport = DESKTOP,
    theme,
    password = app.password,
    ...more
  }: { path: string; viewport?: typeof PHONE; theme?: Theme; password?: string } & WindowOptions,
) {
  const { body: session } = await call(app, 'signIn', { body: { employee_id: identifier, password } })
  const opened = await openWindow(browser, viewport, theme, more)
  await opened.context.addInitScript(
    (stored) => localStorage.setItem('wastesense_auth', stored),
    JSON.stringify(session),
  )
  await opened.page.goto(app.url + path)
  await opened.page.locator('main').first().waitFor()
  await waitForPanels(opened.page)
  return opened
}
