/** Starts Chromium for tests, and checks pages for errors and accessibility. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { type Browser, chromium, type Frame, type Locator, type Page } from 'playwright-core'
import type { TextLocale } from '#contract/languages/locales.ts'
import { POLL_TIMEOUT_MS } from '#tests/fixtures/poll-limits.ts'
import { CHROMIUMS, findProgram } from '#tests/fixtures/programs.ts'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

let started: Promise<Browser | undefined> | undefined

/**
 * Returns Chromium, or undefined if it is not installed.
 * The summary of the test run reports a missing Chromium.
 * Test files in one process share the browser, but windows have separate storage.
 * Each file ends with {@link closeBrowserContexts}.
 */
export async function startBrowser(): Promise<Browser | undefined> {
  const known = started
  const browser = await known
  if (known && (!browser || browser.isConnected())) return browser
  // Start the browser if it is not running or has crashed.
  // A crash fails only the present test file.
  if (started === known) started = launchBrowser(CHROMIUMS, SHORT_RUN_FLAGS)
  return started
}

/**
 * Flags for short test runs.
 * The tests end before optimised compilation is worth its time.
 * A large memory for new objects avoids most garbage collections.
 */
const SHORT_RUN_FLAGS = ['--js-flags=--no-maglev --no-turbofan --single-threaded-gc --min-semi-space-size=32']

/** Starts a separate instance of the first installed Chromium. */
export async function launchBrowser(
  names: readonly string[] = CHROMIUMS,
  more: readonly string[] = [],
): Promise<Browser | undefined> {
  const executablePath = findProgram(...names)
  if (!executablePath) return undefined
  const args = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking', '--no-first-run']
  return chromium.launch({ executablePath, args: [...args, ...more] })
}

/** Closes all windows of a test file, even after failures. */
export async function closeBrowserContexts(browser: Browser | undefined): Promise<void> {
  await Promise.all((browser?.contexts() ?? []).map((context) => context.close()))
}

export const PHONE = { width: 390, height: 844 }
export const DESKTOP = { width: 1440, height: 900 }
export type Theme = 'dark' | 'light'

/**
 * Window sizes and themes in which screens are checked.
 * Each size has only one theme, because checking all combinations finds no more errors.
 */
export const SCREEN_VARIANTS = [
  { theme: 'dark', name: 'phone', viewport: PHONE },
  { theme: 'light', name: 'desktop', viewport: DESKTOP },
] as const

/** Theme and optional new size of a window. */
interface Look {
  theme: Theme
  viewport?: typeof PHONE
}

/** Dark and light theme, both without a change of the window's size. */
export const THEME_VARIANTS: readonly Look[] = [{ theme: 'dark' }, { theme: 'light' }]

export interface WindowOptions {
  /** Language chosen in this browser, whose own language is English. */
  language?: TextLocale
  /** Whether the window has touch instead of a mouse. */
  hasTouch?: boolean
  /**
   * Allows the service worker, which prefetches the app.
   * It is off by default, because prefetching takes most of the time in which a first page loads.
   */
  keepsApp?: boolean
  /**
   * Whether the page draws the map instead of showing tables.
   * Off by default: drawing takes a third of the time of a dispatcher's screen.
   */
  drawsMap?: boolean
}

/** Opens a page with separate storage and collects its errors. */
export async function openWindow(
  browser: Browser,
  viewport: typeof PHONE,
  theme: Theme = 'dark',
  { hasTouch = false, keepsApp = false, drawsMap = false, language }: WindowOptions = {},
) {
  const device = { hasTouch, isMobile: hasTouch }
  const serviceWorkers = keepsApp ? 'allow' : 'block'
  const context = await browser.newContext({
    locale: 'en-GB',
    viewport,
    reducedMotion: 'reduce',
    serviceWorkers,
    ...device,
  })
  await context.addInitScript((scheme) => localStorage.setItem('wastesense_theme', scheme), theme)
  if (language) await context.addInitScript((locale) => localStorage.setItem('wastesense_language', locale), language)
  if (!drawsMap) await context.addInitScript(disableWebGl)
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

/** Disables WebGL in the page. */
function disableWebGl(): void {
  const draw = HTMLCanvasElement.prototype.getContext as (kind: string, ...rest: unknown[]) => unknown
  Object.assign(HTMLCanvasElement.prototype, {
    getContext(this: HTMLCanvasElement, kind: string, ...rest: unknown[]) {
      return kind.startsWith('webgl') ? null : draw.call(this, kind, ...rest)
    },
  })
}

/** Blocks the app's scripts until the returned function is called. */
export async function blockScripts(page: Page): Promise<() => void> {
  const { promise: held, resolve: come } = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await held
    await route.continue()
  })
  return come
}

/** Scrolls down to load all sections, then back up. */
export async function scrollThrough(page: Page | Frame): Promise<void> {
  await page.evaluate(async () => {
    for (let looked = 0; looked < 100; looked++) {
      const waiting = document.querySelector('section[aria-busy="true"]')
      if (!waiting) break
      waiting.scrollIntoView()
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    window.scrollTo(0, 0)
    // Wait for animations, because a colour change distorts the contrast.
    const passing = document
      .getAnimations()
      .filter(
        (animation) => animation.playState === 'running' && animation.effect?.getComputedTiming().endTime !== Infinity,
      )
    await Promise.allSettled(passing.map((animation) => animation.finished))
  })
}

/**
 * Waits until all visible panels have loaded and have their final height.
 * Until then, buttons move, and the app ignores clicks on moving buttons.
 */
export async function waitForPanels(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    [...document.querySelectorAll('main [aria-busy="true"], main .mantine-Skeleton-root')].every(
      (loading) => loading.getBoundingClientRect().top > window.innerHeight,
    ),
  )
  await page.evaluate(() => document.fonts.ready)
}

/** Waits for pending requests and visible panels. */
export async function waitForFinalLayout(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  await waitForPanels(page)
}

/** Clicks every button that the locator finds now, without waiting. */
export const clickAll = (buttons: Locator): Promise<void> =>
  buttons.evaluateAll((found) => {
    for (const button of found) if (button instanceof HTMLElement) button.click()
  })

/** Rules of the accessibility checker axe that depend on the theme's colours. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block']

/**
 * Returns ids and targets of axe's accessibility violations, which no screen may have.
 * The dark theme is checked by all rules, the light one only for colours.
 */
export async function axeViolations(page: Page | Frame, theme: Theme = 'dark', part?: string): Promise<string[]> {
  await scrollThrough(page)
  // Evaluate axe, because the page's security policy forbids it as a script.
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
      // Halves axe's run time: it reports only violations and loads no style sheets.
      // Only axe's experimental rules need style sheets.
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

/** Returns the accessibility violations (axe) in several themes and window sizes, without a reload. */
export async function axeViolationsIn(page: Page, looks: readonly Look[], part?: string): Promise<string[]> {
  const found: string[] = []
  for (const { theme, viewport } of looks) {
    if (viewport) await page.setViewportSize(viewport)
    await changeTheme(page, theme)
    for (const violation of await axeViolations(page, theme, part)) found.push(`${theme}: ${violation}`)
  }
  return found
}

/** Simulates a theme change in another window of the browser. */
async function changeTheme(page: Page, theme: Theme): Promise<void> {
  await page.evaluate((newValue) => {
    const key = 'wastesense_theme'
    localStorage.setItem(key, newValue)
    dispatchEvent(new StorageEvent('storage', { key, newValue, storageArea: localStorage }))
  }, theme)
  await page.locator(`html[data-mantine-color-scheme="${theme}"]`).waitFor()
}
