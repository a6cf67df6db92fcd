/**
 * Tests what other users see of a driver's work, each in a browser window.
 * A dispatcher sees driver, place and proof.
 * A recycler sees on how many stops there is proof.
 * A resident sees why a bin was not collected, an auditor sees the findings.
 */
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { EndpointName } from '#contract/endpoints.ts'
import { eventually } from '#tests/fixtures/eventually.ts'
import { jpeg } from '#tests/fixtures/picture-files.ts'
import { type CallOptions, call, SEEDED_IDENTIFIERS, sendPicture, signIn, signUp } from './api-client.ts'
import {
  axeViolations,
  axeViolationsIn,
  closeBrowserContexts,
  DESKTOP,
  openWindow,
  PHONE,
  SCREEN_VARIANTS,
  startBrowser,
} from './browser.ts'
import { type RunningApp, startWasteSense } from './running-app.ts'
import { openSignedInPage } from './signed-in.ts'

const browser: Browser | undefined = await startBrowser()
const ZONE = 'Ayawaso West'
/** Id of the truck that is assigned to the driver account of the test data. */
const TRUCK = 'T001'
const PLACE = { lat: 5.64, lng: -0.19, landmark: 'Blue gate' }

describe.skipIf(!browser)('a driver’s work', () => {
  let app: RunningApp
  let tokens: Record<'dispatcher' | 'driver' | 'admin' | 'auditor', string>
  /** Epoch ms until which the driver's proof must have arrived. */
  let provenUntil = Number.POSITIVE_INFINITY
  beforeAll(async () => {
    app = await startWasteSense()
    const [dispatcher, driver, admin, auditor] = await Promise.all(
      (['dispatcher', 'driver', 'admin', 'auditor'] as const).map((role) => signIn(app, SEEDED_IDENTIFIERS[role])),
    )
    tokens = { dispatcher, driver, admin, auditor } as typeof tokens
  })
  afterAll(async () => {
    await closeBrowserContexts(browser)
    await app?.clear()
  })

  async function by(who: keyof typeof tokens, name: EndpointName, options: CallOptions = {}) {
    const { status, text, body } = await call(app, name, { token: tokens[who], ...options })
    if (status >= 300) throw new Error(text)
    return body
  }
  const openAs = (role: keyof typeof SEEDED_IDENTIFIERS, path: string) =>
    openSignedInPage(browser as Browser, app, SEEDED_IDENTIFIERS[role], { path })
  const driverOf = async (truck: string) => {
    const { vehicles } = await by('dispatcher', 'vehicles')
    return vehicles.find(({ id }: { id: string }) => id === truck)?.driver_id
  }

  it('begins with a truck, which a dispatcher gives, takes and gives back', async () => {
    const { page, errors, context } = await openAs('dispatcher', '/dispatcher/dashboard')
    const second = await openAs('dispatcher', '/dispatcher/dashboard')
    const card = (of: Page, truck: string) => of.locator(`[data-vehicle="${truck}"]`)
    const dialog = page.getByRole('dialog')
    await card(page, 'T003').getByRole('button', { name: 'Driver: T003' }).click()
    await dialog.getByText('Every driver already has a truck. Release one of the drivers first.').waitFor()
    await page.keyboard.press('Escape')
    await card(second.page, TRUCK).getByText('Kojo Asare').waitFor()

    await card(page, TRUCK).getByRole('button', { name: 'Driver: T001' }).click()
    await dialog.getByText('Kojo Asare · DRV001').waitFor()
    expect(await axeViolations(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Release' }).click()
    await dialog.getByRole('button', { name: 'Assign driver' }).waitFor()
    expect(await driverOf(TRUCK)).toBeUndefined()
    await card(second.page, TRUCK).getByText('Kojo Asare').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Undo' }).click()
    await dialog.getByText('Kojo Asare · DRV001').waitFor()
    await dialog.getByRole('button', { name: 'Release' }).click()
    await dialog.getByLabel('Driver', { exact: true }).selectOption({ label: 'Kojo Asare · DRV001' })
    expect(await axeViolations(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Assign driver' }).click()
    await dialog.waitFor({ state: 'detached' })
    await card(second.page, TRUCK).getByText('Kojo Asare').waitFor()
    expect(await driverOf(TRUCK)).toBeDefined()

    await card(page, TRUCK).getByRole('button', { name: 'Driver: T001' }).click()
    await dialog.getByRole('button', { name: 'Sign out phones' }).click()
    await page.getByText('The driver is signed out on every phone.').waitFor()
    expect((await call(app, 'driverSheet', { token: tokens.driver })).status).toBe(401)
    tokens.driver = await signIn(app, SEEDED_IDENTIFIERS.driver)
    expect([...errors, ...second.errors]).toEqual([])
    await Promise.all([context.close(), second.context.close()])
  })

  it('begins with a printed code as well, which a driver scans', async () => {
    const { page, errors, context } = await openAs('dispatcher', '/dispatcher/dashboard')
    await page.locator('[data-vehicle="T003"]').getByRole('button', { name: 'Driver: T003' }).click()
    await page.getByRole('dialog').getByRole('link', { name: 'Print the QR code' }).click()
    const sheets = page
      .getByRole('main')
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading') })
    await page.getByRole('img', { name: 'QR code to take truck T003' }).waitFor()
    expect(await sheets.count()).toBe(1)
    const address = (await sheets.getByText(app.url).textContent()) ?? ''
    expect(await axeViolations(page)).toEqual([])
    await page.emulateMedia({ media: 'print' })
    expect(await page.getByRole('button', { name: 'Print' }).isVisible()).toBe(false)
    expect(await sheets.getByRole('heading', { name: 'T003' }).isVisible()).toBe(true)
    await page.emulateMedia({ media: 'screen' })
    await page.getByLabel('Truck', { exact: true }).selectOption('All trucks')
    await page.getByRole('img', { name: 'QR code to take truck T001' }).waitFor()
    expect(await sheets.count()).toBeGreaterThan(2)
    expect(errors).toEqual([])
    await context.close()

    // The page's address names a truck, and must still name it after the sign-in.
    await by('dispatcher', 'releaseDriver', { id: TRUCK })
    const phone = await openWindow(browser as Browser, PHONE)
    await phone.page.goto(address)
    await phone.page.getByLabel(/email, phone number or employee id/i).fill(SEEDED_IDENTIFIERS.driver)
    await phone.page.getByLabel('Password', { exact: true }).fill(app.password)
    await phone.page.getByRole('button', { name: 'Sign In', exact: true }).click()
    await phone.page.getByRole('heading', { name: 'Take a truck' }).waitFor()
    expect(await phone.page.getByLabel('Truck number').inputValue()).toBe('T003')
    await phone.page.getByRole('button', { name: 'Take truck' }).click()
    await eventually(async () => expect(await driverOf('T003')).toBeDefined())
    expect(phone.errors).toEqual([])
    await phone.context.close()
    await by('dispatcher', 'releaseDriver', { id: 'T003' })
    await by('dispatcher', 'assignDriver', {
      id: TRUCK,
      body: {
        driverId: (await by('dispatcher', 'drivers')).drivers.find(
          ({ employee_id: id }: { employee_id: string }) => id === SEEDED_IDENTIFIERS.driver,
        ).id,
      },
    })
  })

  it('is followed on the board, stop by stop and step by step', async () => {
    const residents = []
    for (let n = 0; n < 4; n++) {
      const resident = await signUp(app, ZONE)
      await call(app, 'placeBin', { token: resident.token, body: PLACE })
      const { body } = await call(app, 'reportBinFull', { token: resident.token, body: {} })
      residents.push({ ...resident, stopId: body.report.id as string })
    }
    const [left, proven, unproven, far] = residents as [
      (typeof residents)[0],
      (typeof residents)[0],
      (typeof residents)[0],
      (typeof residents)[0],
    ]
    const plan = { zone: ZONE, vehicleIds: [TRUCK] }
    const { schedules } = await by('dispatcher', 'scheduleCollection', { body: plan })
    const board = await openAs('dispatcher', '/dispatcher/dashboard')
    const { page } = board
    const row = page.locator(`tr[data-report="${left.stopId}"]`)
    await row.getByText('New').waitFor()
    const phone = await openSignedInPage(browser as Browser, app, left.email, {
      ...{ path: '/resident/dashboard', viewport: PHONE, password: left.password },
    })
    await by('driver', 'depart', { body: { scheduleId: schedules[0].id } })
    await row.getByText('On its way').waitFor()
    await phone.page.getByText('Truck on its way').first().waitFor()

    const { picture } = (await sendPicture(app, tokens.driver, await jpeg(640, 480))).body
    const serve = (id: string, body: object) =>
      by('driver', 'serveStop', { id, body: { at: new Date().toISOString(), ...body } })
    const near = { lat: PLACE.lat, lon: PLACE.lng + 0.0001, acc: 9 }
    const reason = { outcome: 'exception', exception: 'not-out', note: 'The gate was closed' }
    await serve(left.stopId, { ...reason, picture, fix: near })

    await row.getByText('Bin was not out').waitFor()
    await row.hover()
    await expect.poll(() => row.locator('td').nth(3).getAttribute('title')).toMatch(/Blue gate · 5\.64000, -0\.19000/)
    await row.locator('td').nth(2).click()
    const detail = page.getByRole('dialog')
    const facts = detail.getByRole('region', { name: 'At the bin' })
    await facts.getByText(/^11.m from the bin$/).waitFor()
    await facts.getByText('The gate was closed').waitFor()
    await detail.getByRole('region', { name: 'Place of the bin' }).getByText('Blue gate').waitFor()
    await detail.getByRole('img', { name: 'Driver’s photo of the bin' }).waitFor()
    expect(await axeViolationsIn(page, SCREEN_VARIANTS)).toEqual([])
    await page.setViewportSize(DESKTOP)
    await page.keyboard.press('Escape')
    await detail.waitFor({ state: 'detached' })
    // Moves pointer and focus out of the table, because they would freeze its rows.
    await page.getByRole('heading', { level: 1 }).click()

    // Both panels show the resident the same text: the collection status and the list of reports.
    for (const name of ['Collection Status', 'Recent Reports'])
      await phone.page
        .getByRole('region', { name })
        .getByText(/^Your bin was not out at \d\d:\d\d\. Put it out\. We will come again\.$/)
        .waitFor()
    await phone.page.getByText('The gate was closed').waitFor()
    await phone.page.getByRole('button', { name: 'Show photo' }).click()
    await phone.page.getByRole('img', { name: 'Driver’s photo of your bin' }).waitFor()
    expect(await axeViolationsIn(phone.page, SCREEN_VARIANTS)).toEqual([])

    await by('admin', 'setFindingThresholds', { body: await withProofMinutes(1) })
    await serve(proven.stopId, { outcome: 'collected', picture, fix: near })
    await serve(unproven.stopId, { outcome: 'collected' })
    provenUntil = Date.now() + 60_000
    await serve(far.stopId, { outcome: 'collected', fix: { ...near, lat: PLACE.lat + 0.01 } })
    await row.getByText('On its way').waitFor()
    await page.locator(`tr[data-report="${proven.stopId}"]`).waitFor({ state: 'detached' })
    const truck = page.locator(`[data-vehicle="${TRUCK}"]`)
    await truck.getByText('On Route').waitFor()
    await by('driver', 'deliverLoad', { body: {} })
    await truck.getByText('In Transit to Site').waitFor()
    await row.getByText('New').waitFor()
    await row.getByText('Bin was not out').waitFor()
    await by('driver', 'unloadTruck', { body: {} })
    await truck.getByText('Available').waitFor()
    expect([...board.errors, ...phone.errors]).toEqual([])
    await Promise.all([board.context.close(), phone.context.close()])
  })

  it('is on the recycler’s delivery as a share of its stops', async () => {
    const { page, errors, context } = await openAs('recycler', '/recycler/insights')
    const { deliveries } = await by('dispatcher', 'deliveries')
    const { facilityId } = deliveries.find(({ truckId }: { truckId: string }) => truckId === TRUCK)
    await page.goto(`${app.url}/recycler/sites/${facilityId}`)
    await page.getByText(/^2 of 3 stops have a driver’s proof \(67.%\)$/).waitFor()
    expect(await axeViolations(page)).toEqual([])
    expect(errors).toEqual([])
    await context.close()
  })

  it('is checked by an auditor, who finds the two planted stops', async () => {
    const { page, errors, context } = await openAs('auditor', '/auditor/findings')
    const card = (rule: string) =>
      page.locator('[data-finding]').filter({ has: page.getByRole('heading', { name: rule }) })
    await card('Phone far from the bin')
      .getByText(/was 1,1\d\d metres from the bin of Report 1/)
      .waitFor()
    // Wait for the proof's deadline: the next event raises the finding.
    // Polling with events would make too many requests.
    await expect.poll(() => Date.now()).toBeGreaterThan(provenUntil)
    await signUp(app, ZONE)
    await card('Collected without proof')
      .getByText(/collected 1 bin in Ayawaso West with T001, but sent no photo and no location/)
      .waitFor()
    expect(await axeViolations(page)).toEqual([])
    await card('Collected without proof')
      .getByRole('link', { name: /^Event / })
      .click()
    await page.getByRole('dialog').getByText('without proof').first().waitFor()
    expect(errors).toEqual([])
    await context.close()
  })

  async function withProofMinutes(proofMinutes: number) {
    const { thresholds } = await by('admin', 'findingThresholds')
    return { ...thresholds, proofMinutes }
  }
})
