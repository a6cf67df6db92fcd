/** Tests exported pictures, tables and printed pages: awkward names and sizes. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { inflateSync } from 'node:zlib'
import type { Browser, Page } from 'playwright-core'
import sharp from 'sharp'
import { build } from 'vite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { renderChartsAsPng } from '#web/ui/charts/chart-picture.ts'
import { call, signIn } from './api-client.ts'
import { closeBrowserContexts, DESKTOP, openWindow, startBrowser, THEME_VARIANTS } from './browser.ts'
import { type RunningApp, startWasteSense } from './running-app.ts'
import { openSignedInPage } from './signed-in.ts'

const browser: Browser | undefined = await startBrowser()
const PNG = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')

/**
 * Returns a PNG's size and first pixel's colour.
 * Throws if undecodable.
 */
async function sizeOf(png: Buffer) {
  expect(png.subarray(0, 8)).toEqual(PNG)
  const { data, info } = await sharp(png).raw().toBuffer({ resolveWithObject: true })
  return { width: info.width, height: info.height, first: [...data.subarray(0, 3)] }
}

describe.skipIf(!browser)('a picture of charts', () => {
  const built = mkdtempSync(path.join(tmpdir(), 'exports-'))
  const ADDRESS = 'http://charts.example/'
  const PAGE =
    '<!doctype html><main></main><script type="module">import { renderChartsAsPng } from "/picture.js"; Object.assign(window, { renderChartsAsPng })</script>'
  let page: Page
  beforeAll(async () => {
    const lib = { entry: 'web/src/ui/charts/chart-picture.ts', formats: ['es' as const], fileName: 'picture' }
    await build({ configFile: false, logLevel: 'error', build: { lib, outDir: built, emptyOutDir: true } })
    page = (await openWindow(browser as Browser, DESKTOP, 'dark')).page
    await page.route(`${ADDRESS}**`, (route) =>
      route.request().url() === ADDRESS
        ? route.fulfill({ contentType: 'text/html', body: PAGE })
        : route.fulfill({ contentType: 'text/javascript', body: readFileSync(path.join(built, 'picture.js')) }),
    )
    await page.goto(ADDRESS)
  })
  afterAll(async () => {
    await closeBrowserContexts(browser)
    rmSync(built, { recursive: true })
  })

  /**
   * Exports a chart with `rows` rows as a picture.
   * Each row has the label `label`.
   */
  async function drawn({ title, label = title, rows }: { title: string; label?: string; rows: number }) {
    const text = await page.evaluate(
      async ([title, label, rows]) => {
        const main = document.querySelector('main') as HTMLElement
        main.replaceChildren()
        if (rows > 0) {
          const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg')
          svg.setAttribute('role', 'group')
          svg.setAttribute('aria-label', label)
          svg.setAttribute('width', '800')
          svg.setAttribute('height', String(rows * 20))
          svg.style.display = 'block'
          for (let row = 0; row < rows; row++) {
            const line = document.createElementNS('http://www.w3.org/2000/svg', 'text')
            line.setAttribute('y', String(row * 20 + 15))
            line.textContent = label
            svg.append(line)
          }
          main.append(svg)
        }
        const blob = await (window as unknown as { renderChartsAsPng: typeof renderChartsAsPng }).renderChartsAsPng(
          main,
          title,
        )
        if (!blob) return undefined
        const bytes = new Uint8Array(await blob.arrayBuffer())
        return Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')
      },
      [title, label, rows] as const,
    )
    return text === undefined ? undefined : sizeOf(Buffer.from(text, 'latin1'))
  }

  it.each([
    ['Ɛdwuma ŋɔ, Ɔdɔ'],
    ['🚛 ♻️ 👩🏾‍🔧'],
    ['\u200fمرحبا\u200e שלום'],
    ['=HYPERLINK("http://x","y") <b>&amp; \'"'],
    ['no letters: \ufffe \uffff \u0001 \ud800'],
    ['long '.repeat(40)],
  ])('is drawn of what is called %j', async (title) => {
    expect(await drawn({ title, rows: 3 })).toMatchObject({ width: 1_696, height: 2 * (24 + 28 + 60 + 28 + 24) })
  })

  it('is smaller for each row where browsers draw none so large', async () => {
    const size = await drawn({ title: 'All', rows: 10_000 })
    expect(size?.height).toBe(16_384)
    expect(size?.width).toBeGreaterThan(50)
    const { width = 0, height = 0 } = (await drawn({ title: 'All', rows: 500 })) ?? {}
    expect(height).toBeGreaterThan(10_000)
    expect(width * height).toBeLessThanOrEqual(4_096 ** 2)
  })

  it('is none where there is no chart', async () => {
    expect(await drawn({ title: 'All', rows: 0 })).toBeUndefined()
  })
})

