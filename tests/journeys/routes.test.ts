/** Tests routes and analytics in a browser: a whole route, the API's figures. */
import { readFileSync } from 'node:fs'
import type { Browser, Page, Route } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '#tests/fixtures/eventually.ts'
import { call, signUp, signIn as tokenOf } from './api-client.ts'
import {
  axeViolations,
  closeBrowserContexts,
  DESKTOP,
  PHONE,
  startBrowser,
  type Theme,
  type WindowOptions,
} from './browser.ts'
import { startWasteSense } from './running-app.ts'
import { openSignedInPage } from './signed-in.ts'

const browser: Browser | undefined = await startBrowser()

describe.skipIf(!browser)('the dispatcher’s routes', () => {
  let app: Awaited<ReturnType<typeof startWasteSense>>
  let dispatcher: string

  beforeAll(async () => {
    app = await startWasteSense()
    dispatcher = await tokenOf(app, 'DISP001')
    for (const zone of ['Ablekuma North', 'Ablekuma North', 'Ayawaso West', 'Ayawaso West']) {
      const { token } = await signUp(app, zone)
      expect((await call(app, 'reportBinFull', { token, body: {} })).status).toBe(201)
    }
    const at = (daysAgo: number) => new Date(Date.now() - daysAgo * 86_400_000).toISOString()
    for (const [vehicle_id, daysAgo] of [
      ['T001', 0],
      ['T001', 3],
      ['T002', 20],
    ] as const) {
      const trip = { vehicle_id, trip_type: 'collection', distance_km: 20 + daysAgo }
      const body = { ...trip, trip_start: at(daysAgo), trip_end: at(daysAgo) }
      expect((await call(app, 'logTrip', { token: dispatcher, body })).status).toBe(201)
    }
  })
  afterAll(async () => {
    await closeBrowserContexts(browser)
    await app?.clear()
  })

  /** Opens a window with the seeded dispatcher signed in. */
  async function openDispatcher(
    path: string,
    viewport = DESKTOP,
    theme?: Theme,
    more: WindowOptions = { drawsMap: true },
  ) {
    const opened = await openSignedInPage(browser as Browser, app, 'DISP001', { path, viewport, theme, ...more })
    await opened.page.getByRole('status').filter({ hasText: /^Live/ }).first().waitFor()
    return opened
  }

  const schedules = async () => (await call(app, 'schedules', { token: dispatcher })).body.schedules
  const tile = (page: Page, label: string) =>
    page.getByRole('group', { name: 'Show routes' }).locator('label').filter({ hasText: label })
  const count = (page: Page, label: string) => tile(page, label).locator('span').last().textContent()
  const item = (page: Page, id: string) => page.locator(`[data-route="${id}"]`)

  it('offers the nearest site by the distances that are configured', async () => {
    const { body } = await call(app, 'configuration', { token: dispatcher })
    const save = async (zone_distances: object) =>
      expect(
        (await call(app, 'saveConfiguration', { token: dispatcher, body: { config: { zone_distances } } })).status,
      ).toBe(200)
    await save({ ...body.config.zone_distances, 'Ablekuma North': { WS001: 40, WS002: 2 } })
    const { page, context } = await openDispatcher('/dispatcher/routes')
    await page.getByRole('button', { name: 'Create New Route' }).click()
    const create = page.getByRole('dialog')
    await create.getByLabel('Zone').selectOption('Ablekuma North')
    await expect.poll(() => create.getByLabel('Dumping site').inputValue()).toBe('WS002')
    await save(body.config.zone_distances)
    await expect.poll(() => create.getByLabel('Dumping site').inputValue()).toBe('WS001')
    await context.close()
  })

  it('creates, shows, edits, starts and stops a route, and a second window follows', async () => {
    const first = await openDispatcher('/dispatcher/routes')
    const second = await openDispatcher('/dispatcher/routes')
    const { page } = first
    await page.getByText('No routes yet').waitFor()

    await page.getByRole('button', { name: 'Create New Route' }).click()
    const create = page.getByRole('dialog')
    await create.getByLabel('Zone').selectOption('Ayawaso West')
    // The feed delivers the trucks after the dialog opens.
    await create.locator('input[value="T002"]').waitFor({ state: 'attached' })
    for (const box of await create.getByRole('checkbox').all()) {
      await box.setChecked((await box.getAttribute('value')) === 'T002')
    }
    await create.getByLabel('Dumping site').selectOption('WS001')
    const start = new Date(Date.now() + 2 * 3_600_000).toISOString().slice(0, 16)
    await create.getByRole('textbox', { name: /^Start/ }).fill(start)
    await create.locator('button[type=submit]').click()
    await create.waitFor({ state: 'hidden' })
    const [made] = await schedules()
    expect(made).toMatchObject({ zone: 'Ayawaso West', siteId: 'WS001', vehicle: { id: 'T002' }, status: 'scheduled' })
    expect(made.scheduledStart).toBe(`${start}:00.000Z`)

    for (const window of [page, second.page]) {
      const row = item(window, made.id)
      await row.getByText('Ayawaso West → North Dumping Site').waitFor()
      await expect.poll(() => row.textContent()).toMatch(/T002.*Pending.*2 bins.*3\sh.*44\.6\skm/s)
      expect(await row.getByRole('button', { name: /^Stop Route/ }).count()).toBe(0)
      await expect.poll(() => count(window, 'Pending Routes')).toBe('1')
    }

    await item(page, made.id)
      .getByRole('button', { name: /^View Details/ })
      .click()
    const details = page.getByRole('dialog', { name: `Route ${made.id}` })
    await details.getByText('North Dumping Site').waitFor()
    await expect.poll(() => details.textContent()).toContain(made.vehicle.registrationNumber)
    await expect.poll(() => details.textContent()).toMatch(/Timeline.*Start \(expected\).*Completion \(expected\)/s)
    expect(await axeViolations(page)).toEqual([])
    await page.keyboard.press('Escape')
    await details.waitFor({ state: 'hidden' })

    await item(page, made.id)
      .getByRole('button', { name: /^Edit Route/ })
      .click()
    const edit = page.getByRole('dialog', { name: `Edit route ${made.id}` })
    await edit.getByRole('textbox', { name: /^Start/ }).fill('2020-01-01T00:00')
    await edit.getByRole('button', { name: 'Save' }).click()
    await edit.getByText('Choose a start time in the future.').waitFor()
    await edit.getByRole('textbox', { name: /^Start/ }).fill('soon')
    await edit.getByRole('button', { name: 'Save' }).click()
    await edit.getByText(/^Date input not valid\. Enter a time such as 14:00/).waitFor()
    await edit.getByRole('button', { name: 'Tomorrow 07:00' }).click()
    expect(await edit.getByRole('textbox', { name: /^Start/ }).inputValue()).toBe('Tomorrow 07:00')
    await edit.getByRole('button', { name: /^Choose from the calendar/ }).click()
    await page.getByLabel('Hour').selectOption('09')
    // Escape closes the calendar only, not the dialog.
    await page.keyboard.press('Escape')
    await page.getByLabel('Hour').waitFor({ state: 'hidden' })
    expect(await edit.getByRole('textbox', { name: /^Start/ }).inputValue()).toBe('Tomorrow 09:00')
    const moved = new Date(Date.now() + 5 * 3_600_000).toISOString().slice(0, 16)
    await edit.getByRole('textbox', { name: /^Start/ }).fill(moved)
    await edit.getByRole('button', { name: 'Save' }).click()
    await edit.waitFor({ state: 'hidden' })
    expect((await schedules())[0].scheduledStart).toBe(`${moved}:00.000Z`)
    await second.page.getByText(new RegExp(`starts .*${moved.slice(11)}`)).waitFor()

    await item(page, made.id)
      .getByRole('button', { name: /^Cancel Route/ })
      .click()
    // The route start's undo toast may still be fading out.
    const offer = page.getByRole('status').filter({ hasText: 'Route cancelled' })
    await offer.getByRole('button', { name: 'Undo' }).waitFor()
    expect((await schedules())[0].status).toBe('cancelled')
    await offer.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('Undone. The route is planned again.').waitFor()
    expect((await schedules())[0].status).toBe('scheduled')
    await item(page, made.id)
      .getByRole('button', { name: /^Start:/ })
      .click()
    for (const window of [page, second.page]) {
      await expect.poll(() => count(window, 'Active Routes')).toBe('1')
      await window.locator('[data-truck="T002"]').waitFor()
    }
    const trucks = second.page.getByRole('region', { name: 'Trucks under way' })
    await trucks.getByText(/about 0\s% of the way \(estimated\)/).waitFor()

    const map = second.page.getByRole('region', { name: 'Live map' })
    await map.getByRole('button', { name: 'Live map: show as table' }).click()
    await map.getByRole('button', { name: 'T002. View details' }).click()
    await second.page.getByRole('dialog').getByText('T002').first().waitFor()
    await second.page.keyboard.press('Escape')
    await map.getByRole('button', { name: 'Live map: show as map' }).click()

    await item(page, made.id)
      .getByRole('button', { name: /^Stop Route/ })
      .click()
    const stop = page.getByRole('dialog', { name: `Stop route ${made.id}?` })
    await stop.getByText('T002 stops collecting in Ayawaso West.').waitFor()
    await stop.getByRole('button', { name: 'Stop Route' }).click()
    await stop.waitFor({ state: 'hidden' })
    expect((await schedules())[0].status).toBe('cancelled')
    for (const window of [page, second.page]) {
      await item(window, made.id).getByText('Stopped', { exact: true }).waitFor()
      await window.getByText('No truck is on a route or a delivery now.').waitFor()
    }
    expect([...first.errors, ...second.errors]).toEqual([])
    await first.context.close()
    await second.context.close()
  })

  it('counts what was completed today, and filters by it', async () => {
    const body = { zone: 'Ablekuma North', vehicleIds: ['T003'], siteId: 'WS001' }
    const made = (await call(app, 'scheduleCollection', { token: dispatcher, body })).body.schedules[0]
    const { page, context } = await openDispatcher('/dispatcher/routes', PHONE)
    await item(page, made.id)
      .getByRole('button', { name: /^Start:/ })
      .click()
    await item(page, made.id)
      .getByRole('button', { name: /^Complete:/ })
      .click()
    const ending = page.getByRole('dialog', { name: /^Complete:/ })
    await ending.getByText('The residents are notified.').waitFor()
    await ending.getByRole('radio', { name: /^None/ }).check()
    await ending.getByText(/open again\. (Its resident is|Their residents are) notified\./).waitFor()
    expect(await axeViolations(page)).toEqual([])
    await ending.getByRole('button', { name: 'Complete' }).click()
    await ending.waitFor({ state: 'hidden' })
    await expect.poll(() => count(page, 'Completed Today')).toBe('1')
    await tile(page, 'Completed Today').click()
    await expect.poll(() => page.locator('[data-route]').count()).toBe(1)
    expect(await page.locator('[data-route]').getAttribute('data-route')).toBe(made.id)
    await tile(page, 'Active Routes').click()
    await page.getByText('No active routes').waitFor()
    await context.close()
  })

  it('draws the map of the board’s own figures, and asks nobody outside for it', async () => {
    const { page, errors, context } = await openDispatcher('/dispatcher/routes')
    const outside: string[] = []
    page.on('request', (request) => {
      if (!request.url().startsWith(app.url) && !request.url().startsWith('data:')) outside.push(request.url())
    })
    await page.reload()
    const map = page.getByRole('region', { name: 'Live map' })
    await map.locator('[data-drawn]').waitFor()
    // A rendered map has several colours; its placeholder does not.
    const { channels } = await sharp(await map.locator('canvas').screenshot()).stats()
    expect(Math.max(...channels.map(({ stdev }) => stdev))).toBeGreaterThan(5)
    await map.getByRole('link', { name: /^Ayawaso West/ }).click()
    await page.waitForURL(/\/dispatcher\/dashboard\?zone=Ayawaso/)
    const line = page.locator('section[data-zone="Ayawaso West"]')
    const figures = await line.getByText(/^\d+ of \d+ reported/).textContent()
    const board = page.getByRole('region', { name: 'Live map' })
    // Tries again if the map replaces its placeholder during the scrolling.
    await eventually(() => board.scrollIntoViewIfNeeded())
    await board.getByRole('link', { name: `Ayawaso West, ${figures}` }).waitFor()
    expect([...errors, ...outside]).toEqual([])
    await context.close()
  })

  it('has what the map shows in tables where a browser can’t draw it', async () => {
    const { page, errors, context } = await openDispatcher('/dispatcher/routes', PHONE, 'dark', { drawsMap: false })
    const map = page.getByRole('region', { name: 'Live map' })
    await map.getByText('This browser can’t draw the map.').waitFor()
    await map.getByRole('row', { name: /^Ayawaso West \d+ of 82/ }).waitFor()
    await map.getByRole('row', { name: /^North Dumping Site [\d,]+ of [\d,]+\st/ }).waitFor()
    await map.getByRole('row', { name: /^T003 last known at Ablekuma North, .*\(estimated\)/ }).waitFor()
    expect(await axeViolations(page)).toEqual([])
    expect(errors).toEqual([])
    await context.close()
  })

  it('shows the analytics that the API tells, by the period in the address', async () => {
    const { page, errors, context } = await openDispatcher('/dispatcher/analytics')
    const figure = (name: string) => page.locator(`dt:text-is("${name}") + dd`).textContent()
    const money = (value: number) => `GH₵\u00a0${value.toFixed(2)}`
    for (const period of ['7', '30']) {
      if (period !== '7') await page.getByLabel('Time Period').selectOption(period)
      const { body } = await call(app, 'fuelAnalytics', { token: dispatcher, query: `period=${period}` })
      const { summary, performance } = body
      await expect.poll(() => figure('Fuel')).toBe(`${summary.total_fuel_consumed.toFixed(1)}\u00a0L`)
      expect(await figure('Cost')).toBe(money(summary.total_cost))
      expect(await figure('Trips')).toBe(String(summary.total_trips))
      expect(await figure('Distance')).toBe(`${summary.total_distance.toFixed(1)}\u00a0km`)
      const kmPerLitre = summary.total_distance / summary.total_fuel_consumed
      expect(await figure('Fuel Efficiency')).toBe(`${kmPerLitre.toFixed(2)}\u00a0km/L`)
      expect(await figure('Reports')).toBe(String(performance.reports))
      const open = (await call(app, 'activeReports', { token: dispatcher })).body.reports.length
      expect(await figure('Active Routes')).toBe(String(Math.ceil(open / 3)))
      const row = page.getByRole('row', { name: /^T001/ })
      const own = body.vehicles.find((vehicle: { vehicle_id: string }) => vehicle.vehicle_id === 'T001')
      await expect.poll(() => row.textContent()).toContain(money(own.total_cost))
    }
    expect(new URL(page.url()).searchParams.get('period')).toBe('30')

    await page.getByRole('button', { name: 'Fuel by day: show as table' }).click()
    const table = page.getByRole('table', { name: 'Fuel by day' })
    await expect.poll(() => table.locator('tbody tr').count()).toBe(30)
    await page.getByRole('region', { name: 'Fleet Status' }).getByText('T001').waitFor()
    expect(errors).toEqual([])
    await context.close()
  })

  it.each([
    ['a desktop', DESKTOP],
    ['a phone', PHONE],
  ])('downloads the trips of the period on %s', async (_, viewport) => {
    const { page, errors, context } = await openDispatcher('/dispatcher/analytics?period=30', viewport)
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download trips' }).click(),
    ])
    expect(download.suggestedFilename()).toMatch(/^trips-\d{4}-\d\d-\d\d-to-\d{4}-\d\d-\d\d\.csv$/)
    const lines = readFileSync(await download.path(), 'utf8')
      .trimEnd()
      .split('\r\n')
    const { body } = await call(app, 'fuelAnalytics', { token: dispatcher, query: 'period=30' })
    expect(lines[0]).toMatch(/^\uFEFFid,vehicle_id,/)
    expect(lines).toHaveLength(1 + body.summary.total_trips)
    await page.getByRole('status').getByText(download.suggestedFilename()).waitFor()
    expect(errors).toEqual([])
    await context.close()
  })

  it.each([DESKTOP, PHONE])(
    'leaves the download in its place when the charts are drawn, at $width',
    async (viewport) => {
      const { page, context } = await openSignedInPage(browser as Browser, app, 'DISP001', { path: '/help', viewport })
      const { promise: areWanted, resolve: sendCharts } = Promise.withResolvers<void>()
      let areHeld = false
      await page.route('**/api/fuel/analytics*', async (route) => {
        areHeld = true
        await route.continue()
      })
      await page.route('**/assets/*.js', async (route) => {
        if (areHeld) await areWanted
        await route.continue()
      })
      // Does not wait for the page's load event, because the test blocks the scripts of the charts.
      await page.goto(`${app.url}/dispatcher/analytics?period=30`, { waitUntil: 'commit' })
      const button = page.getByRole('button', { name: 'Download trips' })
      const top = () => button.evaluate((element) => element.getBoundingClientRect().top + scrollY)
      await button.waitFor()
      await page.evaluate(() => document.fonts.ready)
      const chart = page.getByRole('region', { name: 'Fuel efficiency by day', exact: true })
      await chart.locator('.mantine-Skeleton-root').waitFor()
      const before = await top()
      sendCharts()
      await page.getByRole('button', { name: 'Fuel efficiency by day: show as table' }).waitFor()
      expect(await top()).toBeCloseTo(before, 0)
      await context.close()
    },
  )

  it('says why the trips can’t be downloaded, and keeps nothing', async () => {
    const { page, context } = await openDispatcher('/dispatcher/analytics')
    const downloads: unknown[] = []
    page.on('download', (download) => downloads.push(download))
    const answers = [
      (route: Route) => route.abort(),
      (route: Route) => route.fulfill({ status: 503, json: { message: 'The store is away.' } }),
    ]
    for (const [index, says] of ['The server could not be reached.', 'The store is away.'].entries()) {
      await page.route('**/api/fuel/logs.csv*', answers[index] as (route: Route) => Promise<void>)
      await page.getByRole('button', { name: 'Download trips' }).click()
      await page.getByRole('alert').getByText(says).waitFor()
      await page.unrouteAll()
    }
    expect(downloads).toEqual([])
    await context.close()
  })

  it('says when the analytics can’t be loaded, and tries again', async () => {
    const { page, context } = await openDispatcher('/dispatcher/routes')
    // Without the feed, only the button reloads the data.
    await page.routeWebSocket(/socket\.io/, (socket) => socket.close())
    let works = false
    await page.route('**/api/fuel/analytics*', (route) => (works ? route.continue() : route.abort()))
    await page.goto(`${app.url}/dispatcher/analytics`)
    await page.getByText('Failed to load analytics data. Please try again.').waitFor()
    works = true
    await page.getByRole('button', { name: 'Retry' }).click()
    await page.locator('dt:text-is("Trips") + dd').getByText(/\d/).waitFor()
    await context.close()
  })
})
