/** Tests the dialog that ends a collection: its bins and visible totals. */
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { call, signUp, signIn as tokenOf } from './api-client.ts'
import { openCommandPalette } from './board-rows.ts'
import { axeViolationsIn, closeBrowserContexts, PHONE, startBrowser, THEME_VARIANTS } from './browser.ts'
import { type RunningApp, startWasteSense } from './running-app.ts'
import { openSignedInPage } from './signed-in.ts'

const browser: Browser | undefined = await startBrowser()
const ZONE = 'Ayawaso West'
const BINS = 12

describe.skipIf(!browser)('ending a collection', () => {
  let app: RunningApp
  beforeAll(async () => {
    app = await startWasteSense()
    const token = await tokenOf(app, 'DISP001')
    for (let count = 0; count < BINS; count++) {
      const resident = await signUp(app, ZONE)
      await call(app, 'reportBinFull', {
        token: resident.token,
        body: { description: `${count < 3 ? 'Blue' : 'Grey'} lid ${count}` },
      })
    }
    const made = await call(app, 'scheduleCollection', { token, body: { zone: ZONE, vehicleIds: ['T001'] } })
    const { id } = made.body.schedules[0]
    const started = await call(app, 'changeSchedule', { token, id, body: { status: 'in-progress' } })
    expect(started.status).toBe(200)
  })
  afterAll(async () => {
    await closeBrowserContexts(browser)
    await app?.clear()
  })

  it('is refused until the reports have loaded, by its button and in the palette', async () => {
    const { page, context } = await openSignedInPage(browser as Browser, app, 'DISP001', { path: '/help' })
    const { promise: released, resolve: sendReports } = Promise.withResolvers<void>()
    await page.route(/\/auth\/reports\/active/, async (route) => {
      await released
      await route.continue()
    })
    await page.routeWebSocket(/socket\.io/, (socket) => {
      const server = socket.connectToServer()
      server.onMessage((message) => {
        if (String(message).includes('"room":"active-reports"')) void released.then(() => socket.send(message))
        else socket.send(message)
      })
    })
    await page.goto(`${app.url}/dispatcher/dashboard`)
    const complete = page.getByRole('button', { name: `Complete: T001, ${ZONE}` })
    const dialog = page.getByRole('dialog', { name: /^Complete: T001/ })
    const find = async () => {
      await openCommandPalette(page)
      await page.getByPlaceholder('Find a truck, zone').fill('complete T001')
      await page.getByRole('button', { name: /^Complete T001/ }).waitFor()
      await page.keyboard.press('Enter')
    }
    for (const choose of [() => complete.click(), find]) {
      await choose()
      await page.getByText('This collection’s reports have not loaded yet. Try again in a moment.').first().waitFor()
      await page.getByRole('button', { name: 'Dismiss' }).first().click()
    }
    const token = await tokenOf(app, 'DISP001')
    const { schedules } = (await call(app, 'schedules', { token })).body
    expect(schedules).toMatchObject([{ status: 'in-progress' }])
    sendReports()
    await page.locator('tr[data-report]').first().waitFor()
    for (const choose of [() => complete.click(), find]) {
      await choose()
      await dialog.getByText(`${BINS} of ${BINS} bins collected`).waitFor()
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })
    }
    await context.close()
  })

  it('is offered on the board while the truck is under way, and leaves out the bins that are selected', async () => {
    const { page, errors, context } = await openSignedInPage(browser as Browser, app, 'DISP001', {
      path: '/dispatcher/dashboard',
      viewport: PHONE,
    })
    const line = page.getByRole('region', { name: ZONE, exact: true })
    await line.getByText('Collection in progress · T001 back by').waitFor()
    await line.getByRole('button', { name: `Complete: T001, ${ZONE}` }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText(`${BINS} of ${BINS} bins collected · 2.9 of 25\u00a0m³ on T001`).waitFor()
    await dialog.getByRole('radio', { name: /^Some were missed/ }).check()
    const bins = dialog.getByRole('group', { name: 'Which bins were missed?' })
    const search = bins.getByRole('searchbox', { name: 'Search bins' })
    await bins.getByRole('checkbox', { name: 'Select all' }).check()
    const sum = dialog.getByText(/bins collected/)
    await expect.poll(() => sum.textContent()).toMatch(/^0 of 12 bins collected/)
    await bins.getByRole('checkbox', { name: 'Select all' }).uncheck()
    await search.fill('blue lid')
    await bins.getByRole('checkbox', { name: 'Select all 3 found' }).check()
    await bins.getByRole('checkbox', { name: /Blue lid 1/ }).uncheck()
    await search.fill('')
    expect(await bins.getByRole('checkbox', { checked: true }).count()).toBe(2)
    expect(await sum.textContent()).toBe(`10 of ${BINS} bins collected · 2.4 of 25\u00a0m³ on T001`)

    // The total is visible at both ends of the scrolled dialog.
    for (const end of ['start', 'end'] as const) {
      const of = end === 'start' ? dialog.getByRole('radio').first() : bins.getByRole('checkbox').last()
      await of.scrollIntoViewIfNeeded()
      const isSeen = await sum.evaluate((text) => {
        const { left, top, width, height } = text.getBoundingClientRect()
        return text.contains(document.elementFromPoint(left + width / 2, top + height / 2))
      })
      expect(isSeen, end).toBe(true)
    }
    // The checkboxes look like the browser's native ones: square, with a check mark.
    const boxes = await bins.getByRole('checkbox').evaluateAll((all) =>
      all.map((box) => {
        const { width, height } = box.getBoundingClientRect()
        return [getComputedStyle(box).appearance, width === height && width >= 16 && width <= 24]
      }),
    )
    expect(new Set(boxes.map(String))).toEqual(new Set(['auto,true']))
    expect(await axeViolationsIn(page, THEME_VARIANTS, '[role=dialog]')).toEqual([])
    await dialog.getByText('2 reports are open again. Their residents are notified.').waitFor()
    await dialog.getByRole('button', { name: 'Complete' }).click()
    await page.getByText(`${ZONE}: 10 of ${BINS} bins collected`).waitFor()
    const token = await tokenOf(app, 'DISP001')
    const { reports } = (await call(app, 'activeReports', { token })).body
    const left = reports.map(({ description }: { description?: string }) => description).sort()
    expect(left).toEqual(['Blue lid 0', 'Blue lid 2'])
    expect(errors).toEqual([])
    await context.close()
  })
})
