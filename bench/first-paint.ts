/** first-paint: how soon a recycler's dashboard over the demo's year shows its largest part, where the processor is four times slower. */
import type { Browser } from 'playwright-core'
import { DESKTOP, PHONE } from '../e2e/browser.ts'
import { inFolder, percentile, round } from './measure.ts'
import { spawnServer, untilStill } from './server.ts'
import { firstVisit, slowDown, startRealBrowser, type Watched } from './visit.ts'

const VISITS = 5
const SCREENS = { desktop: DESKTOP, phone: PHONE }
/** What counts up does so for 2.5 s; nothing larger is painted after it. */
const QUIET_MS = 6_000

export default async function bench() {
  const browser = await startRealBrowser()
  return inFolder(async (folder) => {
    const server = await spawnServer(folder, { SEED_HISTORY: 'year' }).ready
    try {
      await untilStill(server.url)
      const figures: Record<string, unknown> = { visits: VISITS }
      for (const [name, viewport] of Object.entries(SCREENS)) {
        const paints: Watched['watched'][] = []
        for (let n = 0; n < VISITS; n += 1) paints.push(await visit(browser, server.url, viewport))
        const all = paints.map(({ lcp }) => round(lcp, 0))
        figures[`${name}_lcp_p50_ms`] = percentile(all, 0.5)
        figures[`${name}_lcp_all_ms`] = all.join(' ')
        figures[`${name}_largest`] = [...new Set(paints.map(({ largest }) => largest))].join(', ')
      }
      return figures
    } finally {
      await browser.close()
      await server.stop()
    }
  })
}

async function visit(browser: Browser, url: string, viewport: typeof PHONE) {
  const { context, page } = await firstVisit(browser, url, viewport, 'REC001')
  await slowDown(context, page)
  await page.goto(`${url}/recycler/dashboard`)
  // Whoever looks for an element meanwhile takes the page's time: it is looked for once all is painted.
  await page.waitForTimeout(QUIET_MS)
  await page.getByRole('heading', { name: 'Recycling Analytics Dashboard' }).waitFor()
  const { watched } = await page.evaluate(() => ({ watched: (globalThis as unknown as Watched).watched }))
  await context.close()
  return watched
}
