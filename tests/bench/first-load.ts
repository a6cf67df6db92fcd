/**
 * first-load: cost of a first visit: kilobytes of dashboards, and time on a slow phone.
 * Sizes: page, scripts and styles after gzip, as built and as fetched.
 * Slow phone: Chromium at a quarter of the processor's speed.
 * Slow network: 400 kbit/s and 2 s a round trip.
 * Each page is visited three times with an empty cache.
 * The server is the embedded demo, without its simulated year.
 * Figures: medians of the largest contentful paint and the blocking time.
 * Also the time until the button 'Report Now' works.
 * Reproduce: `npm run bench -- first-load` with Chromium on an otherwise idle machine.
 */
import { gzipSync } from 'node:zlib'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { DEMO_ACCOUNTS } from '#contract/demo/demo.ts'
import { launchBrowser, PHONE } from '../journeys/browser.ts'
import { deferredBytesOf, firstLoadBytes, firstPaintBytes } from './first-files.ts'
import { percentile, round, withTempFolder } from './measure.ts'
import { spawnServer } from './server.ts'

const RUNS = 3
/**
 * Names of browsers.
 * Those with windows come first, since headless ones paint sooner.
 */
const BROWSERS = ['chromium', 'chromium-browser', 'google-chrome', 'chromium-headless-shell']
/** Lighthouse's slow-down factor for a mid-range phone. */
const CPU_SLOWDOWN = 4

/** The visited pages and the accounts that visit them. */
const visits: Record<string, { identifier?: string; path: string }> = {
  login: { path: '/login' },
  ...Object.fromEntries(
    DEMO_ACCOUNTS.toReversed().map(({ role, identifier }) => [role, { identifier, path: `/${role}/dashboard` }]),
  ),
}

/** Chromium's profile 'Slow 3G': 400 kbit/s both ways, 2 s a round trip. */
export const SLOW_3G = { offline: false, downloadThroughput: 50_000, uploadThroughput: 50_000, latency: 2_000 }
/**
 * Duration in ms up to which a task does not block.
 * The rest of a longer task blocks (web.dev, Total Blocking Time).
 */
const LONG_TASK_MS = 50
const QUIET_MS = 1_500

export default async function bench() {
  const browser = await launchBrowser(BROWSERS)
  if (!browser) throw new Error('This bench needs Chromium on the path.')
  return withTempFolder(async (folder) => {
    const server = await spawnServer(folder).ready
    try {
      const sizes = await measureSizes(browser, server.url)
      const phone = await measureRuns(() => measureSlowPhone(browser, server.url))
      const network = await measureRuns(() => measureSlowNetwork(browser, server.url))
      return { runs: RUNS, ...sizes, ...phone, ...network }
    } finally {
      await browser.close()
      await server.stop()
    }
  })
}

async function measureSizes(browser: Browser, url: string): Promise<Record<string, number>> {
  const figures: Record<string, number> = {}
  for (const [name, { identifier, path: address }] of Object.entries(visits)) {
    figures[`${name}_first_paint_gzip_kb`] = round(firstPaintBytes(address) / 1024, 1)
    figures[`${name}_js_css_gzip_kb`] = round(firstLoadBytes(address) / 1024, 1)
    const soon = deferredBytesOf(address)
    if (soon > 0) figures[`${name}_with_soon_gzip_kb`] = round((firstLoadBytes(address) + soon) / 1024, 1)
    const { context, page } = await firstVisit(browser, url, PHONE, identifier)
    const files = new Map<string, Promise<Buffer>>()
    page.on('response', (response) => {
      if (/\.(js|css)$/.test(response.url())) files.set(response.url(), response.body())
    })
    await page.goto(url + address, { timeout: 90_000 })
    await page.getByRole('heading').first().waitFor({ timeout: 90_000 })
    await page.waitForTimeout(QUIET_MS)
    const bytes = (await Promise.all(files.values())).map((body) => gzipSync(body).length)
    // Also counts files that load later, such as those of panels further down the page.
    figures[`${name}_with_what_follows_kb`] = round(bytes.reduce((sum, size) => sum + size, 0) / 1024, 1)
    await context.close()
  }
  return figures
}

