/** scrolling: a dispatcher scrolls through 5,000 open reports, 60 px a frame, in a real browser: how many frames come, and what each costs. */
import type { Browser, Page } from 'playwright-core'
import { DESKTOP } from '../e2e/browser.ts'
import { reportAll } from '../e2e/city-of-reports.ts'
import { openHere, registerMany } from './arrange.ts'
import { inFolder, percentile, round } from './measure.ts'
import { spawnServer, untilStill } from './server.ts'
import { firstVisit, startRealBrowser } from './visit.ts'

const REPORTS = 5_000
const ROUNDS = 3
const FRAMES = 400
const STEP_PX = 60
/** A frame of 60 a second, and half of the next: one was left out. */
const DROPPED_MS = 25

type Part = 'script' | 'style' | 'layout' | 'paint'

/** What a browser's trace calls the parts of a frame; what else the main thread does is told in the whole alone. */
const PARTS: Readonly<Record<string, Part>> = {
  FunctionCall: 'script',
  UpdateLayoutTree: 'style',
  Layout: 'layout',
  PrePaint: 'paint',
  Paint: 'paint',
  Layerize: 'paint',
  Commit: 'paint',
}
/** The last of a frame: it is handed to what shows it. */
const DRAWN = 'Commit'
const CATEGORIES = ['toplevel', 'devtools.timeline', 'disabled-by-default-devtools.timeline']

interface TraceEvent {
  name: string
  ph: string
  pid: number
  tid: number
  /** When it began, and how long it took, in µs. */
  ts: number
  dur?: number
  /** The thread's own time, in µs: who else takes the cores does not lengthen it. */
  tdur?: number
}

type Cost = Record<'all' | Part, number>

/** Runs in the page: scrolls so far in each frame; answers the time between frames (ms). */
async function scroll({ frames, step }: { frames: number; step: number }): Promise<number[]> {
  const rows = document.querySelector('table[role="grid"]')?.parentElement
  if (!rows) throw new Error('The board has no table of reports.')
  const from = rows.scrollTop
  const between: number[] = []
  let last = await new Promise(requestAnimationFrame)
  for (let n = 1; n <= frames; n += 1) {
    rows.scrollTop = from + n * step
    const now = await new Promise(requestAnimationFrame)
    between.push(now - last)
    last = now
  }
  return between
}

const none = (): Cost => ({ all: 0, script: 0, style: 0, layout: 0, paint: 0 })

/** What each frame cost the thread that draws, in ms of its own time. What one part does within another is the inner one's. */
function costs(events: readonly TraceEvent[]): Cost[] {
  const draws = events.find(({ name }) => name === DRAWN)
  const own = events
    .filter(({ ph, pid, tid, tdur }) => ph === 'X' && tdur !== undefined && pid === draws?.pid && tid === draws.tid)
    .sort((a, b) => a.ts - b.ts || (b.dur ?? 0) - (a.dur ?? 0))
  const found: Cost[] = []
  let frame = none()
  const around: { until: number; part: Part | undefined }[] = []
  for (const { name, ts, dur = 0, tdur = 0 } of own) {
    while ((around.at(-1)?.until ?? ts + 1) <= ts) around.pop()
    const ms = tdur / 1_000
    const outer = around.at(-1)?.part
    const part = PARTS[name] ?? outer
    if (around.length === 0) frame.all += ms
    if (part !== outer) {
      if (part) frame[part] += ms
      if (outer) frame[outer] -= ms
    }
    around.push({ until: ts + dur, part })
    if (name !== DRAWN) continue
    found.push(frame)
    frame = none()
  }
  return found
}

async function openBoard(browser: Browser, url: string): Promise<Page> {
  const { page } = await firstVisit(browser, url, DESKTOP, 'DISP001')
  await page.goto(`${url}/dispatcher/dashboard`)
  const rows = page.getByRole('grid', { name: /^Active reports/ })
  await rows.and(page.locator(`[aria-rowcount="${REPORTS + 1}"]`)).waitFor()
  // The room of those that are not drawn; then the hand comes over a row.
  await rows.locator('tbody > tr:not([data-report])').waitFor({ state: 'attached' })
  await rows.locator('[data-report]').nth(4).hover()
  return page
}

export default async function bench() {
  const browser = await startRealBrowser()
  return inFolder(async (folder) => {
    const { kernel, close } = await openHere(folder)
    await reportAll(kernel, await registerMany(kernel, 'resident', REPORTS))
    await close()
    const server = await spawnServer(folder).ready
    try {
      await untilStill(server.url)
      const page = await openBoard(browser, server.url)
      const between: number[] = []
      const frames: Cost[] = []
      const scrolled = () => page.evaluate(scroll, { frames: FRAMES, step: STEP_PX })
      for (let n = 0; n < ROUNDS; n += 1) {
        // How many come is counted while nobody traces: a trace is work of its own.
        between.push(...(await scrolled()))
        await browser.startTracing(page, { categories: CATEGORIES })
        await scrolled()
        const trace = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] }
        frames.push(...costs(trace.traceEvents).slice(0, FRAMES))
      }
      const of = (part: keyof Cost, share: number) =>
        percentile(
          frames.map((frame) => frame[part]),
          share,
        )
      const parts = ['all', 'script', 'style', 'layout', 'paint'] as const
      return {
        frames: between.length,
        frames_per_s: round((between.length * 1_000) / between.reduce((sum, ms) => sum + ms, 0), 1),
        dropped: between.filter((ms) => ms > DROPPED_MS).length,
        ...Object.fromEntries(parts.map((part) => [`${part}_cpu_ms`, `p50 ${of(part, 0.5)} p95 ${of(part, 0.95)}`])),
      }
    } finally {
      await browser.close()
      await server.stop()
    }
  })
}
