/** Tests push notifications in a browser: settings and service worker. */
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createPushBrowserDouble } from '#platform/push/fixtures.ts'
import type { PushTarget } from '#platform/push/push.ts'
import { axeViolationsIn, closeBrowserContexts, DESKTOP, PHONE, SCREEN_VARIANTS, startBrowser } from './browser.ts'
import { findLayoutFaults } from './layout-faults.ts'
import { type RunningApp, startWasteSense } from './running-app.ts'
import { openSignedInPage } from './signed-in.ts'

const browser: Browser | undefined = await startBrowser()
const PATH = '/recycler/profile?tab=settings'

/** Simulates a push subscription; no real push service is reachable. */
function subscribable(place: PushTarget): void {
  const KEPT = 'test_subscribed'
  const subscription = {
    endpoint: place.endpoint,
    toJSON: () => place,
    async unsubscribe() {
      localStorage.removeItem(KEPT)
      return true
    },
  } as unknown as PushSubscription
  PushManager.prototype.subscribe = async () => {
    localStorage.setItem(KEPT, 'yes')
    return subscription
  }
  PushManager.prototype.getSubscription = async () => (localStorage.getItem(KEPT) ? subscription : null)
}

/** Type of the service worker's global scope, with only the members that this test uses. */
interface WorkerScope {
  registration: { showNotification(...shown: unknown[]): Promise<void> }
  dispatchEvent(event: Event): boolean
  PushEvent: new (type: string, about: { data: string }) => Event
}

describe.skipIf(!browser)('notifications on this device', () => {
  let app: RunningApp
  beforeAll(async () => {
    app = await startWasteSense()
  })
  afterAll(async () => {
    await closeBrowserContexts(browser)
    await app?.clear()
  })

  /** Sets the permission, because headless browsers show no prompt. */
  async function open(viewport = DESKTOP, theme?: 'dark' | 'light', leave: NotificationPermission = 'granted') {
    const at = { path: '/recycler/dashboard', viewport, theme, keepsApp: true }
    const opened = await openSignedInPage(browser as Browser, app, 'REC001', at)
    await opened.context.addInitScript((said) => {
      Object.defineProperty(Notification, 'permission', { get: () => said })
      Notification.requestPermission = async () => said
    }, leave)
    return opened
  }
  const panel = (page: Page) => page.getByRole('region', { name: 'Notifications on this device' })

  it('say that the push service could not be reached', async () => {
    const { page, errors, context } = await open()
    await page.goto(app.url + PATH)
    await panel(page).getByText('Off', { exact: true }).waitFor()
    await panel(page).getByRole('button', { name: 'Switch on' }).click()
    await panel(page)
      .getByText(/push service could not be reached/)
      .waitFor()
    await panel(page).getByText('Off', { exact: true }).waitFor()
    expect(errors).toEqual([])
    await context.close()
  })

  it('are switched on, tested, told again to a new session, and switched off', async () => {
    const { page, context } = await open()
    await context.addInitScript(subscribable, createPushBrowserDouble('https://push.wastesense.example/abc').target)
    await page.goto(app.url + PATH)
    await panel(page).getByRole('button', { name: 'Switch on' }).click()
    await panel(page).getByText('Notifications are on for this device.').waitFor()
    await panel(page).getByText('On for this device', { exact: true }).waitFor()
    await panel(page).getByRole('button', { name: 'Send a test' }).click()
    await panel(page)
      .getByText(/could not be reached, or did not answer/)
      .waitFor()
    const told = page.waitForRequest((asked) => asked.method() === 'POST' && /push.subscriptions$/.test(asked.url()))
    await page.reload()
    expect((await told).postDataJSON()).toMatchObject({ endpoint: 'https://push.wastesense.example/abc' })
    await panel(page).getByText('On for this device', { exact: true }).waitFor()
    await panel(page).getByRole('button', { name: 'Switch off' }).click()
    await panel(page).getByText('Notifications are off on this device now.').waitFor()
    await panel(page).getByText('Off', { exact: true }).waitFor()
    await context.close()
  })

  it('are said to be blocked where the browser was told so', async () => {
    const { page, context } = await open(DESKTOP, 'dark', 'denied')
    await page.goto(app.url + PATH)
    await panel(page).getByText('Blocked', { exact: true }).waitFor()
    expect(await panel(page).getByRole('button').count()).toBe(0)
    await context.close()
  })

  it('are shown by the worker, under their tag, with the way to their screen', async () => {
    const { page, context } = await open()
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
    const [worker] = context.serviceWorkers()
    // Records the calls of showNotification, because headless browsers display no notifications.
    const shown = await worker?.evaluate(async () => {
      const scope = globalThis as unknown as WorkerScope
      const calls: unknown[] = []
      scope.registration.showNotification = async (...call: unknown[]) => void calls.push(call)
      const data = JSON.stringify({ title: 'Site Almost Full', message: '95 % full', tag: 'n1', path: '/recycler' })
      scope.dispatchEvent(new scope.PushEvent('push', { data }))
      await new Promise((resolve) => setTimeout(resolve))
      return calls
    })
    const said = { body: '95 % full', tag: 'n1', data: { path: '/recycler' } }
    expect(shown).toEqual([['Site Almost Full', expect.objectContaining(said)]])
    await context.close()
  })

  it('stand among the settings', async () => {
    const { page, context } = await open(PHONE)
    await page.goto(app.url + PATH)
    await panel(page).getByRole('button', { name: 'Switch on' }).waitFor()
    await page.getByRole('radio', { name: 'Every day at 18:00' }).check()
    for (const look of SCREEN_VARIANTS) {
      expect(await axeViolationsIn(page, [look])).toEqual([])
      expect(await findLayoutFaults(page)).toEqual([])
    }
    await context.close()
  })
})
