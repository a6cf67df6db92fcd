/** first-load: what a first visit costs. Kilobytes per role's dashboard, and how soon a slow phone shows and obeys. */
import { gzipSync } from 'node:zlib'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { DEMO_ACCOUNTS } from '#contract/city/demo.ts'
import { PHONE } from '../e2e/browser.ts'
import { firstLoadBytes } from './first-files.ts'
import { inFolder, percentile, round } from './measure.ts'
import { spawnServer } from './server.ts'
import { firstVisit, slowDown, startRealBrowser, type Watched } from './visit.ts'

const RUNS = 3

/** Who opens what. */
const visits: Record<string, { identifier?: string; path: string }> = {
  login: { path: '/login' },
  ...Object.fromEntries(
    DEMO_ACCOUNTS.toReversed().map(({ role, identifier }) => [role, { identifier, path: `/${role}/dashboard` }]),
  ),
}

/** The browser tools' profile 'Slow 3G': 400 kbit/s both ways, 2 s for every round trip. */
const SLOW_3G = { offline: false, downloadThroughput: 50_000, uploadThroughput: 50_000, latency: 2_000 }
/** A task blocks for as long as it lasts beyond this (web.dev, Total Blocking Time). */
const LONG_TASK_MS = 50
const QUIET_MS = 1_500

export default async function bench() {
  const browser = await startRealBrowser()
  return inFolder(async (folder) => {
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
    figures[`${name}_js_css_gzip_kb`] = round(firstLoadBytes(address) / 1024, 1)
    const { context, page } = await firstVisit(browser, url, PHONE, identifier)
    const files = new Map<string, Promise<Buffer>>()
    page.on('response', (response) => {
      if (/\.(js|css)$/.test(response.url())) files.set(response.url(), response.body())
    })
    await page.goto(url + address, { timeout: 90_000 })
    await page.getByRole('heading').first().waitFor({ timeout: 90_000 })
    await page.waitForTimeout(QUIET_MS)
    const bytes = (await Promise.all(files.values())).map((body) => gzipSync(body).length)
    // With what follows by itself once the screen stands: what is in sight below its head, and the outbox.
    figures[`${name}_with_what_follows_kb`] = round(bytes.reduce((sum, size) => sum + size, 0) / 1024, 1)
    await context.close()
  }
  return figures
}

/** Opens the resident's dashboard and waits until its button can be pressed. */
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
  await slowDown(context, page)
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

/** The median of each figure over some runs. */
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
