/** Tests a recycler's day: live dashboard; a monthly statement, printed and saved. */
import { readFile } from 'node:fs/promises'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '#tests/fixtures/eventually.ts'
import { call, signIn } from './api-client.ts'
import {
  closeBrowserContexts,
  DESKTOP,
  scrollThrough,
  startBrowser,
  type Theme,
  waitForFinalLayout,
} from './browser.ts'
import { type RunningApp, startWasteSense } from './running-app.ts'
import { openSignedInPage } from './signed-in.ts'

const browser: Browser | undefined = await startBrowser()

describe.skipIf(!browser)('the recycler’s dashboard', () => {
  let app: RunningApp
  let dispatcher: string

  beforeAll(async () => {
    app = await startWasteSense()
    dispatcher = await signIn(app, 'DISP001')
  })
  afterAll(async () => {
    await closeBrowserContexts(browser)
    await app?.clear()
  })

  const open = (path: string, viewport = DESKTOP, theme?: Theme) =>
    openSignedInPage(browser as Browser, app, 'REC001', { path: `/recycler/${path}`, viewport, theme })
  const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
  /**
   * Returns the summary card with this name.
   * Its figures are animated.
   */
  const card = (page: Page, name: string) =>
    page.locator('dl[aria-label="Today’s figures"] > div').filter({ hasText: name })

  /** Appends an arrived truckload. */
  async function arrive(truckId: string, facilityId: string, load: object): Promise<void> {
    const body = { truckId, facilityId, zone: 'Ablekuma North', status: 'in-transit', ...load }
    const created = await call(app, 'createDelivery', { token: dispatcher, body })
    expect(created.status, created.text).toBe(201)
    const { id } = created.body.delivery
    const moved = await call(app, 'moveDelivery', { token: dispatcher, id, body: { status: 'arrived' } })
    expect(moved.status, moved.text).toBe(200)
  }

  it('shows what the sites hold and what came today, and follows a dispatcher without a reload', async () => {
    const { page, errors, context } = await open('dashboard')
    await page.getByRole('heading', { name: 'Recycling Analytics Dashboard' }).waitFor()
    await page.getByText(/^Live Analytics/).waitFor()
    await page.getByText('2 Sites Active').waitFor()
    await card(page, 'Total Processed Today').getByText('No loads have arrived today.').waitFor()
    // The sites contain 750 t and 500 t.
    // Their shares by material are 40/25/15/10/10 % and 30/30/20/15/5 %.
    // The recycling rate of 92 % excludes organic and other waste.
    await card(page, 'Recycling Rate').getByText('92 %').last().waitFor()
    await card(page, 'Recycling Rate')
      .getByText(/^Share of the waste at the sites that can be recycled/)
      .waitFor()
    const total = panel(page, 'Total Waste Composition')
    await total.getByText('0 kg total waste processed').waitFor()
    const shares = await total.getByRole('list').locator('b').allTextContents()
    expect(shares).toEqual(['36', '27', '17', '12', '8', '0', '0'].map((share) => `${share}\u00a0%`))
    const cards = page.getByRole('region', { name: /^(North|South) Dumping Site$/ })
    await expect
      .poll(() => cards.getByRole('heading').allTextContents())
      .toEqual(['North Dumping Site', 'South Dumping Site'])
    await cards.first().getByText('Your facility').waitFor()
    await page.evaluate(() => Object.assign(window, { isTheSamePage: true }))

    const other = await openSignedInPage(browser as Browser, app, 'DISP001', {
      path: '/dispatcher/dashboard',
    })
    const update = other.page.getByRole('button', { name: 'Update Composition' })
    await eventually(() => update.scrollIntoViewIfNeeded())
    await waitForFinalLayout(other.page)
    await update.click()
    const form = other.page.getByRole('dialog', { name: 'Update Waste Composition' })
    await form.getByLabel('Dumping site').selectOption('WS002')
    for (const [field, part] of Object.entries({ Plastic: 10, Paper: 60, Glass: 20, Metal: 5, Organic: 5 })) {
      await form.getByLabel(`${field} (%)`).fill(String(part))
    }
    await form.getByLabel('Current capacity (tons)').fill('600.5')
    await form.getByRole('button', { name: 'Update Composition' }).click()
    const south = panel(page, 'South Dumping Site')
    await south.getByText('600.5 of 1,000 t').waitFor()
    await south.getByRole('img', { name: 'Paper: 60 %' }).waitFor()
    await total
      .getByText(/weighted by its load \(1,350.5\st in total\)/)
      .first()
      .waitFor()
    expect(await page.evaluate(() => 'isTheSamePage' in window)).toBe(true)
    expect([...errors, ...other.errors]).toEqual([])
    await context.close()
    await other.context.close()
  })

  it('counts what arrives as it arrives, and nothing of what nobody analysed', async () => {
    const { page, errors, context } = await open('dashboard')
    await card(page, 'Total Processed Today').waitFor()
    await arrive('T001', 'WS001', { weight: 1_000, composition: { paper: 50, metal: 25, organic: 25 } })
    await card(page, 'Total Processed Today').getByText('1 load arrived. All measured.').waitFor()
    // 500 kg of paper and 250 kg of metal save 1,575 kWh.
    // They avoid 3.15 t of CO₂.
    await card(page, 'Energy Saved').getByText('1,575 kWh').last().waitFor()
    await panel(page, 'North Dumping Site').getByText('1,000 kg processed today').waitFor()

    await arrive('T002', 'WS002', {})
    await card(page, 'Total Processed Today')
      .getByText('2 loads arrived. 450 kg estimated at 450 kg per load and 75 kg per report.')
      .waitFor()
    await scrollThrough(page)
    const impact = panel(page, 'Environmental Impact Today')
    await impact.getByText('3.15 t').waitFor()
    await impact.getByText('Equals 6,848 miles of driving').waitFor()
    await impact.getByText('53,750 L').waitFor()
    await impact.getByText('Equals a day’s use of 358 people').waitFor()
    await impact.getByText('Not counted: 450 kg that was not analysed.', { exact: false }).waitFor()
    await impact.getByText('Based on EPA and recycling industry research data', { exact: false }).waitFor()
    await impact.getByRole('link', { name: 'Monthly statement' }).click()
    // The page covers the recycler's own site only.
    await page.getByText('1.00 t', { exact: true }).first().waitFor()
    expect(errors).toEqual([])
    await context.close()
  })

  it('is read by keyboard and as a table', async () => {
    const { page, context } = await open('dashboard')
    const total = panel(page, 'Total Waste Composition')
    await total.getByRole('img', { name: /^Plastic: \d+\s%$/ }).focus()
    await page.keyboard.press('ArrowRight')
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toMatch(/^Paper: \d+\s%$/)
    await total.getByRole('button', { name: 'Total Waste Composition: show as table' }).click()
    await expect.poll(() => total.getByRole('table').getByRole('row').count()).toBe(9)
    await context.close()
  })

  it('says only why, in red, when its sites can’t be fetched', async () => {
    const { page, context } = await open('profile')
    await page
      .getByText(/@test\.com/)
      .first()
      .waitFor()
    await context.route('**/api/**', (route) => route.abort())
    await context.routeWebSocket(/socket\.io/, (socket) => socket.close())
    await page.goto(`${app.url}/recycler/dashboard`)
    const alert = page.locator('main').getByRole('alert')
    await alert.waitFor()
    expect(await alert.textContent()).toBe('Failed to fetch waste sites')
    // Holds all calls until the click, so that no poll fetches the sites.
    const { promise: pressed, resolve: release } = Promise.withResolvers<void>()
    await context.route('**/api/**', async (route) => {
      await pressed
      await route.continue()
    })
    await page.getByRole('button', { name: 'Retry' }).click()
    release()
    await page.getByText('2 Sites Active').waitFor()
    await context.unrouteAll({ behavior: 'ignoreErrors' })
    await context.close()
  })

  it('prints and keeps a month, of one site or all', async () => {
    const { page, errors, context } = await open('statement')
    await page.getByText('1.00 t', { exact: true }).first().waitFor()
    await expect
      .poll(() => page.getByLabel('Site').locator('option').allTextContents())
      .toEqual(['North Dumping Site (yours)', 'South Dumping Site', 'All sites'])
    await page.getByLabel('Site').selectOption('all')
    await panel(page, 'By site')
      .getByRole('row', { name: /South Dumping Site 1 0\.00 0\.45 0\.45 0\.45/ })
      .waitFor()
    const rows = await panel(page, 'By material').locator('tbody tr').allTextContents()
    expect(rows).toEqual([
      'Paper0.500.000.5050.00\u00a0%',
      'Metal0.250.000.2525.00\u00a0%',
      'Organic0.250.000.2525.00\u00a0%',
    ])
    await panel(page, 'Environmental impact').getByText('The ranges come from a rule', { exact: false }).waitFor()

    const [download] = await Promise.all([page.waitForEvent('download'), page.getByText('Download CSV').click()])
    const csv = await readFile(await download.path(), 'utf8')
    expect(download.suggestedFilename()).toMatch(/\.csv$/)
    expect(csv.trim().split(/\r?\n/)).toHaveLength(3)

    const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
    expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(1)
    await page.emulateMedia({ media: 'print' })
    expect(await page.getByRole('navigation', { name: 'Screens' }).isVisible()).toBe(false)
    await expect.poll(() => page.evaluate(() => getComputedStyle(document.body).color)).toBe('rgb(0, 0, 0)')
    await page.emulateMedia({ media: 'screen' })

    await page.getByRole('button', { name: 'Previous month' }).click()
    await page.getByText(/^Nothing arrived in /).waitFor()
    await page.getByRole('button', { name: 'Next month' }).click()
    await arrive('T003', 'WS001', { weight: 550 })
    await page.getByText('2.00 t', { exact: true }).waitFor()
    expect(errors).toEqual([])
    await context.close()
  })
})
