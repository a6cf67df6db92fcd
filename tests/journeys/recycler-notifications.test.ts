/** Tests recyclers' notifications: they appear live, are read on all devices, and have pages. */
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { call, signIn } from './api-client.ts'
import { axeViolationsIn, closeBrowserContexts, DESKTOP, PHONE, SCREEN_VARIANTS, startBrowser } from './browser.ts'
import { findLayoutFaults } from './layout-faults.ts'
import { type RunningApp, startWasteSense } from './running-app.ts'
import { openSignedInPage } from './signed-in.ts'

const browser: Browser | undefined = await startBrowser()
const PATH = '/recycler/notifications'

describe.skipIf(!browser)('a recycler’s notifications', () => {
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

  const open = (viewport = DESKTOP, theme?: 'dark' | 'light') =>
    openSignedInPage(browser as Browser, app, 'REC001', { path: PATH, viewport, theme })

  async function say(title: string, metadata: object = {}): Promise<void> {
    const body = { audience: 'recycler', title, message: `About ${title}.`, metadata }
    const { status, text } = await call(app, 'sendNotification', { token: dispatcher, body })
    expect(status, text).toBe(201)
  }
  async function compose(currentCapacity: number): Promise<void> {
    const body = { plastic: 40, paper: 25, glass: 15, metal: 10, organic: 10, currentCapacity }
    const { status, text } = await call(app, 'updateComposition', { token: dispatcher, id: 'WS001', body })
    expect(status, text).toBe(200)
  }
  const head = (page: Page, text: string) => page.locator('main').getByText(text, { exact: true })
  const card = (page: Page, title: string) => page.getByRole('listitem').filter({ hasText: title })

  it('begin empty, and say what will come', async () => {
    const { page, context } = await open()
    await page.getByText('No Notifications Yet').waitFor()
    await page
      .getByText(
        "You'll receive notifications about waste collection updates, site capacity alerts, and important announcements here.",
      )
      .waitFor()
    await head(page, '0 unread · 0 in total').waitFor()
    await context.close()
  })

  it('arrive live, lead to their site, and are read on both devices at once', async () => {
    const [desk, phone] = [await open(), await open(PHONE)]
    await Promise.all([desk, phone].map(({ page }) => page.getByText('No Notifications Yet').waitFor()))
    await compose(800)
    const title = 'New Waste Composition Update'
    for (const { page } of [desk, phone]) {
      const shown = card(page, title)
      await shown.getByText('New', { exact: true }).waitFor()
      await shown.getByText('Waste composition updated at North Dumping Site').waitFor()
      await shown.getByText('800 of 1,000 t').waitFor()
      await page.getByRole('button', { name: 'Your notifications, 1 unread' }).waitFor()
      await page.getByRole('heading', { name: 'Today' }).waitFor()
    }
    await desk.page.getByRole('button', { name: /^View Details/ }).click()
    await desk.page.waitForURL('**/recycler/sites/WS001')
    await head(phone.page, '0 unread · 1 in total').waitFor()
    await phone.page.getByRole('button', { name: 'Your notifications', exact: true }).waitFor()
    expect(await card(phone.page, title).getByText('New', { exact: true }).count()).toBe(0)
    expect([...desk.errors, ...phone.errors]).toEqual([])
    await desk.context.close()

    // A device that reconnects learns which notifications were read meanwhile.
    await say('Gate closed')
    await head(phone.page, '1 unread · 2 in total').waitFor()
    await phone.context.setOffline(true)
    const other = await open()
    await other.page.getByRole('button', { name: 'Mark all as read' }).click()
    await head(other.page, '0 unread · 2 in total').waitFor()
    await expect.poll(() => head(phone.page, '1 unread · 2 in total').count()).toBe(1)
    await phone.context.setOffline(false)
    await head(phone.page, '0 unread · 2 in total').waitFor()
    await Promise.all([other.context.close(), phone.context.close()])
  })

  it('toast what comes while another screen is open', async () => {
    const { page, context } = await open()
    await page.getByText('Gate closed', { exact: true }).waitFor()
    await page.goto(`${app.url}/recycler/profile`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    // Waits until the first list of notifications has loaded.
    // Only notifications that arrive later show a toast.
    await page.getByRole('button', { name: /^Your notifications/ }).click()
    await page.getByRole('dialog').getByText('Gate closed', { exact: true }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await say('Gate open')
    await page.getByRole('status').getByText('Gate open', { exact: true }).waitFor()
    await context.close()
  })

  it('offer Retry when they cannot be loaded', async () => {
    const { page, context } = await open()
    await page.routeWebSocket(/socket\.io/, (socket) => socket.close())
    await page.route('**/api/auth/notifications*/**', (route) => route.fulfill({ status: 502, body: '' }))
    await page.route('**/api/auth/notifications*', (route) => route.fulfill({ status: 502, body: '' }))
    await page.goto(app.url + PATH)
    await page.getByText('Failed to fetch notifications').waitFor()
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Retry' }).click()
    await page.getByText('Gate closed', { exact: true }).waitFor()
    await context.close()
  })

  it('show older ones on demand, each once, and mark them read', async () => {
    for (let n = 0; n < 25; n++) await say(`Notice ${n}`)
    const { page, context } = await open()
    await head(page, '26 unread · 28 in total').waitFor()
    await page.getByRole('button', { name: 'Mark these as read' }).waitFor()
    // The bell also counts the unread notifications beyond its list.
    await page.getByRole('button', { name: 'Your notifications, 26 unread' }).click()
    const drawer = page.getByRole('dialog', { name: 'Your notifications' })
    await drawer.getByText('26 unread · newest 20 of 28').waitFor()
    await drawer.getByRole('button', { name: 'Mark these as read' }).waitFor()
    await page.keyboard.press('Escape')
    await drawer.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Show older notifications' }).click()
    await page.getByRole('button', { name: 'Show older notifications' }).waitFor({ state: 'detached' })
    await head(page, '26 unread · 28 in total').waitFor()
    // New notifications do not remove older ones from the page.
    await say('Notice 25')
    await head(page, '27 unread · 29 in total').waitFor()
    await page.getByRole('button', { name: 'Mark as read: Notice 1', exact: true }).click()
    await head(page, '26 unread · 29 in total').waitFor()
    await page.getByRole('button', { name: 'Mark all as read' }).click()
    await head(page, '0 unread · 29 in total').waitFor()
    await page.reload()
    await head(page, '0 unread · 29 in total').waitFor()
    await context.close()
  })

  it('hold what is on them, for everybody', async () => {
    await compose(950)
    const { page, context } = await open()
    await card(page, 'Site Almost Full').getByText('950 of 1,000 t').first().waitFor()
    for (const look of SCREEN_VARIANTS) {
      expect(await axeViolationsIn(page, [look])).toEqual([])
      expect(await findLayoutFaults(page)).toEqual([])
    }
    await context.close()
  })
})
