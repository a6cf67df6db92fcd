/** Tests thousands of reports: virtual rows, focus, scrolling. */
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openInProcessKernel, registerAccounts } from '../bench/fixtures.ts'
import { call, signUp } from './api-client.ts'
import { closeBrowserContexts, startBrowser } from './browser.ts'
import { reportAllBinsFull } from './city-of-reports.ts'
import { type RunningApp, startWasteSense } from './running-app.ts'
import { openSignedInPage } from './signed-in.ts'

const browser: Browser | undefined = await startBrowser()

/** Starts WasteSense with this many open reports. */
async function startWithReports(count: number): Promise<RunningApp> {
  const DATA_DIR = mkdtempSync(path.join(tmpdir(), 'wastesense-reports-'))
  const { kernel, close } = await openInProcessKernel(DATA_DIR)
  await reportAllBinsFull(kernel, await registerAccounts(kernel, 'resident', count))
  await close()
  return startWasteSense({ env: { DATA_DIR } })
}

async function openDashboard(app: RunningApp) {
  const opened = await openSignedInPage(browser as Browser, app, 'DISP001', {
    path: '/dispatcher/dashboard',
  })
  const reports = opened.page.getByRole('region', { name: 'Active Reports', exact: true })
  return { ...opened, reports, buttons: reports.getByRole('button', { name: /^Mark collected/ }) }
}

const focused = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))

describe.skipIf(!browser)('5,000 open reports', () => {
  let app: RunningApp
  beforeAll(async () => {
    app = await startWithReports(5_000)
  })
  afterAll(() => app?.clear())

  it('are there, of which only those in sight are drawn; the keyboard stays in its place', async () => {
    const { page, errors, context, reports, buttons } = await openDashboard(app)
    await reports.getByText('5,000 open').waitFor()
    await expect.poll(() => page.locator('tr[data-report]').count()).toBeLessThan(40)
    const name = (await buttons.nth(2).getAttribute('aria-label'))?.replace('Mark collected', 'Closed')
    await buttons.nth(2).focus()
    await page.keyboard.press('Enter')
    await reports.getByText('4,999 open').waitFor()
    // The collected row stays in its place and ignores the second Enter.
    await expect.poll(() => focused(page)).toBe(name)
    await page.keyboard.press('Enter')

    // The focused row stays in the page even when the list scrolls it out of view.
    // Scrolling to the end reaches the oldest report.
    await reports.getByRole('grid').evaluate((table) => table.parentElement?.scrollTo(0, 1_000_000))
    await reports.locator('tr[aria-rowindex="5001"]').waitFor()
    expect(await focused(page)).toBe(name)
    await expect.poll(() => reports.getByText('4,999 open').count()).toBe(1)
    expect(errors).toEqual([])
    await context.close()
  })

  it('are scrolled without what can be done with each, which stands as soon as they rest; keys have it at once', async () => {
    const { page, errors, context, reports, buttons } = await openDashboard(app)
    await reports.getByText(/open$/).waitFor()
    const rows = reports.locator('tr[data-report]')
    await expect.poll(() => rows.count()).toBeLessThan(40)
    const whileScrolled = await reports.getByRole('grid').evaluate(async (table) => {
      for (let frame = 0; frame < 30; frame++) {
        table.parentElement?.scrollBy(0, 60)
        await new Promise(requestAnimationFrame)
      }
      return [table.querySelectorAll('[data-report]').length, table.querySelectorAll('[data-report] button').length]
    })
    const [drawn = 0, ready = 0] = whileScrolled
    expect(ready).toBeLessThan(drawn / 2)
    await expect.poll(async () => (await buttons.count()) - (await rows.count())).toBe(0)

    await rows.nth(10).focus()
    for (let step = 0; step < 3; step++) {
      const before = await focused(page)
      await page.keyboard.press('PageDown')
      // Waits, because the next row may have to be rendered before it can get the focus.
      await expect.poll(() => focused(page)).not.toBe(before)
    }
    const name = (await focused(page))?.split(',')[0]
    await page.keyboard.press('c')
    await reports.getByRole('button', { name: `Closed: ${name}` }).waitFor({ state: 'attached' })
    expect(errors).toEqual([])
    await context.close()
  })
})

describe.skipIf(!browser)('reports that become many', () => {
  let app: RunningApp
  beforeAll(async () => {
    app = await startWithReports(150)
  })
  afterAll(async () => {
    await app?.clear()
    await closeBrowserContexts(browser)
  })

  it('are drawn in part once they are let in, and the keyboard stays on its report until then', async () => {
    const { page, errors, context, reports, buttons } = await openDashboard(app)
    await reports.getByText('150 open').waitFor()
    await expect.poll(() => page.locator('tr[data-report]').count()).toBe(150)
    const name = await buttons.nth(2).getAttribute('aria-label')
    await buttons.nth(2).focus()
    const { token } = await signUp(app, 'Ablekuma North')
    expect((await call(app, 'reportBinFull', { token, body: {} })).status).toBe(201)
    await reports.getByText('151 open').waitFor()
    const show = reports.getByRole('button', { name: '1 new – show: Reports' })
    await show.waitFor()
    expect(await page.locator('tr[data-report]').count()).toBe(150)
    expect(await focused(page)).toBe(name)
    await show.press('Enter')
    await expect.poll(() => page.locator('tr[data-report]').count()).toBeLessThan(40)
    expect(errors).toEqual([])
    await context.close()
  })
})
