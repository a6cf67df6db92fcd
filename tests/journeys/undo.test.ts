/** Tests undo in a browser: mouse, keyboard, the resident's view. */
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { call, signUp, signIn as tokenOf } from './api-client.ts'
import { focusFirstRow } from './board-rows.ts'
import { axeViolations, closeBrowserContexts, PHONE, scrollThrough, startBrowser } from './browser.ts'
import { startWasteSense } from './running-app.ts'
import { openSignedInPage } from './signed-in.ts'

const browser: Browser | undefined = await startBrowser()

describe.skipIf(!browser)('what is taken back', () => {
  let app: Awaited<ReturnType<typeof startWasteSense>>
  let resident: Awaited<ReturnType<typeof signUp>>

  beforeAll(async () => {
    app = await startWasteSense()
    resident = await signUp(app, 'Ablekuma North')
    expect((await call(app, 'reportBinFull', { token: resident.token, body: {} })).status).toBe(201)
  })
  afterAll(async () => {
    await closeBrowserContexts(browser)
    await app?.clear()
  })

  const open = () => openSignedInPage(browser as Browser, app, 'DISP001', { path: '/dispatcher/dashboard' })
  const rows = (page: Page) => page.locator('tr[data-report]:not([data-gone])')
  const reports = async () =>
    (await call(app, 'userReports', { token: resident.token, id: resident.id })).body.reports as {
      id: string
      status: string
    }[]

  it('opens a report again that was marked by mistake, by its button and by Ctrl and Z', async () => {
    const { page, context, errors } = await open()
    for (const [undo, number] of [
      [() => page.getByRole('button', { name: 'Undo' }).click(), 2],
      [() => page.keyboard.press('Control+z'), 3],
    ] as const) {
      await rows(page)
        .getByRole('button', { name: /^Mark collected/ })
        .click()
      await page.getByRole('button', { name: 'Undo' }).waitFor()
      await expect.poll(async () => (await reports())[0]?.status).toBe('collected')
      if (number === 2) expect(await axeViolations(page)).toEqual([])
      await undo()
      await page.getByText('Collection undone.').waitFor()
      // Moves the mouse and the focus out of the table, because either one delays new rows.
      await page.mouse.move(5, 5)
      await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur())
      await page.locator(`tr[data-report="${resident.id}.${number}"]`).getByText('Reopened').waitFor()
      expect(await reports()).toMatchObject([{ id: `${resident.id}.${number}`, status: 'new' }])
    }
    expect(errors).toEqual([])
    await context.close()
  })

  it('hides no action and no screen of the bar from a thumb', async () => {
    const token = await tokenOf(app, 'DISP001')
    const mark = await signUp(app, 'Ayawaso West')
    await call(app, 'reportBinFull', { token: mark.token, body: {} })
    const [{ id }] = (await call(app, 'userReports', { token: mark.token, id: mark.id })).body.reports
    const made = await call(app, 'scheduleCollection', {
      token,
      body: { zone: 'Ayawaso West', vehicleIds: ['T001'] },
    })
    const [schedule] = made.body.schedules
    await call(app, 'changeSchedule', { token, id: schedule.id, body: { status: 'in-progress' } })
    await call(app, 'changeSchedule', { token, id: schedule.id, body: { status: 'completed', collected: [id] } })
    const { page, context } = await open()
    await page.setViewportSize(PHONE)
    await rows(page).first().waitFor()
    await scrollThrough(page)
    const complete = page.getByRole('button', { name: /^Complete: T001/ })
    await complete.waitFor()
    await rows(page)
      .getByRole('button', { name: /^Mark collected/ })
      .first()
      .click()
    await page.getByRole('button', { name: 'Undo' }).waitFor()
    const isPressable = (element: Element) => {
      element.scrollIntoView({ block: 'nearest' })
      const { left, top, width, height } = element.getBoundingClientRect()
      return element.contains(document.elementFromPoint(left + width / 2, top + height / 2))
    }
    expect(await complete.evaluate(isPressable)).toBe(true)
    // At the end of the page, the toast is below the last button and covers none.
    const [last, toast] = await page.evaluate(() => {
      window.scrollTo(0, document.documentElement.scrollHeight)
      const buttons = [...document.querySelectorAll('main button')].filter((button) => button.checkVisibility())
      const shown = document.querySelector('[data-position="bottom-right"] [role="status"]')
      return [
        Math.max(...buttons.map((button) => button.getBoundingClientRect().bottom)),
        shown?.getBoundingClientRect().top ?? 0,
      ]
    })
    expect(last).toBeLessThanOrEqual(toast!)
    const links = page.getByRole('navigation', { name: 'Main screens' }).getByRole('link')
    expect(await links.count()).toBe(4)
    for (const link of await links.all()) expect(await link.evaluate(isPressable)).toBe(true)
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('Collection undone.').waitFor()
    await context.close()
  })

  it.each([{ width: 1280, height: 720 }, PHONE])('is said beside a dialog, not over it, at $width px', async (size) => {
    const { page, context } = await open()
    await page.setViewportSize(size)
    await rows(page)
      .getByRole('button', { name: /^Mark collected/ })
      .first()
      .click()
    await page.getByRole('button', { name: 'Undo' }).waitFor()
    await page.getByRole('button', { name: /^Add Route/ }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Schedule' }).waitFor()
    await expect.poll(() => page.getByRole('dialog').evaluate((shown) => getComputedStyle(shown).opacity)).toBe('1')
    const [toast, over] = [
      await page.getByRole('status').filter({ hasText: 'Undo' }).boundingBox(),
      await dialog.boundingBox(),
    ]
    if (!toast || !over) throw new Error('The toast was gone before it was measured.')
    const isBeside = toast.x + toast.width <= over.x || toast.y >= over.y + over.height
    expect({ isBeside, toast, over }).toMatchObject({ isBeside: true })
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('Collection undone.').waitFor()
    await context.close()
  })

  it('cancels a collection that was scheduled in a dialog', async () => {
    const token = await tokenOf(app, 'DISP001')
    const zone = 'Ablekuma North'
    const config = { zone_customers: { [zone]: { totalCustomers: 1 }, 'Ayawaso West': { totalCustomers: 100 } } }
    expect((await call(app, 'saveConfiguration', { token, body: { config } })).status).toBe(200)
    const { page, context, errors } = await open()
    const dialog = page.getByRole('dialog')
    const openDialogs = [
      () => page.getByRole('button', { name: `Compare: ${zone}` }).click(),
      async () => {
        await page.getByRole('button', { name: 'Add Route' }).click()
        await dialog.getByLabel('Zone').selectOption(zone)
        await dialog.getByRole('checkbox', { name: /T00/, checked: true }).first().waitFor()
      },
    ]
    const statuses = async () => {
      const { schedules } = (await call(app, 'schedules', { token })).body
      return schedules.filter((row: { zone: string }) => row.zone === zone).map((row: { status: string }) => row.status)
    }
    let cancelled = 0
    for (const openDialog of openDialogs) {
      await openDialog()
      await dialog.getByRole('button', { name: 'Schedule', exact: true }).click()
      await page.getByRole('button', { name: 'Undo' }).click()
      await page.getByText('The collection was cancelled').waitFor()
      await page.mouse.move(5, 5)
      cancelled += 1
      await expect.poll(statuses).toEqual(Array.from({ length: cancelled }, () => 'cancelled'))
    }
    expect(errors).toEqual([])
    await context.close()
  })

  it('goes back step by step, also over several reports at once', async () => {
    const { reports: there } = (await call(app, 'activeReports', { token: await tokenOf(app, 'DISP001') })).body
    for (let n = there.length; n < 3; n++)
      await call(app, 'reportBinFull', { token: (await signUp(app, 'Ablekuma North')).token, body: {} })
    const { page, context, errors } = await open()
    const { keyboard } = page
    const isOpen = (count: number) => page.getByText(`${count} open`, { exact: true }).waitFor()
    await isOpen(3)
    await page.getByLabel('Search reports').waitFor()
    await focusFirstRow(page)
    for (const key of ['x', 'j', 'x']) await keyboard.press(key)
    await page.getByText('2 selected').waitFor()
    await keyboard.press('c')
    await page.getByText('2 reports', { exact: true }).waitFor()
    await isOpen(1)
    for (const key of ['j', 'c']) await keyboard.press(key)
    await isOpen(0)
    // The newest toast replaces the previous one.
    await expect.poll(() => page.getByText('2 reports', { exact: true }).count()).toBe(0)
    await keyboard.press('Control+z')
    await isOpen(1)
    await keyboard.press('Control+z')
    await isOpen(3)
    expect(errors).toEqual([])
    await context.close()
  })

  it('changes the own name, here and on the server', async () => {
    const { page, context } = await openSignedInPage(browser as Browser, app, 'DISP001', {
      path: '/dispatcher/profile',
    })
    await page.getByRole('button', { name: 'Edit' }).click()
    await page.getByLabel('Name').fill('   ')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Name is required').waitFor()
    await page.getByLabel('Name').fill('Efua Asante')
    await page.getByLabel('Phone').fill('+233 24 412 3456')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('button', { name: 'Edit' }).waitFor()
    await expect.poll(() => page.getByText('+233 24 412 3456').count()).toBe(1)
    const me = await call(app, 'me', { token: await tokenOf(app, 'DISP001') })
    expect(me.body.user).toMatchObject({ name: 'Efua Asante', phone: '+233 24 412 3456' })
    await context.close()
  })
})
