/** Tests what a dispatcher's main screen ("board") shows first, and report details. */
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { call, signUp, signIn as tokenOf } from './api-client.ts'
import { focusFirstRow } from './board-rows.ts'
import { axeViolations, closeBrowserContexts, DESKTOP, startBrowser } from './browser.ts'
import { type RunningApp, startWasteSense } from './running-app.ts'
import { openSignedInPage } from './signed-in.ts'

const browser: Browser | undefined = await startBrowser()
const ZONE = 'Ayawaso West'

describe.skipIf(!browser)('the board at first sight', () => {
  let app: RunningApp
  let token: string
  let first: Awaited<ReturnType<typeof signUp>>
  beforeAll(async () => {
    app = await startWasteSense()
    token = await tokenOf(app, 'DISP001')
    first = await signUp(app, ZONE)
    const report = (person: typeof first, description: string) =>
      call(app, 'reportBinFull', { token: person.token, body: { description } })
    const { body } = await report(first, 'The time before')
    await call(app, 'markReport', { token, id: body.report.id, body: { status: 'collected' } })
    await report(first, 'Behind the blue kiosk')
    await report(await signUp(app, ZONE), 'A later one')
    const made = await call(app, 'scheduleCollection', { token, body: { zone: ZONE, vehicleIds: ['T001'] } })
    expect(made.status, made.text).toBe(201)
  })
  afterAll(async () => {
    await closeBrowserContexts(browser)
    await app?.clear()
  })

  it('shows who waits longest first, the state in words, free trucks first, and the map above the fold', async () => {
    const { page, errors, context } = await openSignedInPage(browser as Browser, app, 'DISP001', {
      path: '/dispatcher/dashboard',
      viewport: DESKTOP,
      drawsMap: true,
    })
    const rows = page.locator('tr[data-report]')
    await rows.getByText(first.name).waitFor()
    expect(await rows.first().textContent()).toContain(first.name)
    expect(await rows.first().getByRole('gridcell', { name: 'New', exact: true }).count()).toBe(1)
    await page.locator('[data-vehicle]').nth(2).waitFor()
    expect(await page.locator('[data-vehicle]').evaluateAll((all) => all.map((card) => card.dataset.vehicle))).toEqual([
      'T002',
      'T003',
      'T001',
    ])
    const map = page.getByRole('region', { name: 'Live map' })
    await map.getByText('Zone, filled by its share of reports').waitFor()
    const { y, height } = (await map.boundingBox())!
    expect(y + height).toBeLessThanOrEqual(DESKTOP.height)
    for (const width of [1280, 1440]) {
      await page.setViewportSize({ width, height: 720 })
      const heights = await page
        .getByText(/^\d+ of \d+ reported$/)
        .evaluateAll((all) => all.map((words) => words.getBoundingClientRect().height))
      expect(heights.length).toBe(2)
      for (const high of heights) expect(high).toBeLessThan(30)
    }
    expect(errors).toEqual([])
    await context.close()
  })

  it('opens what is known of a report by a key or a click, and acts on it', async () => {
    const { page, errors, context } = await openSignedInPage(browser as Browser, app, 'DISP001', {
      path: '/dispatcher/dashboard',
    })
    await page.getByLabel('Search reports').waitFor()
    await focusFirstRow(page)
    await page.keyboard.press('Enter')
    const detail = page.getByRole('dialog', { name: first.name })
    await detail.getByText('Behind the blue kiosk').waitFor()
    await detail.getByRole('table', { name: 'Earlier reports' }).getByText('The time before').waitFor()
    expect(await axeViolations(page)).toEqual([])
    await page.keyboard.press('Escape')
    await detail.waitFor({ state: 'detached' })
    await page.locator('tr[data-report]').first().getByText(ZONE).click()
    await detail.getByRole('button', { name: /^Mark collected/ }).click()
    await detail.getByText('Closed', { exact: true }).first().waitFor()
    expect((await call(app, 'activeReports', { token })).body.reports).toHaveLength(1)
    expect(errors).toEqual([])
    await context.close()
  })
})
