/** Tests a dispatcher's day in two windows, from recommendation to weighing. */
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { call, signUp, signIn as tokenOf } from './api-client.ts'
import {
  axeViolations,
  closeBrowserContexts,
  type SCREEN_VARIANTS,
  startBrowser,
  type WindowOptions,
} from './browser.ts'
import { startWasteSense } from './running-app.ts'
import { openSignedInPage } from './signed-in.ts'

const browser: Browser | undefined = await startBrowser()
const ZONE = 'Ablekuma North'
const CUSTOMERS = 5

describe.skipIf(!browser)('the dispatcher’s dashboard', () => {
  let app: Awaited<ReturnType<typeof startWasteSense>>
  let token: string

  beforeAll(async () => {
    app = await startWasteSense()
    token = await tokenOf(app, 'DISP001')
    const config = { zone_customers: { [ZONE]: { totalCustomers: CUSTOMERS }, 'Ayawaso West': { totalCustomers: 82 } } }
    expect((await call(app, 'saveConfiguration', { token, body: { config } })).status).toBe(200)
  })
  afterAll(async () => {
    await closeBrowserContexts(browser)
    await app?.clear()
  })

  /** Opens a window with the seeded dispatcher signed in. */
  async function openDashboard(look: Partial<(typeof SCREEN_VARIANTS)[number]> & WindowOptions = {}) {
    const path = '/dispatcher/dashboard'
    const opened = await openSignedInPage(browser as Browser, app, 'DISP001', { path, ...look })
    await opened.page.getByRole('status').filter({ hasText: /^Live/ }).waitFor()
    return opened
  }

  const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
  const vehicle = (page: Page, id: string) => page.locator(`[data-vehicle=${id}]`)

  async function fill(reports: number): Promise<void> {
    for (let count = 0; count < reports; count += 1) {
      const resident = await signUp(app, ZONE)
      expect((await call(app, 'reportBinFull', { token: resident.token, body: {} })).status).toBe(201)
    }
  }

  it('leads a zone from its reports to the measured site, in two windows at once', async () => {
    const [one, other] = [await openDashboard(), await openDashboard()]
    await panel(one.page, 'Smart Collection Scheduler').getByText('No recommendations available.').waitFor()
    await panel(one.page, 'Active Reports').getByText('No active reports.').waitFor()
    await fill(CUSTOMERS)

    for (const { page } of [one, other]) {
      await panel(page, ZONE).getByText('READY', { exact: true }).waitFor()
      // The job queue may still be starting, so wait.
      await panel(page, 'Recent notifications').getByText('Bin Full Threshold Reached').waitFor()
    }
    const line = panel(one.page, ZONE)
    const plan = line.getByText(/T00\d at \d\d:\d\d · .*\sm³ · .*km · .*\sL/)
    await plan.waitFor()
    const [truck] = /T00\d/.exec((await plan.textContent()) as string) as RegExpExecArray
    await panel(one.page, 'Smart Collection Scheduler').getByText('Recommended: 1 truck for zones').waitFor()
    await line.getByRole('button', { name: `Compare: ${ZONE}` }).click()
    const decision = one.page.getByRole('dialog', { name: `Collection in ${ZONE}` })
    expect(await decision.getByRole('radio', { name: 'Recommended' }).isChecked()).toBe(true)
    await decision.getByRole('radio', { name: 'Another site' }).waitFor()
    // Waits until the highlight of new rows has faded.
    await expect.poll(() => one.page.locator('[data-marked]').count()).toBe(0)
    expect(await axeViolations(one.page)).toEqual([])
    await decision.getByRole('button', { name: 'Cancel' }).click()
    await decision.waitFor({ state: 'detached' })
    const schedule = line.getByRole('button', { name: `Schedule: ${ZONE}` })
    await schedule.click()
    await one.page.getByRole('button', { name: 'Undo' }).click()
    await one.page.getByText('The collection was cancelled').waitFor()
    await schedule.click()
    await line.getByText(`Collection scheduled · ${truck} leaves`).waitFor()
    // The disabled button stays, so that a second click starts no truck.
    const done = line.getByRole('button', { name: `Scheduled: ${ZONE}` })
    expect(await done.getAttribute('aria-disabled')).toBe('true')
    expect(await line.getByRole('button', { name: /^(Compare|Start)/ }).count()).toBe(0)
    await done.click({ force: true })
    const { schedules } = (await call(app, 'schedules', { token })).body
    expect(schedules.map(({ status }: { status: string }) => status).sort()).toEqual(['cancelled', 'scheduled'])
    await one.page.mouse.move(5, 5)
    await done.waitFor({ state: 'detached' })
    const start = other.page.getByRole('button', { name: `Start: ${truck}, ${ZONE}` })
    await start.waitFor()
    await vehicle(other.page, truck).getByText('Scheduled').waitFor()
    await start.click()
    await line.getByText(`Collection in progress · ${truck} back by`).waitFor()

    await one.page.getByRole('button', { name: 'Mark All Collected' }).click()
    const dialog = one.page.getByRole('dialog', { name: 'Select Dumping Site' })
    await dialog.getByText(`${CUSTOMERS} reports in ${ZONE} (${CUSTOMERS}) will be marked collected.`).waitFor()
    await dialog.getByRole('button', { name: 'Mark All Collected' }).click()
    await dialog.getByText('Please select a dumping site').waitFor()
    await dialog.getByRole('radio', { name: /North Dumping Site/ }).check()
    expect(await dialog.getByRole('radio', { name: new RegExp(truck) }).isChecked()).toBe(true)
    await dialog.getByText(`${truck} takes the waste to North Dumping Site`).waitFor()
    await dialog.getByText(new RegExp(`^1\\.2 of \\d+\\sm³ on ${truck}$`)).waitFor()
    await dialog.getByRole('checkbox', { name: new RegExp(ZONE) }).uncheck()
    await dialog.getByText('will be marked collected').waitFor({ state: 'detached' })
    await dialog.getByRole('checkbox', { name: new RegExp(ZONE) }).check()
    await dialog.getByRole('button', { name: 'Mark All Collected' }).click()
    await dialog.waitFor({ state: 'detached' })

    for (const { page } of [one, other]) {
      await panel(page, 'Active Reports').getByText('No active reports.').waitFor()
      await panel(page, 'Deliveries').getByText(`${ZONE} → North Dumping Site`).waitFor()
      await vehicle(page, truck).getByText('In Transit to Site').waitFor()
    }

    await other.page.getByRole('button', { name: 'Update Composition' }).click()
    const form = other.page.getByRole('dialog', { name: 'Update Waste Composition' })
    const submit = form.getByRole('button', { name: 'Update Composition' })
    await form.getByLabel('Dumping site').selectOption('WS001')
    await form.getByLabel('Plastic (%)').fill('50')
    await form.getByText('Total percentage exceeds 100%').waitFor()
    expect(await submit.isDisabled()).toBe(true)
    await form.getByRole('button', { name: 'Scale to 100%' }).click()
    await form.getByText('The percentages add up to exactly 100 %.').waitFor()
    await form.getByLabel('Current capacity (tons)').fill('760.5')
    await submit.click()
    // Toasts appear one at a time.
    // This one appears after the toasts of the collection.
    await other.page.getByText('Success!').waitFor()
    for (const { page } of [one, other]) {
      await panel(page, 'Deliveries').getByText('Arrived', { exact: true }).waitFor()
      await vehicle(page, truck).getByText('Available').waitFor()
    }
    await one.page.getByRole('button', { name: `Complete: ${truck}, ${ZONE} to North Dumping Site` }).click()
    await panel(other.page, 'Deliveries').getByText('Completed').waitFor()
    expect([...one.errors, ...other.errors]).toEqual([])
    await one.context.close()
    await other.context.close()
  })

  const show = (dialog: Locator, section: string) => dialog.getByRole('tab', { name: section }).click()

  it('lets two people edit the configuration at once, and neither loses what they did', async () => {
    const [one, other] = [await openDashboard(), await openDashboard()]
    const edit = async (page: Page) => {
      await page.getByRole('button', { name: 'Settings', exact: true }).click()
      const dialog = page.getByRole('dialog', { name: 'System Configuration' })
      await show(dialog, 'Fuel and thresholds')
      await dialog.getByLabel('Diesel (GH₵ per liter)').waitFor()
      return dialog
    }
    const [mine, theirs] = [await edit(one.page), await edit(other.page)]
    await theirs.getByLabel('Diesel (GH₵ per liter)').fill('11')
    expect(await theirs.getByLabel('Petrol (GH₵ per liter)').inputValue()).toBe('13.5')
    await theirs.getByRole('button', { name: 'Save Configuration' }).click()
    await other.page.getByText('Configuration saved successfully').waitFor()

    await show(mine, 'Customers')
    await mine.getByRole('button', { name: 'Large Scale' }).click()
    await mine.getByRole('button', { name: 'Save Configuration' }).click()
    await mine.getByText('diesel price from 10 to 11').waitFor()
    await expect.poll(() => mine.getByLabel('Diesel (GH₵ per liter)').inputValue()).toBe('11')
    expect(await mine.getByRole('spinbutton', { name: ZONE, exact: true }).inputValue()).toBe('200')
    await mine.getByRole('button', { name: 'Save again' }).click()
    await one.page.getByText('Configuration saved successfully').waitFor()
    await panel(other.page, ZONE).getByText('of 200 reported').waitFor()
    const { body } = await call(app, 'configuration', { token })
    expect(body.config).toMatchObject({
      fuel_prices: { diesel: 11, petrol: 13.5 },
      zone_customers: { [ZONE]: { totalCustomers: 200 }, 'Ayawaso West': { totalCustomers: 120 } },
    })
    expect([...one.errors, ...other.errors]).toEqual([])
    await one.context.close()
    await other.context.close()
  })

  it('falls back on the copy of the configuration that it kept, and says so', async () => {
    const { page, context } = await openDashboard()
    const dialog = page.getByRole('dialog', { name: 'System Configuration' })
    await page.getByRole('button', { name: 'Settings', exact: true }).click()
    await dialog
      .getByLabel('Search zones')
      .or(dialog.getByRole('button', { name: 'Open a zone' }))
      .first()
      .waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await page.route('**/api/auth/config', (route) => route.abort())
    await page.getByRole('button', { name: 'Settings', exact: true }).click()
    await dialog.getByText('Failed to load the configuration').waitFor()
    await dialog.getByText(/copy that this browser stored/).waitFor()
    expect(await dialog.getByLabel('Diesel (GH₵ per liter)').inputValue()).toBe('11')
    await dialog.getByRole('button', { name: 'Small Scale' }).click()
    await dialog.getByRole('button', { name: 'Save Configuration' }).click()
    await page.getByText('Failed to save configuration').first().waitFor()
    await context.close()
  })

  it('asks before it closes a dialog on changes, and only then', async () => {
    const { page, errors, context } = await openDashboard()
    const opener = page.getByRole('button', { name: 'Settings', exact: true })
    const dialog = page.getByRole('dialog', { name: 'System Configuration' })
    const question = page.getByRole('dialog', { name: 'Discard your changes?' })
    const diesel = dialog.getByLabel('Diesel (GH₵ per liter)')
    const isFocused = (what: typeof diesel) =>
      expect.poll(() => what.evaluate((element) => element === document.activeElement)).toBe(true)
    await opener.click()
    await show(dialog, 'Fuel and thresholds')
    await diesel.waitFor()
    const price = await diesel.inputValue()
    await diesel.fill('99')
    await page.keyboard.press('Escape')
    await isFocused(question.getByRole('button', { name: 'Keep editing' }))
    expect(await axeViolations(page)).toEqual([])
    await page.keyboard.press('Escape')
    await question.waitFor({ state: 'detached' })
    expect(await diesel.inputValue()).toBe('99')
    await isFocused(diesel)
    await diesel.fill(price)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })

    await opener.click()
    await show(dialog, 'Fuel and thresholds')
    await diesel.fill('99')
    await page.mouse.click(5, 5)
    await question.getByRole('button', { name: 'Discard' }).click()
    for (const gone of [question, dialog]) await gone.waitFor({ state: 'detached' })
    await isFocused(opener)
    await opener.click()
    await expect.poll(() => diesel.inputValue()).toBe(price)
    expect(errors).toEqual([])
    await context.close()
  })

  it('adds a vehicle, refuels it, and archives one that has a history', async () => {
    const [one, other] = [await openDashboard(), await openDashboard()]
    const { page } = one
    await page.getByRole('button', { name: 'Add Vehicle' }).click()
    const form = page.getByRole('dialog', { name: 'Add Vehicle' })
    await form.getByRole('button', { name: 'Add Vehicle' }).click()
    await form.getByText('Vehicle ID is required').waitFor()
    const typed = {
      'Vehicle ID': 'T777',
      'Registration Number': 'GT-777-26',
      Make: 'MAN',
      Model: 'TGS',
      'Fuel Efficiency (km/L)': '4.5',
      'Tank Capacity (liters)': '200',
      'Current Fuel Level (liters)': '30',
    }
    for (const [label, value] of Object.entries(typed)) await form.getByLabel(label).fill(value)
    await form.getByRole('button', { name: 'Add Vehicle' }).click()
    await page.getByText('Vehicle added successfully').waitFor()
    await vehicle(other.page, 'T777').getByText('15 % fuel · refuel now').waitFor()

    await page.getByRole('button', { name: 'Refuel: T777' }).click()
    const refuel = page.getByRole('dialog', { name: 'Refuel T777' })
    await refuel.getByLabel('Liters added').fill('100')
    // The cost of the fuel follows from the configured price.
    await refuel.getByText('The tank will be 65 % full. Cost: GH₵ 1,100.00.').waitFor()
    await refuel.getByRole('button', { name: 'Refuel', exact: true }).click()
    await vehicle(other.page, 'T777').getByText('65 % fuel').waitFor()
    await page.getByRole('button', { name: 'Refuel: T777' }).click()
    await refuel.getByRole('button', { name: 'Fill up (70 L)' }).click()
    await refuel.getByRole('button', { name: 'Refuel', exact: true }).click()
    await vehicle(page, 'T777').getByText('100 % fuel').waitFor()
    await page.getByRole('button', { name: 'Refuel: T777' }).click()
    await refuel.getByText('The tank is full: 200 of 200 L.').waitFor()
    expect(await refuel.getByRole('textbox').count()).toBe(0)
    await refuel.getByRole('button', { name: 'Close', exact: true }).last().click()

    for (const [button, state] of [
      ['Send to workshop', 'Maintenance'],
      ['Put back in service', 'Available'],
    ] as const) {
      await page.getByRole('button', { name: 'Edit: T777' }).click()
      await page.getByRole('dialog', { name: 'Edit Vehicle' }).getByRole('button', { name: button }).click()
      await vehicle(other.page, 'T777').getByText(state).waitFor()
      await page.getByRole('dialog', { name: 'Edit Vehicle' }).waitFor({ state: 'detached' })
    }

    const trip = {
      vehicle_id: 'T777',
      trip_type: 'collection',
      distance_km: 9,
      trip_start: new Date(Date.now() - 3_600_000).toISOString(),
      trip_end: new Date().toISOString(),
    }
    expect((await call(app, 'logTrip', { token, body: trip })).status).toBe(201)
    await page.getByRole('button', { name: 'Edit: T777' }).click()
    await page.getByRole('button', { name: 'Delete vehicle' }).click()
    const question = page.getByRole('dialog', { name: 'Confirm Vehicle Deletion' })
    await question.getByRole('button', { name: 'Delete', exact: true }).click()
    await question.getByText(/Cannot delete vehicle with existing fuel logs/).waitFor()
    await question.getByRole('button', { name: 'Archive vehicle' }).click()
    await question.waitFor({ state: 'detached' })
    for (const window of [one, other]) await vehicle(window.page, 'T777').waitFor({ state: 'detached' })

    const archived = other.page.getByRole('button', { name: 'Show Archived: Vehicles' })
    await archived.focus()
    await other.page.keyboard.press('Enter')
    await other.page.getByRole('heading', { name: 'Archived vehicles' }).waitFor()
    await vehicle(other.page, 'T777')
      .getByText(/^Archived by /)
      .waitFor()
    expect(await vehicle(other.page, 'T777').getByRole('button').count()).toBe(0)
    expect(await axeViolations(other.page)).toEqual([])
    await other.page.getByRole('button', { name: 'Hide Archived: Vehicles' }).click()
    await vehicle(other.page, 'T001').waitFor()
    expect([...one.errors, ...other.errors]).toEqual([])
    await one.context.close()
    await other.context.close()
  })

  it('returns the focus to the button of a dialog that is closed', async () => {
    await fill(1)
    const { page, context } = await openDashboard()
    for (const name of ['Add Route', 'Settings', 'Update Composition', 'Add Vehicle', 'Refuel: T001']) {
      const opener = page.getByRole('button', { name, exact: true })
      await opener.click()
      const dialog = page.getByRole('dialog')
      await dialog
        .getByRole('button', { name: /Cancel|Close/ })
        .first()
        .waitFor()
      if (name === 'Settings') {
        await dialog.getByRole('tab', { name: 'Automation' }).click()
        await dialog.getByText('Automatic dispatch').waitFor()
        // Settings offer no switch for simulated activity, because this installation has no simulated city.
        expect(await dialog.getByText('Simulated activity').count()).toBe(0)
      }
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })
      await expect.poll(() => opener.evaluate((button) => button === document.activeElement)).toBe(true)
    }
    await context.close()
  })
})
