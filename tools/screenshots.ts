/**
 * Runs `npm run screenshots [-- NAME…]`: takes the screenshots of README and docs.
 * Starts the demo with its simulated year in a temporary folder.
 * Uses the system's Chromium.
 */
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Browser, Page } from 'playwright-core'
import sharp from 'sharp'
import { launchBrowser, PHONE } from '../tests/journeys/browser.ts'
import { startWasteSense } from '../tests/journeys/running-app.ts'
import { signIn } from './screenshots/demo-calls.ts'
import { SCREENS, type Screen } from './screenshots/screens.ts'
import { writeSourceDigests } from './screenshots/sources.ts'

const FOLDER = path.join(import.meta.dirname, '../docs/screenshots')
const WEBP = { quality: 84, effort: 6 }
const MAX_BYTES = 200_000
/**
 * Time limit in ms for a whole run.
 * Single waits have no limit, so a run could hang forever.
 */
const TIMEOUT_MS = 120_000

/** Opens a window that is signed in as the screen's account. */
async function openWindow(browser: Browser, url: string, { account, viewport, theme }: Screen): Promise<Page> {
  const context = await browser.newContext({
    viewport,
    deviceScaleFactor: viewport === PHONE ? 2 : 1,
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
  })
  context.setDefaultTimeout(TIMEOUT_MS)
  const stored = { wastesense_auth: JSON.stringify(await signIn(url, account)), wastesense_theme: theme }
  await context.addInitScript((items) => {
    for (const [key, value] of Object.entries(items)) localStorage.setItem(key, value)
  }, stored)
  return context.newPage()
}

/**
 * Runs inside the page.
 * Returns whether everything visible has loaded.
 */
function isComplete(): boolean {
  const waiting = document.querySelectorAll('[aria-busy="true"], .mantine-Skeleton-root, .mantine-Loader-root')
  const isInSight = (element: Element) => {
    const { top, bottom, width } = element.getBoundingClientRect()
    return width > 0 && bottom > 0 && top < innerHeight
  }
  return document.fonts.status === 'loaded' && ![...waiting].some(isInSight)
}

async function photograph(browser: Browser, url: string, screen: Screen): Promise<void> {
  const address = await screen.open(url)
  const page = await openWindow(browser, url, screen)
  await page.goto(url + address)
  await screen.shown(page)
  await page.waitForFunction(isComplete)
  const file = path.join(FOLDER, `${screen.name}.webp`)
  await sharp(await page.screenshot({ animations: 'disabled', caret: 'hide' }))
    .webp(WEBP)
    .toFile(file)
  await page.context().close()
  const { size } = statSync(file)
  if (size > MAX_BYTES) throw new Error(`${file} has ${size} bytes; at most ${MAX_BYTES} are allowed.`)
  console.log(`${path.relative('.', file)}  ${Math.round(size / 1_000)} kB`)
}

function fail(sentence: string): never {
  console.error(sentence)
  process.exit(1)
}

const names = process.argv.slice(2)
const unknown = names.find((name) => !SCREENS.some((screen) => screen.name === name))
if (unknown) fail(`There is no screenshot ${unknown}. There are ${SCREENS.map(({ name }) => name).join(', ')}.`)
const screens = SCREENS.filter(({ name }) => names.length === 0 || names.includes(name))

const browser = (await launchBrowser()) ?? fail('The screenshots need Chromium on the path.')
const dataDir = mkdtempSync(path.join(tmpdir(), 'wastesense-screenshots-'))
process.once('exit', () => rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 }))
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1))
console.log('Starting the demo with its simulated year…')
const demo = await startWasteSense({ env: { SEED: 'demo', SEED_HISTORY: 'year', DATA_DIR: dataDir } })
try {
  for (const screen of screens) await photograph(browser, demo.url, screen)
  writeSourceDigests(screens)
} finally {
  await browser.close()
  await demo.clear()
}
