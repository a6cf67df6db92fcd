/**
 * driver-sync: a driver's shift of 100 stops without a network, then one sync on slow 3G.
 * Also a route list of 300 stops that scrolls on a slow phone.
 * Slow network: 400 kbit/s and 2 s a round trip (Chromium's profile 'Slow 3G').
 * Slow phone: Chromium at a quarter of the processor's speed.
 * sync_ms: from the network's return until nothing waits on the phone.
 * The stops have no photos.
 * served: events in the log; each stop must have one.
 * scroll_longest_frame_ms: longest time between two frames while the list scrolls from end to end.
 * Reproduce: `npm run bench -- driver-sync` with Chromium on an otherwise idle machine.
 */
import type { Browser } from 'playwright-core'
import { call, SEEDED_IDENTIFIERS, signIn } from '../journeys/api-client.ts'
import { launchBrowser, openWindow } from '../journeys/browser.ts'
import { createDrivers, requireSuccessBody } from '../journeys/drivers.ts'
import type { RunningApp } from '../journeys/running-app.ts'
import { SLOW_3G } from './first-load.ts'
import { round, withTempFolder } from './measure.ts'
import { SEED_PASSWORD, spawnServer } from './server.ts'

const STOPS = 100
const LONG_SHEET = 300
const CPU_SLOWDOWN = 4
const NARROW = { width: 360, height: 740 }
/** Time in ms for the driver to undo an unsent outcome. */
const HOLD_MS = 9_000
const ZONE = 'Ayawaso West'

export default async function bench() {
  const browser = await launchBrowser()
  if (!browser) throw new Error('This bench needs Chromium on the path.')
  return withTempFolder(async (folder) => {
    const server = await spawnServer(folder).ready
    try {
      return await measure(browser, { url: server.url, password: SEED_PASSWORD } as RunningApp)
    } finally {
      await browser.close()
      await server.stop()
    }
  })
}

async function measure(browser: Browser, app: RunningApp) {
  const city = await createDrivers(app)
  const driver = await city.newDriver('T001')
  await city.newReports(ZONE, STOPS)
  await city.newRound(ZONE, driver.truck)
  const { page, context } = await openWindow(browser, NARROW, 'light', { hasTouch: true })
  const body = { employee_id: driver.employee_id, password: 'a good password' }
  const session = await requireSuccessBody(call(app, 'signIn', { body }))
  const asDriver = (stored: string) => localStorage.setItem('wastesense_auth', stored)
  await context.addInitScript(asDriver, JSON.stringify(session))
  await page.goto(`${app.url}/driver`)
  await page.getByText(`${STOPS} stops left`).waitFor()
  const cdp = await context.newCDPSession(page)
  const network = (conditions: object) => cdp.send('Network.emulateNetworkConditions', conditions as never)
  await cdp.send('Network.enable')

  await network({ ...SLOW_3G, offline: true })
  const collected = page.getByRole('button', { name: 'Collected', exact: true })
  for (let left = STOPS - 1; left >= 0; left--) {
    await collected.click()
    await page.getByText(left === 1 ? '1 stop left' : `${left} stops left`, { exact: true }).waitFor()
  }
  await page.waitForTimeout(HOLD_MS)
  let requests = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/driver/outcomes')) requests += 1
  })
  const began = performance.now()
  await network(SLOW_3G)
  await page.getByText('Everything is sent').waitFor()
  const syncMs = performance.now() - began
  await network({ ...SLOW_3G, downloadThroughput: -1, uploadThroughput: -1, latency: 0 })

  const auditor = await signIn(app, SEEDED_IDENTIFIERS.auditor)
  const query = `kind=StopServed&actor=${driver.id}&limit=100`
  const { events, older } = await requireSuccessBody(call(app, 'auditEvents', { token: auditor, query }))
  const scroll = await measureScroll(browser, app, session)
  return { stops: STOPS, sync_ms: round(syncMs, 0), requests, served: events.length + older, ...scroll }
}

/**
 * Measures how a long route sheet scrolls.
 * Its stops come from the test, not from the server.
 */
async function measureScroll(browser: Browser, app: RunningApp, session: object) {
  const { page, context } = await openWindow(browser, NARROW, 'light', { hasTouch: true })
  await context.addInitScript((stored) => localStorage.setItem('wastesense_auth', stored), JSON.stringify(session))
  const stops = Array.from({ length: LONG_SHEET }, (_, n) => {
    const id = `stop-${n}`
    const place = { digitalAddress: 'GA-183-8164', landmark: `Gate ${n}` }
    return { id, stopId: id, reportId: id, since: new Date().toISOString(), collected: false, place }
  })
  await page.route('**/api/driver/sheet*', (route) =>
    route.fulfill({
      headers: { 'X-Position': '999999999' },
      json: {
        ...{ vehicleId: 'T001', scheduleId: 'S', status: 'in-progress', zone: ZONE, version: 1, stops },
        ...{ left: LONG_SHEET, load: { bins: 0, capacity: LONG_SHEET }, exceptions: ['not-out'] },
      },
    }),
  )
  await page.goto(`${app.url}/driver`)
  await page.getByText(`${LONG_SHEET} stops left`).waitFor()
  const cdp = await context.newCDPSession(page)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
  const gaps = await page.evaluate(scrollThroughPage)
  await context.close()
  const longest = Math.max(...gaps)
  return { scroll_frames: gaps.length, scroll_longest_frame_ms: round(longest, 0) }
}

/**
 * Runs in the page: scrolls down, one step per frame.
 * Returns the ms between frames.
 */
async function scrollThroughPage(): Promise<number[]> {
  const gaps: number[] = []
  const nextFrame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve))
  let before = await nextFrame()
  const end = document.documentElement.scrollHeight
  for (let top = 0; top < end; top += 200) {
    window.scrollTo({ top, behavior: 'instant' })
    const at = await nextFrame()
    gaps.push(at - before)
    before = at
  }
  return gaps
}
