/** A first visit as somebody has it: a real browser that has kept nothing, signed in, maybe on a slow processor, its paints watched. */
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { launchBrowser, type PHONE } from '../e2e/browser.ts'

/** As people have them: what draws no windows would paint sooner. */
const BROWSERS = ['chromium', 'chromium-browser', 'google-chrome', 'chromium-headless-shell']
/** A phone of the lower middle class against this machine, as Lighthouse takes it. */
const CPU_SLOWDOWN = 4

export async function startRealBrowser(): Promise<Browser> {
  const browser = await launchBrowser(BROWSERS)
  if (!browser) throw new Error('This bench needs Chromium on the path.')
  return browser
}

export async function slowDown(context: BrowserContext, page: Page): Promise<void> {
  const cdp = await context.newCDPSession(page)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
}

/** A browser that has kept nothing, signed in as this account. The worker's own fetches are no part of a first load. */
export async function firstVisit(browser: Browser, url: string, viewport: typeof PHONE, identifier?: string) {
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

export interface Watched {
  watched: { lcp: number; largest: string; tasks: { start: number; ms: number }[] }
}

/** Runs in the page: the largest paint so far, and every long task. */
function watchPaints(): void {
  const watched: Watched['watched'] = { lcp: 0, largest: '', tasks: [] }
  Object.assign(globalThis, { watched })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { element } = entry as PerformanceEntry & { element: Element | null }
      watched.lcp = entry.startTime
      watched.largest = element ? `${element.tagName.toLowerCase()} '${element.textContent.slice(0, 40)}'` : ''
    }
  }).observe({ type: 'largest-contentful-paint', buffered: true })
  new PerformanceObserver((list) => {
    for (const { startTime: start, duration: ms } of list.getEntries()) watched.tasks.push({ start, ms })
  }).observe({ type: 'longtask', buffered: true })
}
