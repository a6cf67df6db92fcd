/**
 * Tests a driver's phone at 360 px: a whole shift offline, killed tabs.
 * Also messages about changes by others.
 */
import type { Browser, BrowserContext, Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { CollectionStop } from '#contract/views.ts'
import { eventually } from '#tests/fixtures/eventually.ts'
import { rotatedJpeg } from '#tests/fixtures/picture-files.ts'
import { call, readAuditEvents, SEEDED_IDENTIFIERS, signIn } from './api-client.ts'
import { axeViolations, closeBrowserContexts, openWindow, startBrowser } from './browser.ts'
import { createDrivers, DRIVER_PASSWORD, type Resident, requireSuccessBody } from './drivers.ts'
import { type RunningApp, startWasteSense } from './running-app.ts'

const browser: Browser | undefined = await startBrowser()
const NARROW = { width: 360, height: 740 }
const HOUR_MS = 3_600_000

type Drivers = Awaited<ReturnType<typeof createDrivers>>
type Driver = Awaited<ReturnType<Drivers['newDriver']>>

describe.skipIf(!browser)('a driver’s phone', () => {
  let app: RunningApp
  let city: Drivers

  beforeAll(async () => {
    app = await startWasteSense()
    city = await createDrivers(app)
  })
  afterEach(() => closeBrowserContexts(browser))
  afterAll(() => app?.clear())

  async function signInOn(page: Page, { employee_id }: Pick<Driver, 'employee_id'>): Promise<void> {
    await page.goto(`${app.url}/login`)
    await page.getByLabel(/email, phone number or employee id/i).fill(employee_id)
    await page.getByLabel('Password', { exact: true }).fill(DRIVER_PASSWORD)
    await page.getByRole('button', { name: 'Sign In', exact: true }).click()
    await page.waitForURL('**/driver/dashboard')
  }

  /**
   * Plans a collection of new residents' reports.
   * Opens the driver's installed app.
   */
  async function planned(count: number) {
    const driver = await city.newDriver(await city.newTruck())
    const zone = await city.newZone()
    const residents = await city.newReports(zone, count)
    const round = await city.plan(zone, driver.truck)
    const { page, context, errors } = await openWindow(browser as Browser, NARROW, 'dark', {
      hasTouch: true,
      keepsApp: true,
    })
    await signInOn(page, driver)
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
    await page.getByRole('button', { name: 'Start the collection' }).waitFor()
    return { driver, residents, zone, round, page, context, errors }
  }

  /** Opens the phone of a driver and starts the collection. */
  async function started(count: number) {
    const opened = await planned(count)
    await opened.page.getByRole('button', { name: 'Start the collection' }).click()
    await sent(opened.page)
    await card(opened.page).getByRole('button', { name: 'Collected' }).waitFor()
    // Waits for the stops from the server, because stops stored earlier lack the text of the bin's place.
    await card(opened.page).getByText('Blue gate').waitFor()
    return opened
  }

  const card = (page: Page) => page.getByRole('region', { name: 'Stop', exact: true })
  const rows = (page: Page) => page.getByRole('region', { name: 'All stops' }).getByRole('listitem')
  const sent = (page: Page) => page.getByText('Everything is sent').waitFor()

  /** Cuts the network and waits until the screen shows it. */
  async function cut(page: Page, context: BrowserContext): Promise<void> {
    await context.setOffline(true)
    await page.getByRole('complementary', { name: 'Connection' }).waitFor()
  }

  async function collect(page: Page, left: number): Promise<void> {
    await card(page).getByRole('button', { name: 'Collected', exact: true }).click()
    await page.getByText(left === 1 ? '1 stop left' : `${left} stops left`).waitFor()
  }

  async function leave(page: Page, reason: string, left: number): Promise<void> {
    await card(page).getByRole('button', { name: 'Could not collect' }).click()
    await page.getByRole('dialog').getByRole('button', { name: reason }).click()
    await page.getByText(left === 1 ? '1 stop left' : `${left} stops left`).waitFor()
  }

  /** Presses the button of an irreversible step, confirms in the dialog, and waits until the dialog closes. */
  async function confirm(page: Page, step: string | RegExp, act: string): Promise<void> {
    await page.getByRole('button', { name: step }).click()
    await page.getByRole('dialog').getByRole('button', { name: act, exact: true }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  }

  /**
   * Token of the auditor, who signs in once.
   * A sign-in for each poll could exceed the limit of a day.
   */
  let auditor: string | undefined
  /** Returns the sentences that an auditor reads about a driver's outcomes, oldest first. */
  async function servedBy({ id }: Driver): Promise<string[]> {
    auditor ??= await signIn(app, SEEDED_IDENTIFIERS.auditor)
    const query = `kind=StopServed&actor=${id}`
    const events = await readAuditEvents(app, auditor, query)
    return events.map(({ sentence }: { sentence: string }) => sentence).reverse()
  }

  const sheetOf = async ({
    token,
  }: Driver): Promise<{ stops: CollectionStop[]; scheduleId?: string; vehicleId?: string }> =>
    (await requireSuccessBody(call(app, 'driverSheet', { token }))) as never

  async function isOpen({ stopId }: Resident): Promise<boolean> {
    const { reports } = await requireSuccessBody(call(app, 'activeReports', { token: city.dispatcher }))
    return reports.some((report: { id: string }) => report.id === stopId)
  }

  it('works through a shift without a network, is killed in between, and sends each deed once', async () => {
    const { driver, residents, page, context, errors } = await started(6)
    await cut(page, context)
    await page.reload()
    await page.getByText('6 stops left').waitFor()
    await collect(page, 5)
    await card(page).getByRole('button', { name: 'Could not collect' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Note (optional)').fill('Gate locked')
    await dialog.getByRole('button', { name: 'No access' }).click()
    await page.getByText('4 stops left').waitFor()
    await page.getByText('Not sent yet: 2 stops').waitFor()
    await page.close()

    const again = await context.newPage()
    await again.goto(`${app.url}/driver`)
    await again.getByText('Not sent yet: 2 stops').waitFor()
    await rows(again)
      .nth(1)
      .getByText(/Not collected .*No access · not sent yet/)
      .waitFor()
    // Third stop: a photo with its location in the metadata.
    const photo = { name: 'photo.jpg', mimeType: 'image/jpeg', buffer: await rotatedJpeg() }
    await card(again).getByLabel('Photo of this stop').setInputFiles(photo)
    await card(again).getByRole('button', { name: 'Remove the photo' }).waitFor()
    await collect(again, 3)
    // Fourth stop: undo the outcome, then record another one.
    await collect(again, 2)
    const undo = again.getByRole('button', { name: 'Undo' })
    // The lower half of the screen is in a thumb's reach.
    expect((await undo.boundingBox())?.y).toBeGreaterThan(NARROW.height / 2)
    await undo.click()
    await again.getByText('3 stops left').waitFor()
    await leave(again, 'Bin was not out', 2)
    // Corrects the outcome of the first stop.
    await rows(again).first().getByRole('button').click()
    await leave(again, 'Bin too heavy', 2)
    await collect(again, 1)
    await collect(again, 0)
    await again.getByText('Not sent yet: 6 stops, 1 photo').waitFor()
    expect(await axeViolations(again)).toEqual([])
    await confirm(again, /^Go to /, 'Go to the site')
    await again.getByText(/^Bring the load to /).waitFor()
    await confirm(again, 'Unloaded at the site', 'Unloaded')
    await again.getByRole('button', { name: 'End shift' }).click()
    await again.getByLabel(/Fuel in the tank/).fill('30')
    await again.getByLabel(/Odometer/).fill('150000')
    await again.getByRole('dialog').getByRole('button', { name: 'End shift' }).click()
    await again.getByRole('heading', { name: 'Take a truck' }).waitFor()
    await again.getByText('Not sent yet: 6 stops, 1 photo, 3 steps').waitFor()
    expect(await servedBy(driver)).toEqual([])

    await context.setOffline(false)
    await sent(again)
    await eventually(async () => expect(await servedBy(driver)).toHaveLength(7))
    const served = (await servedBy(driver)).join('\n')
    expect(served.match(/collected/g)).toHaveLength(4)
    expect(served.match(/not out/g)).toHaveLength(1)
    expect(served.match(/no access/g)).toHaveLength(1)
    expect(served.match(/too heavy/g)).toHaveLength(1)
    expect(served.match(/with a photo/g)).toHaveLength(1)
    expect(await Promise.all(residents.map(isOpen))).toEqual([true, true, false, true, false, false])
    const { report } = await requireSuccessBody(
      call(app, 'reportDetail', { token: city.dispatcher, id: residents[2]?.stopId ?? '' }),
    )
    const picture = await fetch(app.url + report.served.picture_url, {
      headers: { Authorization: `Bearer ${city.dispatcher}` },
    })
    const facts = await sharp(await picture.arrayBuffer()).metadata()
    // The photo was taken sideways and is stored upright.
    expect([facts.width, facts.height, facts.exif]).toEqual([30, 40, undefined])
    await eventually(async () => {
      const { vehicles } = await requireSuccessBody(call(app, 'vehicles', { token: city.dispatcher }))
      const truck = vehicles.find((vehicle: { id: string }) => vehicle.id === driver.truck)
      expect(truck).toMatchObject({ current_fuel_level: 30, odometer_km: 150_000, status: 'available' })
    })
    expect((await sheetOf(driver)).vehicleId).toBeUndefined()
    expect(errors).toEqual([])
  })

  it.each([
    [740, ['Collected', 'Could not collect', 'Add a photo']],
    [640, ['Collected', 'Could not collect']],
  ])('of %i px height shows the offer to undo below %j of the next stop', async (height, names) => {
    const { page } = await started(2)
    await page.setViewportSize({ width: NARROW.width, height })
    await collect(page, 1)
    const undo = page.getByRole('button', { name: 'Undo' })
    const top = (await undo.locator('..').boundingBox())?.y ?? 0
    for (const name of names) {
      const box = await card(page).getByRole('button', { name, exact: true }).boundingBox()
      expect((box?.y ?? 0) + (box?.height ?? 0), name).toBeLessThanOrEqual(top)
    }
    await undo.click()
    await page.getByText('2 stops left').waitFor()
  })

  it('shows the same order in two tabs, the last one that the driver made', async () => {
    const { residents, page, context } = await started(3)
    const other = await context.newPage()
    await other.goto(`${app.url}/driver`)
    await card(other).getByText('Blue gate').waitFor()
    const orderOn = (on: Page) =>
      rows(on).evaluateAll((all) => all.map((row) => row.querySelector('[data-acts-on]')?.getAttribute('data-acts-on')))
    const [a, b, c] = residents.map(({ stopId }) => stopId)
    const areBoth = (order: (string | undefined)[]) =>
      eventually(async () => expect(await Promise.all([page, other].map(orderOn))).toEqual([order, order]))
    const move = async (on: Page, row: number, to: 'up' | 'down') => {
      const sort = on.getByRole('button', { name: 'Sort', exact: true })
      if (await sort.isVisible()) await sort.click()
      await rows(on)
        .nth(row)
        .getByRole('button', { name: new RegExp(`^Move .* ${to}$`) })
        .click()
    }
    await areBoth([a, b, c])
    await move(page, 2, 'up')
    await areBoth([a, c, b])
    await move(other, 0, 'down')
    await areBoth([c, a, b])
    // The bin's new place makes the server send the driver's stops again.
    // Both browser tabs must still show the stops in the same order.
    const place = { landmark: 'Behind the school' }
    await requireSuccessBody(call(app, 'placeBin', { token: residents[1]?.token ?? '', body: place }))
    for (const on of [page, other]) await rows(on).filter({ hasText: place.landmark }).waitFor()
    await areBoth([c, a, b])
    await page.reload()
    await card(page).waitFor()
    await areBoth([c, a, b])
  })

  it('repeats whatever got no answer, though the tab is killed at each step of the sync', async () => {
    const { driver, page, context } = await started(3)
    await cut(page, context)
    const buffer = await rotatedJpeg()
    await card(page).getByLabel('Photo of this stop').setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer })
    await card(page).getByRole('button', { name: 'Remove the photo' }).waitFor()
    await collect(page, 2)
    await leave(page, 'Not safe', 1)
    await collect(page, 0)
    await confirm(page, /^Go to /, 'Go to the site')
    await page.getByText('Not sent yet: 3 stops, 1 photo, 1 step').waitFor()
    await page.close()

    // Closes the tab after a request has reached the server and before its answer arrives.
    const killed: string[] = []
    let tab: Page | undefined
    await context.route(/\/api\/(driver|auth\/pictures)/, async (route) => {
      const request = route.request()
      const body = request.url().endsWith('/outcomes') ? request.postData() : ''
      const name = `${request.url()} ${body?.includes('"picture"')}`
      if (request.method() === 'GET' || killed.includes(name)) return route.continue()
      killed.push(name)
      await route.fetch()
      await tab?.close()
    })
    await context.setOffline(false)
    for (let open = 0; open <= 4; open++) {
      tab = await context.newPage()
      const closed = tab.waitForEvent('close', { timeout: 0 })
      await tab.goto(`${app.url}/driver`).catch(() => undefined)
      await Promise.race([closed, sent(tab).catch(() => undefined)])
      if (!tab.isClosed()) break
    }
    expect(killed.map((name) => name.replace(app.url, ''))).toEqual([
      '/api/driver/outcomes false',
      '/api/driver/deliver false',
      '/api/auth/pictures false',
      '/api/driver/outcomes true',
    ])
    const served = await servedBy(driver)
    expect(served).toHaveLength(4)
    expect(served.at(-1)).toMatch(/with a photo/)
    const { deliveries } = await requireSuccessBody(call(app, 'deliveries', { token: city.dispatcher }))
    const own = deliveries.filter(({ truckId }: { truckId: string }) => truckId === driver.truck)
    expect(own).toMatchObject([{ reportsCount: 2 }])
  })

  it.each([
    ['three hours ahead', 3 * HOUR_MS, /ahead/],
    ['three hours slow', -3 * HOUR_MS, /behind/],
  ])('says that its clock is %s, and its stops have the right time', async (_, by, word) => {
    const { driver, page, context } = await started(2)
    const began = Date.now()
    await context.clock.setSystemTime(began + by)
    await cut(page, context)
    await collect(page, 1)
    await context.setOffline(false)
    await page.getByText(word).waitFor()
    await page.getByText('We corrected the times of your stops.').waitFor()
    await sent(page)
    const stop = (await sheetOf(driver)).stops.find(({ collected }) => collected)
    const at = Date.parse(stop?.servedAt ?? '')
    // The phone's own clock is three hours wrong.
    expect(Math.round((at - began) / HOUR_MS)).toBe(0)
  })

  it('is told what others did meanwhile: a bin marked, a bin reported again, a collection ended', async () => {
    const { driver, residents, zone, round, page, context } = await started(3)
    await cut(page, context)
    const [first, second] = residents as [Resident, Resident]
    const mark = (id: string) => call(app, 'markReport', { token: city.dispatcher, id, body: { status: 'collected' } })
    await requireSuccessBody(mark(first.stopId))
    await requireSuccessBody(mark(second.stopId))
    await collect(page, 2)
    await leave(page, 'Bin was not out', 1)
    await collect(page, 0)
    await city.endRound(round)
    await context.setOffline(false)
    const refused = page.getByRole('alert', { name: 'Not accepted' })
    await refused.getByText('This bin has already been marked as collected.').waitFor()
    await page.getByText(`Your collection in ${zone} has ended.`).waitFor()
    await sent(page)
    expect(await axeViolations(page)).toEqual([])
    const served = await servedBy(driver)
    expect(served).toHaveLength(2)
    await page.getByRole('button', { name: 'OK', exact: true }).click()
    await refused.getByRole('button', { name: 'Dismiss' }).click()
    await refused.waitFor({ state: 'detached' })
    await page.reload()
    await page.getByText('No collection is planned').waitFor()
    expect(await refused.count()).toBe(0)
  })

  it('shows live what a dispatcher changes, without moving the stop in the card', async () => {
    const { residents, page } = await started(2)
    const [first] = residents as [Resident]
    const button = card(page).getByRole('button', { name: 'Collected', exact: true })
    const before = await button.boundingBox()
    await requireSuccessBody(
      call(app, 'markReport', { token: city.dispatcher, id: first.stopId, body: { status: 'collected' } }),
    )
    await card(page).getByText('Marked as collected by a dispatcher').waitFor()
    expect(await button.boundingBox()).toEqual(before)
    await card(page).getByRole('button', { name: 'Next stop' }).click()
    await card(page).getByText('Marked as collected').waitFor({ state: 'detached' })
    await page.getByText('1 stop left').waitFor()
  })

  it('keeps what is not sent for its driver, across signing out and somebody else signing in', async () => {
    const { driver, page, context } = await started(2)
    const other = await city.newDriver(await city.newTruck())
    await cut(page, context)
    await collect(page, 1)
    await page.getByRole('button', { name: 'Logout' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Your entries are not sent yet').waitFor()
    await dialog.getByRole('button', { name: 'Stay signed in' }).click()
    await page.getByRole('button', { name: 'Logout' }).click()
    await dialog.getByRole('button', { name: 'Sign out' }).click()
    await page.waitForURL((url) => ['/', '/login'].includes(url.pathname))
    await context.setOffline(false)
    await signInOn(page, other)
    await sent(page)
    expect(await page.getByText(driver.truck).count()).toBe(0)
    await page.getByRole('button', { name: 'Logout' }).click()
    await page.waitForURL((url) => ['/', '/login'].includes(url.pathname))
    expect(await servedBy(driver)).toEqual([])
    await signInOn(page, driver)
    await page.getByText('1 stop left').waitFor()
    await sent(page)
    expect(await servedBy(driver)).toHaveLength(1)
  })

  it('shows nobody else where bins are, even without a sign-out', async () => {
    const { driver, page } = await started(1)
    const keepers = () =>
      page.evaluate(
        () =>
          new Promise<unknown>((resolve, reject) => {
            const opening = indexedDB.open('wastesense-shift')
            opening.onerror = () => reject(opening.error)
            opening.onsuccess = () => {
              const keys = opening.result.transaction('sheets').objectStore('sheets').getAllKeys()
              keys.onsuccess = () => resolve(keys.result)
              opening.result.close()
            }
          }),
      )
    await expect.poll(keepers).toEqual([driver.id])
    await page.evaluate(() => localStorage.removeItem('wastesense_auth'))
    await page.goto(`${app.url}/login`)
    await expect.poll(keepers).toEqual([])
  })

  it('says that it is full, and records nothing that it cannot keep', async () => {
    const { driver, page, context } = await started(2)
    await cut(page, context)
    // Simulate a full phone, which refuses every write.
    await page.evaluate(() => {
      const full = () => {
        throw new DOMException('The phone is full', 'QuotaExceededError')
      }
      Object.assign(IDBObjectStore.prototype, { add: full, put: full })
    })
    await card(page).getByRole('button', { name: 'Collected', exact: true }).click()
    await page.getByText('This stop is not recorded').waitFor()
    await page.getByText('2 stops left').waitFor()
    await context.setOffline(false)
    await page.getByRole('complementary', { name: 'Connection' }).waitFor({ state: 'detached' })
    await card(page).getByRole('button', { name: 'Collected', exact: true }).click()
    await page.getByText('Sent, but phone storage is full').waitFor()
    await page.getByText('1 stop left').waitFor()
    expect(await servedBy(driver)).toHaveLength(1)
  })

  it('takes the truck of a link, sorts its stops by hand, and leaves the truck', async () => {
    const { driver, page } = await planned(3)
    await page.getByRole('button', { name: 'Leave truck' }).click()
    await page.getByRole('heading', { name: 'Take a truck' }).waitFor()
    await sent(page)
    await page.goto(`${app.url}/driver?truck=${driver.truck}`)
    await page.getByRole('button', { name: 'Take truck' }).click()
    await page.getByRole('button', { name: 'Start the collection' }).click()
    await card(page).getByText('Blue gate').waitFor()
    const titles = () => rows(page).evaluateAll((found) => found.map((row) => row.textContent?.match(/R-[\w-]+/)?.[0]))
    // Waits until the phone has sent all entries.
    // Until then the server can reorder the stops.
    await sent(page)
    await page.getByRole('button', { name: 'Sort' }).click()
    const before = await titles()
    await rows(page).last().getByRole('button', { name: /up$/ }).click()
    await expect.poll(titles).toEqual([before[0], before[2], before[1]])
    await page.reload()
    await card(page).waitFor()
    await expect.poll(titles).toEqual([before[0], before[2], before[1]])
  })
})
