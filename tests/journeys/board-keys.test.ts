/**
 * Tests the dispatcher's main screen ("board") by keyboard.
 * Subjects: focus, shortcuts, selection, command palette.
 */
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { call, signUp, signIn as tokenOf } from './api-client.ts'
import { focusFirstRow, readFocusedRow } from './board-rows.ts'
import { axeViolations, closeBrowserContexts, startBrowser } from './browser.ts'
import { type RunningApp, startWasteSense } from './running-app.ts'
import { openSignedInPage } from './signed-in.ts'

const browser: Browser | undefined = await startBrowser()
const [NORTH, WEST] = ['Ablekuma North', 'Ayawaso West']

describe.skipIf(!browser)('the board by keys', () => {
  let app: RunningApp
  let token: string
  const names: string[] = []
  beforeAll(async () => {
    app = await startWasteSense()
    token = await tokenOf(app, 'DISP001')
    for (let count = 0; count < 20; count += 1) {
      const resident = await signUp(app, count % 2 ? NORTH : WEST)
      const place = count === 5 || count === 7 ? 'gate' : 'wall'
      const body = { description: `Bin number ${count} at the ${place}` }
      expect((await call(app, 'reportBinFull', { token: resident.token, body })).status).toBe(201)
      names.push(resident.name)
    }
  })
  afterAll(async () => {
    await closeBrowserContexts(browser)
    await app?.clear()
  })

  const open = async () => (await call(app, 'activeReports', { token })).body.reports.length as number
  it('shows 14 rows and more at 1440 × 900, of which one is a stop of the Tab key', async () => {
    const { page, context } = await openSignedInPage(browser as Browser, app, 'DISP001', {
      path: '/dispatcher/dashboard',
      drawsMap: true,
    })
    const reports = page.getByRole('region', { name: 'Active Reports', exact: true })
    await reports.getByText('20 open').waitFor()
    await reports.getByLabel('Search reports').waitFor()
    const seen = await page.evaluate(() => {
      const box = document.querySelector('table')?.parentElement?.getBoundingClientRect() ?? new DOMRect()
      const head = document.querySelector('thead')?.getBoundingClientRect() ?? new DOMRect()
      const rows = [...document.querySelectorAll('tr[data-report]')].map((row) => row.getBoundingClientRect())
      const whole = ({ top, bottom }: DOMRect) => top >= head.bottom - 1 && bottom <= Math.min(box.bottom, innerHeight)
      return { rows: rows.filter(whole).length, heights: [...new Set(rows.map(({ height }) => Math.round(height)))] }
    })
    expect(seen.rows).toBeGreaterThanOrEqual(14)
    for (const height of seen.heights) expect(height).toBeGreaterThanOrEqual(32)
    for (const height of seen.heights) expect(height).toBeLessThanOrEqual(36)
    await reports
      .getByRole('button', { name: /^Mark collected/ })
      .first()
      .waitFor({ state: 'attached' })
    const stops = reports.locator('tbody').locator('a, button, input, [tabindex]')
    expect(await stops.evaluateAll((all) => all.filter((each) => (each as HTMLElement).tabIndex === 0).length)).toBe(1)
    await context.close()
  })

  it('moves through the rows before the code of the toolbar has loaded', async () => {
    const { page, context } = await openSignedInPage(browser as Browser, app, 'DISP001', {
      path: '/dispatcher/profile',
    })
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    await page.route('**/assets/*.js', async (route) => {
      const response = await route.fetch()
      const hasToolbar = (await response.text()).includes('data-search')
      if (hasToolbar) await released
      await route.fulfill({ response })
    })
    await page.goto(`${app.url}/dispatcher/dashboard`)
    const reports = page.getByRole('region', { name: 'Active Reports', exact: true })
    await reports.getByText('20 open').waitFor()
    await reports.locator('tr[data-report]').first().focus()
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => readFocusedRow(page)).toBe('1')
    expect(await reports.getByLabel('Search reports').count()).toBe(0)
    release()
    await reports.getByLabel('Search reports').waitFor()
    await page.unrouteAll({ behavior: 'wait' })
    await context.close()
  })

  it('searches, selects, collects and goes elsewhere without a mouse', async () => {
    const { page, errors, context } = await openSignedInPage(browser as Browser, app, 'DISP001', {
      path: '/dispatcher/dashboard',
    })
    const reports = page.getByRole('region', { name: 'Active Reports', exact: true })
    await reports.getByText('20 open').waitFor()
    await reports.getByLabel('Search reports').waitFor()
    const { keyboard } = page

    // A pressed 'c' collects the focused row once, despite key repeats.
    await focusFirstRow(page)
    await keyboard.press('j')
    await expect.poll(() => readFocusedRow(page)).toBe('1')
    await keyboard.down('c')
    await keyboard.down('c')
    await keyboard.up('c')
    await reports.getByText('19 open').waitFor()
    await reports.getByRole('button', { name: `Closed: ${names[1]}, ${NORTH}` }).waitFor({ state: 'attached' })
    // The collected row stays for a while but ignores keys.
    await keyboard.press('c')
    await keyboard.press('x')
    expect(await reports.getByText(/selected$/).count()).toBe(0)

    await keyboard.press('j')
    await keyboard.press('x')
    await keyboard.press('j')
    await keyboard.press('x')
    await reports.getByText('2 selected').waitFor()
    expect(await axeViolations(page)).toEqual([])
    await keyboard.press('c')
    await reports.getByText('17 open').waitFor()
    expect(await open()).toBe(17)

    // Tab leaves the table, even while the focused row disappears.
    await keyboard.press('Tab')
    expect(await readFocusedRow(page)).toBeUndefined()

    await keyboard.press('/')
    await keyboard.type('number gate')
    await reports.getByText('2 of 17 open').waitFor()
    // In a text field, letters are text, not shortcuts.
    await keyboard.type('c')
    await reports.getByText('0 of 17 open').waitFor()
    await keyboard.press('Escape')
    await reports.getByText('17 open').waitFor()
    await keyboard.press('Escape')
    await expect.poll(() => readFocusedRow(page)).toBeDefined()
    await expect.poll(() => reports.locator('tr[data-index="0"]').textContent()).toContain(names[0])
    await reports.getByRole('button', { name: 'Oldest first', pressed: true }).press('Enter')
    await expect.poll(() => reports.locator('tr[data-index="0"]').textContent()).toContain(names.at(-1))

    await keyboard.press('?')
    const list = page.getByRole('dialog', { name: 'Keys' })
    await list.getByText('Next and previous report').waitFor()
    expect(await axeViolations(page)).toEqual([])
    // Keys in a dialog do not reach the screen behind.
    await keyboard.press('g')
    await keyboard.press('r')
    await keyboard.press('Escape')
    await list.waitFor({ state: 'detached' })
    expect(page.url()).toContain('/dashboard')
    await keyboard.press('g')
    await keyboard.press('r')
    await page.waitForURL(/dispatcher\/routes/)

    await keyboard.press('Control+k')
    await page.getByPlaceholder('Find a truck, zone').waitFor()
    await keyboard.type('ayawaso')
    await page.getByRole('button', { name: /^Ayawaso West/ }).waitFor()
    expect(await axeViolations(page)).toEqual([])
    await keyboard.press('Enter')
    await page.waitForURL(/dashboard\?zone=Ayawaso/)
    await reports.getByText(/^9 of 17 open/).waitFor()

    // The command palette finds residents with open reports by name.
    await keyboard.press('Control+k')
    await page.getByPlaceholder('Find a truck, zone').waitFor()
    await keyboard.type(names.at(-1) as string)
    await page.getByRole('button', { name: new RegExp(`${names.at(-1)}.*full bin`) }).waitFor()
    await keyboard.press('Enter')
    await reports.getByText(/^1 of 17 open/).waitFor()
    expect(await reports.getByLabel('Search reports').inputValue()).toBe(names.at(-1))

    // The command palette also marks a report as collected, with an Undo button.
    // It also opens the schedule dialog.
    await keyboard.press('Control+k')
    await page.getByPlaceholder('Find a truck, zone').waitFor()
    await keyboard.type(`collect ${names.at(-1)}`)
    await page.getByRole('button', { name: new RegExp(`^Collect ${names.at(-1)}`) }).waitFor()
    await keyboard.press('Enter')
    await reports.getByText(/of 16 open/).waitFor()
    // Pick the message by name, because an earlier one may still be visible.
    const offer = page.getByRole('status').filter({ hasText: names.at(-1) as string })
    await offer.getByRole('button', { name: 'Undo' }).click()
    await reports.getByText(/of 17 open/).waitFor()
    await keyboard.press('Control+k')
    await page.getByPlaceholder('Find a truck, zone').waitFor()
    await keyboard.type('schedule ayawaso')
    await page.getByRole('button', { name: /^Schedule Ayawaso West/ }).waitFor()
    await keyboard.press('Enter')
    const plan = page.getByRole('dialog', { name: 'Schedule a collection' })
    await expect.poll(() => plan.getByLabel('Zone', { exact: true }).inputValue()).toBe('Ayawaso West')
    await keyboard.press('Escape')
    await plan.waitFor({ state: 'detached' })
    expect(errors).toEqual([])
    await context.close()
  })

  it('schedules a collection and starts it by keys alone, and never loses the place', async () => {
    const { page, errors, context } = await openSignedInPage(browser as Browser, app, 'DISP001', {
      path: '/dispatcher/dashboard',
    })
    const { keyboard } = page
    const inFocus = () => page.evaluate(() => (document.activeElement as HTMLElement | null)?.dataset.zone)
    await page.getByRole('button', { name: `Schedule…: ${NORTH}` }).focus()
    await keyboard.press('Enter')
    const dialog = page.getByRole('dialog')
    // The recommended truck is selected once the recommendation has loaded.
    await dialog.getByRole('checkbox', { checked: true }).first().waitFor()
    await dialog.getByRole('button', { name: 'Schedule', exact: true }).press('Enter')
    await dialog.waitFor({ state: 'detached' })
    // The focus returns to the zone, because the opening button is gone.
    await expect.poll(inFocus).toBe(NORTH)
    await keyboard.press('Tab')
    await expect.poll(() => page.evaluate(() => document.activeElement?.ariaLabel)).toMatch(/^Start: /)
    await keyboard.press('Enter')
    await page.getByText('Collection in progress · ').waitFor()
    await keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY')
    expect(errors).toEqual([])
    await context.close()
  })
})
