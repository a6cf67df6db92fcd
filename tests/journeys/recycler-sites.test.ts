/** Tests recycler and dispatcher in two windows, from dispatch to settlement. */
import { readFileSync } from 'node:fs'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { referenceOf } from '#domain/reference.ts'
import * as files from '#tests/fixtures/picture-files.ts'
import { call, signIn as tokenOf } from './api-client.ts'
import { axeViolations, axeViolationsIn, closeBrowserContexts, SCREEN_VARIANTS, startBrowser } from './browser.ts'
import { startWasteSense } from './running-app.ts'
import { openSignedInPage } from './signed-in.ts'

const browser: Browser | undefined = await startBrowser()
const ZONE = 'Ablekuma North'
const NORTH = 'North Dumping Site'
const PHOTO = await files.jpeg(800, 600)

describe.skipIf(!browser)('the recycler’s sites', () => {
  let app: Awaited<ReturnType<typeof startWasteSense>>
  let token: string

  beforeAll(async () => {
    app = await startWasteSense()
    token = await tokenOf(app, 'DISP001')
    // Shifts all records by 24 hours, because the charts must show tomorrow too.
    // The default of 2 hours reaches tomorrow only after 22:00.
    const body = { config: { compositionDateShiftHours: 24 } }
    expect((await call(app, 'saveConfiguration', { token, body })).status).toBe(200)
  })
  afterAll(async () => {
    await closeBrowserContexts(browser)
    await app?.clear()
  })

  const open = (path: string, look: Partial<(typeof SCREEN_VARIANTS)[number]> = {}, who = 'REC001') =>
    openSignedInPage(browser as Browser, app, who, { path, ...look })
  const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

  /** Sends a truck to a site and returns the delivery's id. */
  async function send(truckId: string, facilityId: string, weight?: number, composition?: object): Promise<string> {
    const body = { truckId, facilityId, zone: ZONE, status: 'in-transit', ...(weight && { weight }), composition }
    const { status, body: answer } = await call(app, 'createDelivery', { token, body })
    expect(status).toBe(201)
    return answer.delivery.id
  }

  /** Updates a site's composition as a dispatcher. */
  async function compose(id: string, composition: object, currentCapacity: number): Promise<void> {
    const body = { ...composition, currentCapacity }
    expect((await call(app, 'updateComposition', { token, id, body })).status).toBe(200)
  }

  it('follows a truck to its site, weighs it, disputes what is in it, and hears how that was settled', async () => {
    const recycler = await open('/recycler/sites/WS001')
    const dispatcher = await open('/dispatcher/dashboard', {}, 'DISP001')
    const { page } = recycler
    const list = panel(page, `Incoming Deliveries to ${NORTH}`)
    await list.getByText('No Deliveries Scheduled').waitFor()
    const id = await send('T001', 'WS001', undefined, { plastic: 100 })
    const row = list.locator(`[data-delivery="${id}"]`)
    await row.getByText('In Transit').waitFor()
    await row.getByText(/^about .*, estimated/).waitFor()
    await row.getByText('Plastic 100 % – analysis of this load').waitFor()
    await row.getByText(referenceOf('delivery', id), { exact: true }).waitFor()

    await row.getByRole('button', { name: 'Confirm arrival: Delivery #1, T001' }).click()
    await row.getByText('Arrived', { exact: true }).waitFor()
    await panel(dispatcher.page, 'Deliveries').getByText('Arrived', { exact: true }).waitFor()
    await list.getByText('No load is on its way.').waitFor()
    expect(await list.getByText('No Deliveries Scheduled').count()).toBe(0)

    await row.getByRole('button', { name: 'Weigh: Delivery #1, T001' }).click()
    const weigh = page.getByRole('dialog', { name: 'Weigh T001' })
    await weigh.getByLabel('Ticket number').fill('2211-07')
    await weigh.getByLabel('Gross (kg)').fill('8000')
    await weigh.getByLabel('Tare (kg)').fill('9140')
    await weigh.getByRole('button', { name: 'Record weight' }).click()
    await weigh.getByText('The gross weight must be above the tare').waitFor()
    await weigh.getByLabel('Gross (kg)').fill('9140')
    await weigh.getByLabel('Tare (kg)').fill('8000')
    await weigh.getByText(/^Net 1,140\skg/).waitFor()
    const photo = { name: 'ticket.jpg', mimeType: 'image/jpeg', buffer: PHOTO }
    await weigh.locator('input[type=file]').setInputFiles({ ...photo, buffer: Buffer.from('no picture') })
    await weigh.getByRole('alert').waitFor()
    await weigh.locator('input[type=file]').setInputFiles(photo)
    await weigh.getByText('Photo added. Take another one').waitFor()
    await weigh.getByRole('button', { name: 'Record weight' }).click()
    await weigh.waitFor({ state: 'detached' })
    await row.getByText(/^1,140\skg weighed, ticket 2211-07 \(estimate: /).waitFor()
    await panel(dispatcher.page, 'Deliveries').getByText('1,140 kg').first().waitFor()
    await row.getByRole('button', { name: 'Show ticket' }).click()
    await page.getByRole('dialog').getByRole('img', { name: 'Photo of ticket 2211-07' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    const made = panel(page, 'Arrived deliveries').locator(`[data-delivery="${id}"]`)
    await made.getByText(/^1,140\skg weighed, ticket 2211-07/).waitFor()

    await row.getByRole('button', { name: /^Dispute composition/ }).click()
    const dispute = page.getByRole('dialog', { name: 'Dispute composition' })
    const submit = dispute.getByRole('button', { name: 'Dispute composition' })
    await dispute.getByLabel('Reason').fill('Mostly bottles')
    await dispute.getByLabel('Glass (%)').fill('60')
    expect(await submit.isDisabled()).toBe(true)
    await dispute.getByLabel('Metal (%)').fill('40')
    await submit.click()
    await dispute.waitFor({ state: 'detached' })
    await row.getByText('Disputed', { exact: true }).waitFor()

    const asked = panel(dispatcher.page, 'Deliveries').locator(`[data-delivery="${id}"]`)
    await asked.getByText('‘Mostly bottles’').waitFor()
    await asked.getByText(/Found: Glass 60\s%, Metal 40\s%\.$/).waitFor()
    await asked.getByRole('button', { name: /^Recycler is right/ }).click()
    await row.getByText(/^Dispute settled: the recyclers were right/).waitFor()
    await row.getByText('Glass 60 %, Metal 40 % – found by the site’s recyclers').waitFor()
    await asked.getByText('‘Mostly bottles’').waitFor({ state: 'detached' })

    await row.getByRole('button', { name: /^Unloaded/ }).press('Enter')
    await row.getByText('Completed', { exact: true }).waitFor()
    // The pressed button has disappeared, so the focus moves to its delivery's row.
    await expect
      .poll(() => page.evaluate(() => (document.activeElement as HTMLElement | null)?.dataset.delivery))
      .toBe(id)
    expect([...recycler.errors, ...dispatcher.errors]).toEqual([])
    await recycler.context.close()
    await dispatcher.context.close()
  })

  it('sees on the first screen which trucks are coming, and confirms one there', async () => {
    const { page, errors, context } = await open('/recycler/dashboard')
    const incoming = panel(page, 'Incoming trucks')
    await incoming.getByText(/^No truck is on its way\./).waitFor()
    const id = await send('T002', 'WS001')
    const row = incoming.locator(`[data-delivery="${id}"]`)
    await row.getByText(`Truck T002 · Zone ${ZONE} to ${NORTH}`).waitFor()
    await incoming.getByText('1 on the way').waitFor()
    // Without a known composition, the load cannot be disputed.
    expect(await row.getByRole('button', { name: /^Dispute composition/ }).count()).toBe(0)
    await row.getByRole('button', { name: /^Confirm arrival/ }).click()
    await incoming.getByText('0 on the way').waitFor()
    await page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: 'Statement' }).click()
    await page.waitForURL('**/recycler/statement')
    expect(errors).toEqual([])
    await context.close()
  })

  it('keeps what was typed when a ticket is another load’s', async () => {
    const { page, context, errors } = await open('/recycler/sites/WS001')
    const id = await send('T002', 'WS001', 900)
    const row = panel(page, `Incoming Deliveries to ${NORTH}`).locator(`[data-delivery="${id}"]`)
    await row.getByRole('button', { name: /^Weigh/ }).click()
    const weigh = page.getByRole('dialog', { name: 'Weigh T002' })
    await weigh.getByLabel('Ticket number').fill('2211-07')
    await weigh.getByLabel('Gross (kg)').fill('7000')
    await weigh.getByLabel('Tare (kg)').fill('6000')
    await weigh.getByRole('button', { name: 'Record weight' }).click()
    await weigh.getByText('Used for another delivery').waitFor()
    expect(await weigh.getByLabel('Gross (kg)').inputValue()).toBe('7000')
    expect(await axeViolations(page)).toEqual([])
    await weigh.getByLabel('Ticket number').fill('2211-08')
    await weigh.getByRole('button', { name: 'Record weight' }).click()
    await row.getByText(/^1,000\skg weighed, ticket 2211-08/).waitFor()
    expect(errors).toEqual([])
    await context.close()
  })

  it('lets nobody act on another site, and says why', async () => {
    const id = await send('T003', 'WS002')
    const { page, context } = await open('/recycler/sites/WS002')
    const list = panel(page, 'Incoming Deliveries to South Dumping Site')
    await list.locator(`[data-delivery="${id}"]`).getByText('In Transit').waitFor()
    await list.getByText(/^Only recyclers of South Dumping Site can confirm.*You work at another site\.$/).waitFor()
    expect(await list.getByRole('button').count()).toBe(0)
    await page.goto(`${app.url}/recycler/sites/WS404`)
    await page.getByText('Site Not Found').waitFor()
    await page.getByRole('link', { name: 'Return to Dashboard' }).click()
    await page.waitForURL(`${app.url}/recycler/dashboard`)
    await context.close()
  })

  it('shows what the sites held on a day, and how it changes as it is told', async () => {
    await compose('WS001', { plastic: 40, paper: 60, annotated_image: PHOTO.toString('base64') }, 300)
    await compose('WS002', { glass: 100 }, 100)
    const { page, context, errors } = await open('/recycler/insights')
    await page.getByRole('button', { name: /choose from the calendar/ }).click()
    await page.locator('button[data-day]:enabled').last().click()
    const analysis = page.getByRole('region', { name: /^Composition Analysis - [A-Z][a-z]{2} \d{1,2}, \d{4}$/ })
    await analysis.getByText('Aggregated across all sites').waitFor()
    await analysis.getByText('400.0 t', { exact: true }).waitFor()
    const rows = analysis.getByRole('list', { name: 'Materials' }).getByRole('listitem')
    await expect.poll(() => rows.allInnerTexts()).toHaveLength(3)
    expect((await rows.allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' ').trim())).toEqual([
      'Paper 45 % about 180.0 t',
      'Plastic 30 % about 120.0 t',
      'Glass 25 % about 100.0 t',
    ])
    await analysis.getByRole('heading', { name: 'Site-by-Site Analysis' }).waitFor()
    await analysis.getByText('Analysis Complete').waitFor()
    await analysis.getByRole('button', { name: `Zoom: ${NORTH}` }).click()
    const viewer = page.getByRole('dialog', { name: `Image Zoom: ${NORTH}` })
    await viewer.getByText('AI-analyzed waste detection with object recognition').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    const [picture] = await Promise.all([
      page.waitForEvent('download'),
      analysis.getByRole('button', { name: `Download: ${NORTH}` }).click(),
    ])
    expect(picture.suggestedFilename()).toMatch(/^waste-analysis-north-dumping-site-\d{4}-\d\d-\d\d\.jpg$/)
    await compose('WS002', { glass: 50, metal: 50 }, 100)
    await rows.filter({ hasText: 'Metal' }).getByText('12.5 %').waitFor()
    await page.getByLabel('Site Filter').selectOption('WS001')
    await analysis.getByText(`For ${NORTH}`).waitFor()
    await analysis.getByText('300.0 t', { exact: true }).waitFor()

    const [csv] = await Promise.all([
      page.waitForEvent('download'),
      analysis.getByRole('button', { name: /as CSV$/ }).click(),
    ])
    expect(csv.suggestedFilename()).toMatch(/^waste-composition-north-dumping-site-\d{4}-\d\d-\d\d\.csv$/)
    expect(readFileSync((await csv.path()) as string, 'utf8')).toContain(`,${NORTH},paper,60,180,no`)
    const trend = page.getByRole('region', { name: 'Trend Analysis (30 Days)' })
    await trend.getByRole('group', { name: /^Weight Trend/ }).waitFor()
    const [png] = await Promise.all([
      page.waitForEvent('download'),
      trend.getByRole('button', { name: /as PNG$/ }).click(),
    ])
    expect(png.suggestedFilename()).toMatch(/^waste-trend-north-dumping-site-.*\.png$/)
    const drawn = readFileSync((await png.path()) as string)
    expect([drawn.subarray(1, 4).toString(), drawn.length > 10_000]).toEqual(['PNG', true])

    const date = page.getByLabel('Analysis Date', { exact: true })
    await date.fill('Foo 40, 2026')
    await date.press('Enter')
    await page.getByText('Date input not valid.').waitFor()
    await date.fill('01/05/2001')
    await date.press('Enter')
    await page.getByText('No records on this day.').waitFor()
    await date.fill('')
    await date.press('Enter')
    await analysis.waitFor({ state: 'detached' })
    expect(errors).toEqual([])
    await context.close()
  })

  it('has no accessibility violations with its calendar, and with the composition of a day', async () => {
    const { page, context, errors } = await open('/recycler/insights')
    const card = page.locator('button[data-site=WS001]')
    await card.click()
    await panel(page, `Incoming Deliveries to ${NORTH}`).waitFor()
    await page.getByRole('button', { name: /choose from the calendar/ }).click()
    await page.locator('button[data-day]:enabled').last().waitFor()
    expect(await axeViolationsIn(page, SCREEN_VARIANTS)).toEqual([])
    await page.locator('button[data-day]:enabled').last().click()
    await page.getByRole('group', { name: /^Material Breakdown/ }).waitFor()
    expect(await axeViolationsIn(page, SCREEN_VARIANTS)).toEqual([])
    await card.click()
    await panel(page, `Incoming Deliveries to ${NORTH}`).waitFor({ state: 'detached' })
    expect(errors).toEqual([])
    await context.close()
  })
})
