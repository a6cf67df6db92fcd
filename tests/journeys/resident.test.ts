/** Tests that a resident's phone shows the progress of a collection live. */
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { call, signIn } from './api-client.ts'
import { blockScripts, closeBrowserContexts, PHONE, startBrowser } from './browser.ts'
import { type RunningApp, startWasteSense } from './running-app.ts'
import { openSignedInPage } from './signed-in.ts'

const browser: Browser | undefined = await startBrowser()
const RESIDENT = 'resident.ablekuma@test.com'
/** Message for a second report of the same bin. */
const ACTIVE = 'You have an active report. Please wait for collection confirmation before submitting a new one.'

describe.skipIf(!browser)('a resident', () => {
  let app: RunningApp
  let dispatcher: string

  beforeAll(async () => {
    app = await startWasteSense()
    dispatcher = await signIn(app, 'DISP001')
  })
  afterAll(async () => {
    await closeBrowserContexts(browser)
    await app?.clear()
  })

  /** Opens the installed app with the seeded resident signed in. */
  const open = () =>
    openSignedInPage(browser as Browser, app, RESIDENT, {
      path: '/resident/dashboard',
      viewport: PHONE,
      keepsApp: true,
    })

  const go = (page: Page, screen: string) =>
    page.getByRole('navigation', { name: 'Main screens' }).getByRole('link', { name: screen }).click()
  const tile = (page: Page, name: string, count: number) => page.getByRole('radio', { name: `${name} ${count}` })
  const panel = (page: Page, name: string) => page.getByRole('region', { name })

  async function move(id: string, status: 'in-progress' | 'completed') {
    const reply = await call(app, 'changeSchedule', { token: dispatcher, id, body: { status } })
    expect(reply.status, reply.text).toBe(200)
  }

  it('has the rows of the first screen asked for before there is an app, once', async () => {
    const { page, context, errors } = await open()
    const asked: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/api/auth/reports/user/')) asked.push(request.method())
    })
    const come = await blockScripts(page)
    await page.routeWebSocket('**/socket.io/**', () => undefined)
    const answered = page.waitForResponse('**/api/auth/reports/user/*')
    await page.reload({ waitUntil: 'commit' })
    await answered
    come()
    await page.getByRole('button', { name: /Report Now/ }).waitFor()
    expect([asked, errors]).toEqual([['GET'], []])
    await context.close()
  })

  it('has Report Now in sight below the greeting, and nothing moves it', async () => {
    const start = new Date()
    start.setUTCHours(46, 30, 0, 0)
    const body = { zone: 'Ayawaso West', scheduledStart: start.toISOString() }
    const planned = await call(app, 'scheduleCollection', { token: dispatcher, body })
    expect(planned.status, planned.text).toBe(201)
    const { page, context } = await openSignedInPage(browser as Browser, app, 'resident.ayawaso@test.com', {
      path: '/help',
      viewport: { width: 360, height: 640 },
    })
    await page.routeWebSocket('**/socket.io/**', (socket) => socket.close())
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    await page.route('**/api/auth/schedules*', async (route) => {
      await held
      await route.continue()
    })
    await page.goto(`${app.url}/resident/dashboard`)
    const button = page.getByRole('button', { name: 'Report Now' })
    await button.waitFor()
    const before = await button.boundingBox()
    release()
    await panel(page, 'Collection Status').getByText('Collection time').waitFor()
    expect(await button.boundingBox()).toEqual(before)
    expect(before!.y + before!.height).toBeLessThan(640 / 2)
    for (const screen of ['dashboard', 'schedule']) {
      await page.goto(`${app.url}/resident/${screen}`)
      const range = page.getByRole('definition').filter({ hasText: /22:30/ })
      await range.waitFor()
      const lines = await range.evaluate((value) => {
        const words = document.createRange()
        words.selectNodeContents(value)
        return new Set([...words.getClientRects()].map(({ top }) => Math.round(top))).size
      })
      expect(lines, screen).toBe(1)
    }
    expect(await page.getByText(/\bkm\b/).count()).toBe(0)
    for (const { id } of planned.body.schedules)
      await call(app, 'changeSchedule', { token: dispatcher, id, body: { status: 'cancelled' } })
    await context.close()
  })

  it('follows one collection from the report to the empty bin', async () => {
    const { page, errors, context } = await open()
    await go(page, 'Reports')
    await page.getByText('No reports yet').waitFor()
    await page.getByRole('button', { name: 'New Report' }).click()
    await page.getByRole('textbox', { name: /description/i }).fill('Behind the blue gate')
    await page.getByRole('button', { name: 'Submit Report' }).click()
    await page.getByText(ACTIVE).waitFor()
    await tile(page, 'Pending', 1).waitFor()
    expect(await page.getByRole('button', { name: 'New Report' }).isDisabled()).toBe(true)

    await go(page, 'Dashboard')
    const card = panel(page, 'Collection Status')
    await card.getByText('No Schedule').waitFor()
    await card.getByText('No truck planned yet').waitFor()

    const planned = await call(app, 'scheduleCollection', { token: dispatcher, body: { zone: 'Ablekuma North' } })
    expect(planned.status, planned.text).toBe(201)
    const [schedule, ...others] = planned.body.schedules
    expect(schedule.zone).toBe('Ablekuma North')
    await card.getByText('Scheduled', { exact: true }).waitFor()
    await card.getByText(/Truck coming (tomorrow )?about/).waitFor()
    await card.getByText(schedule.vehicle.registrationNumber).waitFor()
    await page.getByRole('button', { name: /Your notifications, \d+ unread/ }).waitFor()

    await go(page, 'Schedule')
    await tile(page, 'Scheduled', 1 + others.length).waitFor()
    await page
      .getByText(/Have your bins out 30 minutes before the start/)
      .first()
      .waitFor()
    await move(schedule.id, 'in-progress')
    await tile(page, 'In Progress', 1).check()
    await panel(page, 'Collections').getByText(schedule.vehicle.registrationNumber).waitFor()

    await page.getByRole('button', { name: /Your notifications/ }).click()
    const inbox = page.getByRole('dialog', { name: 'Your notifications' })
    await inbox.getByRole('heading', { name: 'Today' }).waitFor()
    // Waits until a job has sent the notification.
    // If the notification came after the button was pressed, it would stay unread.
    await inbox.getByText('Truck on Its Way').first().waitFor()
    await inbox.getByRole('button', { name: 'Mark all as read' }).click()
    await inbox.getByText('0 unread').waitFor()
    await page.keyboard.press('Escape')
    const bell = page.getByRole('button', { name: 'Your notifications', exact: true })
    await bell.waitFor()
    await expect.poll(() => bell.evaluate((button) => button === document.activeElement)).toBe(true)

    await go(page, 'Reports')
    await tile(page, 'In Progress', 1).waitFor()
    const active = await call(app, 'activeReports', { token: dispatcher })
    const [report] = active.body.reports
    const marked = await call(app, 'markReport', { token: dispatcher, id: report.id, body: { status: 'collected' } })
    expect(marked.status, marked.text).toBe(200)
    await tile(page, 'Completed', 1).check()
    await page.getByText('Behind the blue gate').waitFor()
    expect(await page.getByText(ACTIVE).count()).toBe(0)
    await page.getByRole('button', { name: 'My bin was not collected' }).click()
    const question = page.getByRole('dialog', { name: 'Was your bin not collected?' })
    await context.setOffline(true)
    await question.getByRole('button', { name: 'Reopen report' }).click()
    await question.getByText('You are offline').waitFor()
    await context.setOffline(false)
    await question.getByRole('button', { name: 'Reopen report' }).click()
    await question.waitFor({ state: 'hidden' })
    await page.getByText(ACTIVE).waitFor()
    const [again] = (await call(app, 'activeReports', { token: dispatcher })).body.reports
    expect(again).toMatchObject({ userId: report.userId, timestamp: report.timestamp, description: report.description })
    expect(again.id).not.toBe(report.id)
    await call(app, 'markReport', { token: dispatcher, id: again.id, body: { status: 'collected' } })
    await tile(page, 'Completed', 1).check()

    await move(schedule.id, 'completed')
    for (const { id } of others) await move(id, 'completed')
    await go(page, 'Dashboard')
    await card.getByText('Truck came').waitFor()
    await panel(page, 'Recent Reports').getByRole('button', { name: 'My bin was not collected' }).waitFor()
    expect(errors).toEqual([])
    await context.close()
  })

  it('moves along the tiles with the keyboard', async () => {
    const { page, context } = await open()
    await page.goto(`${app.url}/resident/schedule`)
    await page.getByRole('radio', { name: /^Total/ }).focus()
    await page.keyboard.press('ArrowRight')
    expect(await page.getByRole('radio', { name: /^Scheduled/ }).isChecked()).toBe(true)
    await page.getByText('No scheduled collections').waitFor()
    await context.close()
  })

  it('is told when the schedules cannot be loaded, and gets them with Retry', async () => {
    const { page, context } = await open()
    await page.routeWebSocket(/socket\.io/, (socket) => socket.close())
    await page.route('**/api/auth/schedules*', (route) => route.fulfill({ status: 502, body: '' }))
    await page.goto(`${app.url}/resident/schedule`)
    await page.getByText('Failed to load collection schedules').waitFor()
    await page.unroute('**/api/auth/schedules*')
    await page.getByRole('button', { name: 'Retry' }).click()
    await page.getByRole('radio', { name: /^Total/ }).waitFor()
    await context.close()
  })
})
