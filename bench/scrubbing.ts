/** scrubbing: an auditor draws the timeline's handle to and fro over the demo's year, in a real browser: how many frames and moments come. */
import type { Page } from 'playwright-core'
import { DESKTOP } from '../e2e/browser.ts'
import { inFolder, percentile, round } from './measure.ts'
import { spawnServer, untilStill } from './server.ts'
import { firstVisit, startRealBrowser } from './visit.ts'

const ROUNDS = 3
const ROUND_MS = 8_000
/** A mouse says where it is about so often. */
const MOVES_PER_SECOND = 60
/** From the one end of the timeline to the other. */
const SWEEP_MS = 4_000
/** The history is read for the first time. */
const READ_WITHIN = { timeout: 120_000 }

interface Seen {
  seen: { frames: number[]; moments: number }
}

/** Runs in the page: the time between frames (ms), and how many moments were shown. */
function watch(): void {
  const seen: Seen['seen'] = { frames: [], moments: 0 }
  Object.assign(globalThis, { seen })
  let last = performance.now()
  const frame = (now: number) => {
    seen.frames.push(now - last)
    last = now
    requestAnimationFrame(frame)
  }
  requestAnimationFrame(frame)
  const title = [...document.querySelectorAll('p')].find(({ textContent }) => textContent?.startsWith('Replay of '))
  if (!title) throw new Error('The replay has no title.')
  new MutationObserver(() => {
    seen.moments += 1
  }).observe(title, { childList: true, characterData: true, subtree: true })
}

async function scrub(page: Page): Promise<Seen['seen']> {
  const box = await page.getByRole('slider', { name: 'Moment' }).boundingBox()
  if (!box) throw new Error('The replay has no timeline.')
  const [y, left, width] = [box.y + box.height / 3, box.x + 2, box.width - 4]
  await page.mouse.move(left, y)
  await page.mouse.down()
  await page.evaluate(watch)
  const began = performance.now()
  for (let now = 0; now < ROUND_MS; now = performance.now() - began) {
    const share = (now % SWEEP_MS) / SWEEP_MS
    await page.mouse.move(left + width * (share < 0.5 ? 2 * share : 2 - 2 * share), y)
    await page.waitForTimeout(1_000 / MOVES_PER_SECOND)
  }
  await page.mouse.up()
  return page.evaluate(() => (globalThis as unknown as Seen).seen)
}

export default async function bench() {
  const browser = await startRealBrowser()
  return inFolder(async (folder) => {
    const server = await spawnServer(folder, { SEED_HISTORY: 'year' }).ready
    try {
      await untilStill(server.url)
      const { page } = await firstVisit(browser, server.url, DESKTOP, 'AUD001')
      await page.goto(`${server.url}/auditor/replay/dispatcher/dashboard`)
      await page.getByRole('slider', { name: 'Moment' }).waitFor(READ_WITHIN)
      await page.getByText(/^Replay of .*, not live$/).waitFor(READ_WITHIN)
      const rounds: Seen['seen'][] = []
      for (let n = 0; n < ROUNDS; n += 1) rounds.push(await scrub(page))
      const perSecond = (count: number) => round((count * 1_000) / ROUND_MS, 1)
      const frames = rounds.flatMap(({ frames }) => frames)
      return {
        rounds: ROUNDS,
        frames_per_s: rounds.map(({ frames }) => perSecond(frames.length)).join(' '),
        moments_per_s: rounds.map(({ moments }) => perSecond(moments)).join(' '),
        between_frames_p50_ms: percentile(frames, 0.5),
        between_frames_p99_ms: percentile(frames, 0.99),
        longest_ms: round(Math.max(...frames), 0),
      }
    } finally {
      await browser.close()
      await server.stop()
    }
  })
}
