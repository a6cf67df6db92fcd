/** A real Chromium for the journeys, without windows where there is such a one, and what every journey asks of a page: no errors, no accessibility violations. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { type Browser, chromium, type Frame, type Locator, type Page } from 'playwright-core'
import { POLL_TIMEOUT_MS } from '#platform/testing/poll-limits.ts'
import { CHROMIUMS, findProgram } from '#platform/testing/programs.ts'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

let started: Promise<Browser | undefined> | undefined

/**
 * Chromium, or undefined where there is none (the run names that at its end). Files that share a process share it: each ends
 * with {@link closeWindows}, and the browser with the process. No window knows of another's storage.
 */
export async function startBrowser(): Promise<Browser | undefined> {
  const known = started
  const browser = await known
  if (known && (!browser || browser.isConnected())) return browser
  // None yet, or it crashed: the file in which it did says so, and is no other's concern.
  if (started === known) started = launchBrowser(CHROMIUMS, SHORT_LIVED)
  return started
}

/**
 * A journey's window is closed before its scripts have earned what it costs to compile them well, and mostly before its first garbage
 * has to go, if there is room for it.
 */
const SHORT_LIVED = ['--js-flags=--no-maglev --no-turbofan --single-threaded-gc --min-semi-space-size=32']

/** One of one's own: the first of these of the system's Chromiums. */
export async function launchBrowser(
  names: readonly string[] = CHROMIUMS,
  more: readonly string[] = [],
): Promise<Browser | undefined> {
  const executablePath = findProgram(...names)
  if (!executablePath) return undefined
  const args = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking', '--no-first-run']
  return chromium.launch({ executablePath, args: [...args, ...more] })
}

/** Closes all windows of a file's tests, also those that a failed test left open. */
export async function closeWindows(browser: Browser | undefined): Promise<void> {
  await Promise.all((browser?.contexts() ?? []).map((context) => context.close()))
}

export const PHONE = { width: 390, height: 844 }
export const DESKTOP = { width: 1440, height: 900 }
export type Theme = 'dark' | 'light'

/** How a screen is looked at: in both sizes and both themes; that each size is there in each theme finds nothing more. */
export const LOOKS = [
  { theme: 'dark', name: 'phone', viewport: PHONE },
  { theme: 'light', name: 'desktop', viewport: DESKTOP },
] as const

/** A theme, and the size where it is another than before. */
interface Look {
  theme: Theme
  viewport?: typeof PHONE
}

/** Both themes, in whatever size the window has. */
export const THEMES: readonly Look[] = [{ theme: 'dark' }, { theme: 'light' }]

/** What else a window is to have. */
export interface WindowOptions {
  /** Fingers for a pointer. */
  hasTouch?: boolean
  /**
   * Whether it takes the service worker, which then fetches all that a phone keeps: most of what a window's first page costs,
   * so it is for those tests that are about what the worker does.
   */
  keepsApp?: boolean
  /**
   * Whether it can draw the map; where it can't, the board has the map's tables instead. Drawing is a third of what a dispatcher's
   * board costs to open, so tests that are about something else go without it.
   */
  drawsMap?: boolean
}

/** Opens a page in a window of its own (own storage), and collects whatever goes wrong in it. */
export async function openWindow(
  browser: Browser,
  viewport: typeof PHONE,
  theme: Theme = 'dark',
  { hasTouch = false, keepsApp = false, drawsMap = true }: WindowOptions = {},
) {
  const device = { hasTouch, isMobile: hasTouch }
  const serviceWorkers = keepsApp ? 'allow' : 'block'
  const context = await browser.newContext({ viewport, reducedMotion: 'reduce', serviceWorkers, ...device })
  await context.addInitScript((scheme) => localStorage.setItem('wastesense_theme', scheme), theme)
  if (!drawsMap) await context.addInitScript(takeWebGl)
  context.setDefaultTimeout(POLL_TIMEOUT_MS)
  const page = await context.newPage()
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error' && /Content Security Policy|Uncaught/.test(message.text()))
      errors.push(message.text())
  })
  return { page, errors, context }
}