/** Returns a PDF's letters, from its fonts' Unicode tables. */
function lettersOf(pdf: Buffer): Set<string> {
  const letters = new Set<string>()
  const add = (hex: string, by = 0) => {
    const units = (hex.match(/.{4}/g) ?? []).map((unit) => Number.parseInt(unit, 16))
    letters.add(String.fromCharCode(...units.with(-1, (units.at(-1) ?? 0) + by)))
  }
  const text = pdf.toString('latin1')
  for (const { 0: head, index } of text.matchAll(/stream\r?\n/g)) {
    const from = index + head.length
    const stream = pdf.subarray(from, text.indexOf('endstream', from))
    // Unpack the PDF's zlib streams, which start with this byte.
    // Other streams contain no table that maps glyphs to Unicode.
    const map = stream[0] === 0x78 ? inflateSync(stream).toString('latin1') : ''
    for (const [, chars = ''] of map.matchAll(/beginbfchar(.*?)endbfchar/gs))
      for (const [, to = ''] of chars.matchAll(/<\w+>\s*<(\w+)>/g)) add(to)
    for (const [, ranges = ''] of map.matchAll(/beginbfrange(.*?)endbfrange/gs))
      for (const [, first = '', last = '', to = ''] of ranges.matchAll(/<(\w+)>\s*<(\w+)>\s*<(\w+)>/g))
        for (let by = 0; by <= Number.parseInt(last, 16) - Number.parseInt(first, 16); by++) add(to, by)
  }
  return letters
}

describe.skipIf(!browser)('what is kept of a site with an awkward name', () => {
  const SITE = '=Ɛdwuma ŋɔ 🚛 \u200fשלום'
  let app: RunningApp

  beforeAll(async () => {
    app = await startWasteSense()
    const token = await signIn(app, 'DISP001')
    const { config } = (await call(app, 'configuration', { token })).body
    const dumping_sites = config.dumping_sites.map((site: { id: string }) =>
      site.id === 'WS001' ? { ...site, name: SITE } : site,
    )
    const ok = async (reply: ReturnType<typeof call>) => {
      const { status, text, body } = await reply
      expect(status, text).toBeLessThan(300)
      return body
    }
    // With `compositionDateShiftHours: 24`, composition records count for the next day.
    // The composition's trend then ends one day earlier.
    await ok(
      call(app, 'saveConfiguration', { token, body: { config: { dumping_sites, compositionDateShiftHours: 24 } } }),
    )
    await ok(
      call(app, 'updateComposition', { token, id: 'WS001', body: { paper: 60, metal: 40, currentCapacity: 300 } }),
    )
    const truck = { truckId: 'T001', facilityId: 'WS001', zone: 'Ablekuma North', status: 'in-transit', weight: 450 }
    const { delivery } = await ok(call(app, 'createDelivery', { token, body: truck }))
    await ok(call(app, 'moveDelivery', { token, id: delivery.id, body: { status: 'arrived' } }))
  })
  afterAll(async () => {
    await closeBrowserContexts(browser)
    await app?.clear()
  })

  const fetched = async (page: Page, press: () => Promise<void>): Promise<{ name: string; bytes: Buffer }> => {
    const [download] = await Promise.all([page.waitForEvent('download'), press()])
    return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) }
  }

  it.each(THEME_VARIANTS)('is a picture and a table in the $theme theme', async ({ theme }) => {
    const { page, errors, context } = await openSignedInPage(browser as Browser, app, 'REC001', {
      path: '/recycler/insights',
      theme,
    })
    await page.getByLabel('Site Filter').selectOption('WS001')
    const trend = page.getByRole('region', { name: 'Trend Analysis (30 Days)' })
    await trend.getByRole('group', { name: /^Weight Trend/ }).waitFor()
    const png = await fetched(page, () => trend.getByRole('button', { name: /as PNG$/ }).click())
    expect(png.name).toMatch(/^waste-trend-ɛdwuma-ŋɔ-שלום-\d{4}-\d\d-\d\d\.png$/)
    const { width, height, first } = await sizeOf(png.bytes)
    expect(Math.min(width, height)).toBeGreaterThan(500)
    const isDark = Math.max(...first) < 100
    expect(isDark).toBe(theme === 'dark')
    const csv = await fetched(page, () => trend.getByRole('button', { name: /as CSV$/ }).click())
    expect(csv.name).toMatch(/^waste-trend-ɛdwuma-ŋɔ-שלום-.+\.csv$/)
    expect(csv.bytes.toString()).toContain(`,'${SITE},`)
    expect(errors).toEqual([])
    await context.close()
  })

  it('is printed black on white with all its letters, and without a load, too', async () => {
    const { page, errors, context } = await openSignedInPage(browser as Browser, app, 'REC001', {
      path: '/recycler/statement',
      theme: 'dark',
    })
    await page.getByText(SITE).first().waitFor()
    await page.getByText('0.45 t', { exact: true }).first().waitFor()
    const print = () => page.pdf({ preferCSSPageSize: true, printBackground: true })
    const letters = lettersOf(await print())
    for (const letter of 'Ɛdwumaŋɔשלום') expect(letters).toContain(letter)
    expect(await page.evaluate(() => matchMedia('print').matches)).toBe(false)
    await page.emulateMedia({ media: 'print' })
    await expect
      .poll(() => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor))
      .toBe('rgb(255, 255, 255)')
    await page.emulateMedia({ media: 'screen' })
    await page.getByRole('button', { name: 'Previous month' }).click()
    await page.getByText(/^Nothing arrived in /).waitFor()
    expect(lettersOf(await print())).toContain('N')
    expect(errors).toEqual([])
    await context.close()
  })
})
