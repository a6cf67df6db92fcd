/**
 * Tests how residents use the app on bad networks.
 * The app starts offline, stores a report, and sends it only once.
 */
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { call, signUp } from './api-client.ts'
import { axeViolations, closeBrowserContexts, openWindow, PHONE, startBrowser } from './browser.ts'
import { startWasteSense } from './running-app.ts'

const browser: Browser | undefined = await startBrowser()
type Person = Awaited<ReturnType<typeof signUp>>

const YEAR_MS = 365 * 86_400_000
const ALREADY = 'You have already reported your bin full for this cycle. Please wait until collection is confirmed.'

describe.skipIf(!browser)('on a bad network', () => {
  let app: Awaited<ReturnType<typeof startWasteSense>>
  const opened: BrowserContext[] = []

  beforeAll(async () => {
    app = await startWasteSense()
  })
  afterAll(async () => {
    for (const context of opened) await context.close()
    await closeBrowserContexts(browser)
    await app?.clear()
  })

  /**
   * Opens the app on a phone and counts the responses to its reports.
   * The phone also sends while offline; attempts without a response do not count.
   */
  async function phone() {
    const { page, context, errors } = await openWindow(browser as Browser, PHONE, 'dark', { keepsApp: true })
    opened.push(context)
    const sent = { count: 0 }
    context.on('response', (response) => {
      const request = response.request()
      if (request.method() === 'POST' && request.url().endsWith('/auth/report-bin-full')) sent.count += 1
    })
    return { page, context, errors, sent }
  }

  async function signIn(page: Page, { email, password }: Person): Promise<void> {
    await page.goto(`${app.url}/login`)
    await page.getByLabel(/email, phone number or employee id/i).fill(email)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Sign In', exact: true }).click()
    await page.waitForURL('**/resident/dashboard')
  }

  /** Opens a phone with a signed-in resident and the installed app. */
  async function residentAtHome() {
    const person = await signUp(app)
    const here = await phone()
    await signIn(here.page, person)
    await here.page.getByRole('button', { name: /Report Now/ }).waitFor()
    await here.page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
    return { person, ...here }
  }

  async function report(page: Page, description: string): Promise<void> {
    await page.getByRole('button', { name: /Report Now/ }).click()
    await page.getByRole('textbox', { name: /description/i }).fill(description)
    await page.getByRole('button', { name: 'Submit Report' }).click()
  }

  const waiting = (page: Page) =>
    page.locator('section', { hasText: 'Report Bin Full' }).getByText('Waiting for network')

  async function reportsOf({ id, token }: Person): Promise<{ description?: string; timestamp?: string }[]> {
    return (await call(app, 'userReports', { id, token })).body.reports
  }

  it('opens without a network, keeps a report, and sends it once from two tabs of a later visit', async () => {
    const { person, page, context, errors, sent } = await residentAtHome()
    await context.setOffline(true)
    await page.reload()
    await page.getByRole('heading', { name: `Welcome, ${person.name}` }).waitFor()
    await report(page, 'Written without a network')
    await waiting(page).waitFor()
    expect(await page.getByText('Waiting for network').count()).toBe(1)
    expect(await axeViolations(page)).toEqual([])
    await page.reload()
    await waiting(page).waitFor()
    await page.getByText('Truck time not known yet').waitFor()
    await page.getByRole('link', { name: 'Reports' }).first().click()
    await page.getByText(/Your report is waiting for the network/).waitFor()
    await page.getByRole('listitem').getByText('Not sent yet').waitFor()
    expect(await page.getByRole('button', { name: 'New Report' }).isDisabled()).toBe(true)
    await page.close()
    expect(await reportsOf(person)).toEqual([])

    sent.count = 0
    await context.setOffline(false)
    const tabs = [await context.newPage(), await context.newPage()]
    await Promise.all(tabs.map((tab) => tab.goto(`${app.url}/resident/dashboard`)))
    for (const tab of tabs) {
      await tab.getByRole('button', { name: /Report Submitted/ }).waitFor()
      await waiting(tab).waitFor({ state: 'detached' })
    }
    expect((await reportsOf(person)).map(({ description }) => description)).toEqual(['Written without a network'])
    expect(sent.count).toBe(1)
    expect(errors).toEqual([])
  })

  it.each([
    ['a year ahead', YEAR_MS, 0],
    ['a year back', -YEAR_MS, 0],
    ['set ahead by a year meanwhile', 0, YEAR_MS],
    ['set back by a year meanwhile', 0, -YEAR_MS],
  ])('sends a kept report once by a clock %s, and the server says when it came', async (_, atFirst, meanwhile) => {
    const person = await signUp(app)
    const { page, context, errors, sent } = await phone()
    const set = (by: number) => context.clock.setSystemTime(Date.now() + by)
    const began = Date.now()
    await set(atFirst)
    await signIn(page, person)
    await page.getByRole('button', { name: /Report Now/ }).waitFor()
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
    await context.setOffline(true)
    await report(page, 'By a wrong clock')
    await waiting(page).waitFor()
    await set(atFirst + meanwhile)
    await page.getByText(/You reported your bin .+ by this device’s clock/).waitFor()
    // The reloaded page finds the report stored on the phone.
    await page.reload()
    await waiting(page).waitFor()
    expect(await reportsOf(person)).toEqual([])
    sent.count = 0
    await context.setOffline(false)
    await page.getByRole('button', { name: /Report Submitted/ }).waitFor()
    await waiting(page).waitFor({ state: 'detached' })
    const [only, ...others] = await reportsOf(person)
    expect(others).toEqual([])
    expect(only).toMatchObject({ description: 'By a wrong clock' })
    const at = Date.parse(only?.timestamp ?? '')
    expect(at).toBeGreaterThanOrEqual(began)
    expect(at).toBeLessThanOrEqual(Date.now())
    expect(sent.count).toBe(1)
    expect(errors).toEqual([])
  })

  it('shows why a kept report was refused, until its owner dismisses it', async () => {
    const { person, page, context } = await residentAtHome()
    const place = async () => (await page.getByRole('heading', { name: /^Welcome/ }).boundingBox())?.y
    const before = await place()
    await context.setOffline(true)
    await page.getByRole('complementary', { name: 'Connection' }).waitFor()
    expect([before, await place()]).toEqual([expect.any(Number), before])
    await report(page, 'The second of this cycle')
    await waiting(page).waitFor()
    await call(app, 'reportBinFull', { token: person.token, body: { description: 'The first of this cycle' } })
    await context.setOffline(false)
    const card = page.locator('section', { hasText: 'Report Bin Full' })
    await card.getByText(ALREADY).waitFor()
    await card.getByText('Your report was not accepted').waitFor()
    await page.reload()
    await card.getByText(ALREADY).waitFor()
    await card.getByRole('button', { name: 'Dismiss' }).click()
    await card.getByText(ALREADY).waitFor({ state: 'detached' })
    await page.reload()
    await card.getByRole('button', { name: /Report Submitted/ }).waitFor()
    expect(await card.getByText(ALREADY).count()).toBe(0)
    expect(await reportsOf(person)).toHaveLength(1)
  })

  it('keeps a report for its owner alone, across signing out and somebody else signing in', async () => {
    const { person, page, context } = await residentAtHome()
    const other = await signUp(app)
    await context.setOffline(true)
    await report(page, 'Mine alone')
    await waiting(page).waitFor()
    await page.getByRole('button', { name: 'Logout' }).click()
    await page.getByRole('dialog').getByText('A report is not sent yet').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click()
    await page.waitForURL((url) => ['/', '/login'].includes(url.pathname))

    await context.setOffline(false)
    await signIn(page, other)
    await page.getByRole('button', { name: /Report Now/ }).waitFor()
    expect(await waiting(page).count()).toBe(0)
    expect(await reportsOf(other)).toEqual([])
    expect(await reportsOf(person)).toEqual([])

    await page.getByRole('button', { name: 'Logout' }).click()
    await signIn(page, person)
    await page.getByRole('button', { name: /Report Submitted/ }).waitFor()
    expect(await reportsOf(person)).toHaveLength(1)
    expect(await reportsOf(other)).toEqual([])
  })

  it('keeps a report over an expired sign-in, and sends it after the next one', async () => {
    const { person, page, context } = await residentAtHome()
    await context.setOffline(true)
    await report(page, 'Before the sign-in expired')
    await waiting(page).waitFor()
    await page.evaluate(() => {
      const stored = JSON.parse(localStorage.getItem('wastesense_auth') ?? '{}')
      const token = stored.token.replace(/[^.]+$/, 'expired')
      localStorage.setItem('wastesense_auth', JSON.stringify({ ...stored, token }))
    })
    await page.reload()
    await waiting(page).waitFor()
    await context.setOffline(false)
    await page.waitForURL('**/login')
    expect(await reportsOf(person)).toEqual([])
    await signIn(page, person)
    await page.getByRole('button', { name: /Report Submitted/ }).waitFor()
    expect(await reportsOf(person)).toHaveLength(1)
  })

  it('takes silence for no answer after 10 s, and doubles nothing when the report had gone in', async () => {
    const { person, page } = await residentAtHome()
    let swallowed = 0
    await page.route('**/api/auth/report-bin-full', async (route) => {
      if (swallowed++ > 0) return route.continue()
      await route.fetch()
    })
    await report(page, 'The answer was lost')
    await page.getByRole('button', { name: /Report Submitted/ }).waitFor()
    await expect.poll(() => swallowed).toBeGreaterThan(1)
    await waiting(page).waitFor({ state: 'detached' })
    expect(await reportsOf(person)).toHaveLength(1)
    expect(await page.getByText('Your report was not accepted').count()).toBe(0)
  })
})
