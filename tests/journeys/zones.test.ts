/** Tests a zone in two windows: opening, use, emptying and closing. */
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { call, signUp, signIn as tokenOf } from './api-client.ts'
import {
  axeViolations,
  axeViolationsIn,
  clickAll,
  closeBrowserContexts,
  openWindow,
  PHONE,
  SCREEN_VARIANTS,
  startBrowser,
} from './browser.ts'
import { startWasteSense } from './running-app.ts'
import { openSignedInPage } from './signed-in.ts'

const browser: Browser | undefined = await startBrowser()
const TESHIE = { name: 'Teshie', code: 'TE', customers: 3, centre: { lat: 5.58, lng: -0.1 } }

describe.skipIf(!browser)('zones', () => {
  let app: Awaited<ReturnType<typeof startWasteSense>>
  let token: string
  beforeAll(async () => {
    app = await startWasteSense()
    token = await tokenOf(app, 'DISP001')
  })
  afterAll(async () => {
    await closeBrowserContexts(browser)
    await app?.clear()
  })

  async function openDashboard(screen: { viewport?: typeof PHONE; theme?: 'dark' | 'light' } = {}) {
    const board = { path: '/dispatcher/dashboard' }
    const opened = await openSignedInPage(browser as Browser, app, 'DISP001', { ...board, ...screen })
    await opened.page.getByRole('status').filter({ hasText: /^Live/ }).waitFor()
    return opened
  }
  const card = (page: Page, zone: string) => page.getByRole('region', { name: zone, exact: true })
  async function openSettings(page: Page) {
    await page.getByRole('button', { name: 'Settings', exact: true }).first().click()
    const dialog = page.getByRole('dialog', { name: 'System Configuration' })
    await dialog.getByRole('button', { name: 'Open a zone' }).waitFor()
    return dialog
  }

  it('one that a dispatcher opens is on every board, in every form, and can be lived in', async () => {
    const [one, other] = [await openDashboard(), await openDashboard()]
    const dialog = await openSettings(one.page)
    const theirs = await openSettings(other.page)
    await dialog.getByRole('button', { name: 'Open a zone' }).click()
    await dialog.getByLabel('Zone name').fill('Teshie')
    await dialog.getByRole('textbox', { name: 'Code' }).focus()
    expect(await dialog.getByRole('textbox', { name: 'Code' }).inputValue()).toBe('TES')
    await dialog.getByRole('textbox', { name: 'Code' }).fill('AN')
    await dialog.getByRole('spinbutton', { name: 'Customers' }).fill('3')
    await dialog.getByLabel('Latitude of the centre').fill('5.58')
    await dialog.getByLabel('Longitude of the centre').fill('-0.1')
    await dialog.getByRole('button', { name: 'Open zone' }).click()
    await dialog.getByText('Code AN belongs to Ablekuma North').first().waitFor()
    await dialog.getByRole('textbox', { name: 'Code' }).fill('te')
    await dialog.getByRole('button', { name: 'Open zone' }).click()
    await one.page.getByText('Teshie is open.').waitFor()
    // Opening a zone updates the number of customers in both open forms.
    // The forms still count as unedited.
    for (const form of [dialog, theirs]) expect(await form.getByLabel('Teshie', { exact: true }).inputValue()).toBe('3')
    await theirs.getByRole('button', { name: 'Cancel' }).click()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await dialog.waitFor({ state: 'detached' })
    for (const { page } of [one, other]) await card(page, 'Teshie').getByText('of 3 reported').waitFor()

    const stranger = await openWindow(browser as Browser, PHONE)
    await stranger.page.goto(`${app.url}/auth/signup`)
    const zones = stranger.page.getByLabel('Zone/Area')
    await zones.locator('option', { hasText: 'Teshie' }).waitFor({ state: 'attached' })
    expect(await zones.inputValue()).toBe('Ablekuma North')
    const resident = await signUp(app, 'Teshie')
    expect((await call(app, 'reportBinFull', { token: resident.token, body: {} })).status).toBe(201)
    for (const { page } of [one, other]) await card(page, 'Teshie').getByText('1', { exact: true }).waitFor()
    for (const { errors, context } of [one, other, stranger]) {
      expect(errors).toEqual([])
      await context.close()
    }
  })

  it('knows the names of open zones at the door, and no others', async () => {
    const person = { name: 'Ama', email: 'ama@example.com', password: 'a good password' }
    for (const zone of ['Atlantis', 'teshie', '']) {
      const refused = await call(app, 'signUp', { body: { ...person, zone } })
      const said = zone ? 'Select a valid zone' : 'Zone is required'
      expect(refused).toMatchObject({ status: 400, body: { message: said, errors: { zone: said } } })
    }
    const admin = await tokenOf(app, 'ADMIN001')
    const { id } = await signUp(app)
    const change = { token: admin, id, body: { zone: 'Atlantis' } }
    expect(await call(app, 'changeUser', change)).toMatchObject({
      status: 400,
      body: { message: 'Select a valid zone' },
    })
    const schedule = { token, body: { zone: 'Atlantis', vehicleIds: ['T001'] } }
    expect(await call(app, 'scheduleCollection', schedule)).toMatchObject({ status: 400 })
    const { body, status } = await call(app, 'zones')
    expect([status, body.zones]).toEqual([200, ['Ablekuma North', 'Ayawaso West', 'Teshie']])
    expect(Object.keys(body.centres)).toEqual(body.zones)
  })

  it('is not closed while people live there, who can be moved, and tells who comes too late', async () => {
    const { page, errors, context } = await openDashboard()
    const dialog = await openSettings(page)
    await dialog.getByRole('button', { name: 'Close: Teshie' }).click()
    const row = dialog.locator('[data-zone=Teshie]')
    await row.getByRole('button', { name: 'Close zone' }).click()
    await row.getByText("Teshie can't be closed yet: it has 1 resident and 1 open report.").waitFor()
    expect(await axeViolations(page)).toEqual([])
    await row.getByLabel('Move its residents to').selectOption('Ayawaso West')
    await row.getByRole('button', { name: 'Move the residents' }).click()
    await page.getByText('The residents of Teshie move to Ayawaso West.').waitFor()
    const mark = { dumpingSiteId: 'WS001', truckId: 'T001' }
    expect((await call(app, 'markAllCollected', { token, body: mark })).body).toMatchObject({
      deliveries: [{ id: 'DEL-T001-1-TE', zone: 'Teshie' }],
    })
    // The button 'Try again' is disabled during each retry.
    // After a successful retry, the zone's row disappears with its button.
    const again = row.getByRole('button', { name: 'Try again', disabled: false })
    await expect
      .poll(async () => {
        await clickAll(again)
        return call(app, 'zones').then(({ body }) => body.zones)
      })
      .toEqual(['Ablekuma North', 'Ayawaso West'])
    await card(page, 'Teshie').waitFor({ state: 'detached' })
    await dialog.getByLabel('Teshie', { exact: true }).waitFor({ state: 'detached' })
    expect(errors).toEqual([])
    await context.close()
    // A closed zone's deliveries remain in the list.
    const { body } = await call(app, 'deliveries', { token })
    expect(body.deliveries).toMatchObject([{ zone: 'Teshie' }])
  })

  it('its forms have no accessibility violations', async () => {
    const { page, context } = await openDashboard()
    const dialog = await openSettings(page)
    await dialog.getByRole('button', { name: 'Open a zone' }).click()
    await dialog.getByRole('button', { name: 'Open zone' }).click()
    await dialog.getByText('Name is required').waitFor()
    expect(await axeViolationsIn(page, SCREEN_VARIANTS)).toEqual([])
    await context.close()
  })

  it('of two dispatchers who open one code at once one has it, and the other is told', async () => {
    const tries = ['Nima', 'Nungua'].map((name) =>
      call(app, 'openZone', { token, body: { ...TESHIE, name, code: 'NU' } }),
    )
    expect((await Promise.all(tries)).map(({ status }) => status).sort()).toEqual([201, 409])
  })
})