/** In a page: a canvas draws in two dimensions only. */
function takeWebGl(): void {
  const draw = HTMLCanvasElement.prototype.getContext as (kind: string, ...rest: unknown[]) => unknown
  Object.assign(HTMLCanvasElement.prototype, {
    getContext(this: HTMLCanvasElement, kind: string, ...rest: unknown[]) {
      return kind.startsWith('webgl') ? null : draw.call(this, kind, ...rest)
    },
  })
}

/** The app's scripts do not come before what this gives is called. */
export async function holdScripts(page: Page): Promise<() => void> {
  const { promise: held, resolve: come } = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await held
    await route.continue()
  })
  return come
}

/** Scrolls to what is only fetched when it comes into sight, until all of it stands; then back to the top. */
export async function seeAll(page: Page | Frame): Promise<void> {
  await page.evaluate(async () => {
    for (let looked = 0; looked < 100; looked++) {
      const waiting = document.querySelector('section[aria-busy="true"]')
      if (!waiting) break
      waiting.scrollIntoView()
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    window.scrollTo(0, 0)
    // A colour on its way to another is neither of the two.
    const passing = document
      .getAnimations()
      .filter(
        (animation) => animation.playState === 'running' && animation.effect?.getComputedTiming().endTime !== Infinity,
      )
    await Promise.allSettled(passing.map((animation) => animation.finished))
  })
}

/** Clicks every button that a locator finds at this moment, and waits for none. */
export const clickAll = (buttons: Locator): Promise<void> =>
  buttons.evaluateAll((found) => {
    for (const button of found) if (button instanceof HTMLElement) button.click()
  })

/** What the colours of a theme can break. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block']

/**
 * The ids and targets of axe's violations on the page, or in a frame of it, as it stands; none is what every screen owes. Who looks at the same
 * screens in both themes names the theme: all rules are asked in the dark one, and in the light one those about colours.
 */
export async function axeViolations(page: Page | Frame, theme: Theme = 'dark', part?: string): Promise<string[]> {
  await seeAll(page)
  // Run beside the page's own scripts: the page's policy rightly lets no foreign script in.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE)
  return page.evaluate(
    async ({ part, rules }) => {
      const { axe } = window as unknown as {
        axe: {
          run(
            context: object,
            options: object,
          ): Promise<{ violations: { id: string; nodes: { target: unknown[] }[] }[] }>
        }
      }
      // What passes is not described, and no style sheet is fetched again (for experimental rules only): half the time.
      const { violations } = await axe.run(part ? { include: [part] } : document, {
        resultTypes: ['violations'],
        preload: { assets: ['media'] },
        ...(rules && { runOnly: rules }),
      })
      return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(' ')}`))
    },
    { part, rules: theme === 'light' ? COLOUR_RULES : undefined },
  )
}

/** The violations on the page as it stands, in one look after the other; it is loaded once for all of them. */
export async function axeViolationsIn(page: Page, looks: readonly Look[], part?: string): Promise<string[]> {
  const found: string[] = []
  for (const { theme, viewport } of looks) {
    if (viewport) await page.setViewportSize(viewport)
    await turnTheme(page, theme)
    for (const violation of await axeViolations(page, theme, part)) found.push(`${theme}: ${violation}`)
  }
  return found
}

/** The page is told as by another window of the same browser in which somebody has changed the theme. */
async function turnTheme(page: Page, theme: Theme): Promise<void> {
  await page.evaluate((newValue) => {
    const key = 'wastesense_theme'
    localStorage.setItem(key, newValue)
    dispatchEvent(new StorageEvent('storage', { key, newValue, storageArea: localStorage }))
  }, theme)
  await page.locator(`html[data-mantine-color-scheme="${theme}"]`).waitFor()
}
