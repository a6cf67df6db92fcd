/** Tests that an open tab works without storage and over plain HTTP. */
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CHROMIUMS } from '#tests/fixtures/programs.ts'
import { call, SEEDED_IDENTIFIERS, signUp, signIn as tokenOf } from './api-client.ts'
import { closeBrowserContexts, launchBrowser, openWindow, PHONE, startBrowser } from './browser.ts'
import { type RunningApp, startWasteSense } from './running-app.ts'

const browser: Browser | undefined = await startBrowser()

/** Makes storage fail in the page, as when cookies are blocked. */
function blockStorage(kind: string): void {
  const refuse = () => {
    throw new DOMException('Access is denied for this document.', 'SecurityError')
  }
  if (kind === 'full') {
    Object.assign(Storage.prototype, { setItem: refuse })
    return
  }
  const get = kind === 'missing' ? () => null : refuse
  for (const name of ['localStorage', 'sessionStorage']) Object.defineProperty(window, name, { get })
  Object.assign(IDBFactory.prototype, { open: refuse })
  Object.defineProperty(window, 'caches', { get: refuse })
  Object.assign(LockManager.prototype, { request: () => Promise.reject(new DOMException('denied', 'SecurityError')) })
}

describe.skipIf(!browser)('a browser', () => {
  let app: RunningApp

  beforeAll(async () => {
    app = await startWasteSense()
  })
  afterAll(async () => {
    await closeBrowserContexts(browser)
    await app?.clear()
  })

  async function signIn(page: Page, identifier: string, password = app.password): Promise<void> {
    await page.getByLabel(/email, phone number or employee id/i).fill(identifier)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  }

  it.each(['refused', 'missing', 'full'])('with %s storage shows public pages and takes a report', async (kind) => {
    const { email, password } = await signUp(app)
    const { page, context, errors } = await openWindow(browser as Browser, PHONE)
    await context.addInitScript(blockStorage, kind)
    for (const [path, shown] of [
      ['/', page.getByRole('heading', { level: 1 })],
      ['/auth/signup', page.getByRole('button', { name: 'Create Account' })],
      ['/demo', page.getByRole('button', { name: /^Next/ })],
    ] as const) {
      await page.goto(app.url + path)
      await shown.first().waitFor()
    }
    await page.goto(`${app.url}/login`)
    await signIn(page, email, password)
    await page.getByRole('button', { name: /^Report Now/ }).click()
    await page.getByRole('button', { name: 'Submit Report' }).click()
    await page.getByRole('button', { name: 'Report Submitted' }).waitFor()
    expect(errors).toEqual([])
    await context.close()
  })

  it('takes a report back over plain HTTP from another machine', async () => {
    const token = await tokenOf(app, 'resident.ablekuma@test.com')
    await call(app, 'reportBinFull', { token, body: {} })
    const { port } = new URL(app.url)
    const plain = await launchBrowser(CHROMIUMS, ['--host-resolver-rules=MAP plain.test 127.0.0.1'])
    const { page, errors } = await openWindow(plain as Browser, PHONE, 'dark', { drawsMap: false })
    await page.goto(`http://plain.test:${port}/login`)
    expect(await page.evaluate(() => 'randomUUID' in crypto)).toBe(false)
    await signIn(page, SEEDED_IDENTIFIERS.dispatcher)
    await page
      .getByRole('button', { name: /^Mark collected/ })
      .first()
      .click()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('Collection undone.').waitFor()
    expect(errors).toEqual([])
    await plain?.close()
  })
})