/**
 * Opens the resident's dashboard.
 * Returns three times in ms: largest paint, blocking tasks, and until the button works.
 */
async function openDashboard(context: BrowserContext, page: Page, url: string) {
  await page.goto(`${url}/resident/dashboard`, { timeout: 90_000 })
  await page.getByRole('button', { name: /Report Now/ }).waitFor({ timeout: 90_000 })
  const pressable = await page.evaluate(() => performance.now())
  await page.waitForTimeout(QUIET_MS)
  const { lcp, tasks } = await page.evaluate(() => (globalThis as unknown as Watched).watched)
  await context.close()
  const lastTask = tasks.at(-1)
  const blocking = tasks.reduce((sum, { ms }) => sum + Math.max(0, ms - LONG_TASK_MS), 0)
  return { lcp, blocking, interactive: Math.max(pressable, lastTask ? lastTask.start + lastTask.ms : 0) }
}

async function measureSlowPhone(browser: Browser, url: string) {
  const { context, page } = await firstVisit(browser, url, PHONE, visits.resident?.identifier)
  const cdp = await context.newCDPSession(page)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
  const { lcp, blocking, interactive } = await openDashboard(context, page, url)
  return { slow_cpu_lcp_ms: lcp, slow_cpu_blocking_ms: blocking, slow_cpu_interactive_ms: interactive }
}

async function measureSlowNetwork(browser: Browser, url: string) {
  const { context, page } = await firstVisit(browser, url, PHONE, visits.resident?.identifier)
  const cdp = await context.newCDPSession(page)
  await cdp.send('Network.enable')
  await cdp.send('Network.emulateNetworkConditions', SLOW_3G)
  const { lcp, interactive } = await openDashboard(context, page, url)
  return { slow_3g_lcp_ms: lcp, slow_3g_interactive_ms: interactive }
}

/** Returns the median of each figure over {@link RUNS} runs. */
async function measureRuns<T extends Record<string, number>>(run: () => Promise<T>): Promise<T> {
  const all: T[] = []
  for (let n = 0; n < RUNS; n += 1) all.push(await run())
  const names = Object.keys(all[0] ?? {})
  const medians = names.map((name) => [
    name,
    round(
      percentile(
        all.map((load) => load[name] ?? Number.NaN),
        0.5,
      ),
      0,
    ),
  ])
  return Object.fromEntries(medians)
}

/**
 * Opens a window with an empty cache, signed in with an `identifier`.
 * Blocks service workers, whose requests would count.
 */
async function firstVisit(browser: Browser, url: string, viewport: typeof PHONE, identifier?: string) {
  const context = await browser.newContext({ viewport, serviceWorkers: 'block' })
  if (identifier) {
    const answer = await context.request.post(`${url}/api/auth/demo-login`, { data: { identifier } })
    if (!answer.ok()) throw new Error(`${identifier} could not sign in: ${answer.status()}`)
    const { user, token } = await answer.json()
    await context.addInitScript(
      (session) => localStorage.setItem('wastesense_auth', session),
      JSON.stringify({ user, token }),
    )
  }
  await context.addInitScript(watchPaints)
  return { context, page: await context.newPage() }
}

interface Watched {
  watched: { lcp: number; tasks: { start: number; ms: number }[] }
}

/**
 * Runs in the browser page.
 * Records the largest contentful paint and every long task.
 */
function watchPaints(): void {
  const watched: Watched['watched'] = { lcp: 0, tasks: [] }
  Object.assign(globalThis, { watched })
  new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntries()) watched.lcp = startTime
  }).observe({ type: 'largest-contentful-paint', buffered: true })
  new PerformanceObserver((list) => {
    for (const { startTime: start, duration: ms } of list.getEntries()) watched.tasks.push({ start, ms })
  }).observe({ type: 'longtask', buffered: true })
}
