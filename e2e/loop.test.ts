/** The loop as two people see it: a resident reports, the dispatcher's board shows it, marks it, and the resident's card changes. */
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { axeViolations, DESKTOP, LOOKS, openWindow, PHONE, startBrowser, type Theme } from './browser.ts'
import { startWasteSense } from './running.ts'
import { openSignedIn } from './signed-in.ts'

const browser: Browser | undefined = await startBrowser()
const PASSWORD = 'correct horse battery'

describe.skipIf(!browser)('the loop in a browser', () => {
  let app: Awaited<ReturnType<typeof startWasteSense>>
  const open = (viewport: typeof PHONE, theme?: Theme) => openWindow(browser as Browser, viewport, theme)

  beforeAll(async () => {
    app = await startWasteSense({ env: { SEED_PASSWORD: PASSWORD } })
  })
  afterAll(async () => {
    await browser?.close()
    await app?.kill('SIGTERM')
  })

  async function signIn(page: Page, identifier: string): Promise<void> {
    await page.goto(`${app.url}/login`)
    await page.getByLabel(/email or employee id/i).fill(identifier)
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  }

  async function signUp(page: Page, name: string): Promise<void> {
    await page.goto(`${app.url}/auth/signup`)
    await page.getByLabel(/full name/i).fill(name)
    await page.getByLabel(/email address/i).fill(`${name.toLowerCase().replace(/\W/g, '.')}@example.com`)
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Create Account' }).click()
    await page.waitForURL('**/resident/dashboard')
  }

  async function report(page: Page, description: string): Promise<void> {
    await page.getByRole('button', { name: /Report Now/ }).click()
    await page.getByRole('textbox', { name: /description/i }).fill(description)
    await page.getByRole('button', { name: 'Submit Report' }).click()
  }

  it('takes a report from a phone to the board and back, without a reload', async () => {
    const dispatcher = await open(DESKTOP)
    await signIn(dispatcher.page, 'DISP001')
    await dispatcher.page.waitForURL('**/dispatcher/dashboard')
    await dispatcher.page.getByText('No active reports.').waitFor()

    const resident = await open(PHONE, 'light')
    await signUp(resident.page, 'Adwoa Sarpong')
    await report(resident.page, 'Two bags beside the bin')
    await resident.page.getByText('Report submitted successfully!').waitFor()
    await resident.page.getByRole('button', { name: /Report Submitted/ }).waitFor()

    const row = dispatcher.page.getByText('Adwoa Sarpong').first()
    await row.waitFor({ timeout: 5_000 })
    expect(await dispatcher.page.getByText('Two bags beside the bin').count()).toBeGreaterThan(0)

    await dispatcher.page
      .getByRole('button', { name: /Mark collected/i })
      .first()
      .click()
    // The row keeps its place until the hand has left.
    await dispatcher.page.mouse.move(2, 2)
    await dispatcher.page.getByText('No active reports.').waitFor({ timeout: 5_000 })
    await resident.page.getByRole('button', { name: /Report Now/ }).waitFor({ timeout: 5_000 })

    expect([...dispatcher.errors, ...resident.errors]).toEqual([])
    await dispatcher.context.close()
    await resident.context.close()
  })

  it('comes back by itself after the server was killed, and shows what it showed', async () => {
    const dispatcher = await open(DESKTOP)
    await signIn(dispatcher.page, 'DISP001')
    const resident = await open(PHONE)
    await signUp(resident.page, `Kwesi Appiah ${Date.now()}`)
    await report(resident.page, 'Before the outage')
    await dispatcher.page.getByText('Before the outage').waitFor()

    await app.kill('SIGKILL')
    await dispatcher.page
      .getByText(/Reconnecting/)
      .first()
      .waitFor({ timeout: 10_000 })
    expect(await dispatcher.page.getByText('Before the outage').count()).toBe(1)
    await app.restart()
    await dispatcher.page.getByText(/^Live/).first().waitFor({ timeout: 20_000 })
    expect(await dispatcher.page.getByText('Before the outage').count()).toBe(1)

    await dispatcher.page
      .getByRole('button', { name: /Mark collected/i })
      .first()
      .click()
    // Each window tries again in its own rhythm, up to five seconds and a half of them apart.
    await resident.page.getByRole('button', { name: /Report Now/ }).waitFor({ timeout: 20_000 })
    await dispatcher.context.close()
    await resident.context.close()
  })

  it('keeps the screen while a part of it can not be fetched, and shows the part when it can', async () => {
    const { page, context } = await open(DESKTOP)
    await signIn(page, 'DISP001')
    const heading = page.getByRole('heading', { name: 'Operations Management Center' })
    await heading.waitFor()
    let asked = 0
    await context.route('**/assets/*.js', (route) => {
      asked++
      return route.abort()
    })
    await page.getByRole('button', { name: /Your notifications/ }).click()
    await expect.poll(() => asked).toBeGreaterThan(1)
    await heading.waitFor()
    await context.unroute('**/assets/*.js')
    await page.getByRole('dialog').waitFor()
    await context.close()
  })

  it('sends people where their role belongs', async () => {
    const { page, context } = await open(DESKTOP)
    await page.goto(`${app.url}/dispatcher/dashboard`)
    await page.waitForURL('**/login')
    await signIn(page, 'resident.ablekuma@test.com')
    await page.waitForURL('**/resident/dashboard')
    await page.goto(`${app.url}/dispatcher/dashboard`)
    await page.waitForURL('**/resident/dashboard')
    await page.getByRole('button', { name: 'Logout' }).click()
    await page.waitForURL((url) => ['/', '/login'].includes(url.pathname))
    await context.close()
  })

  it('refuses a wrong password with the one sentence', async () => {
    const { page, context } = await open(PHONE)
    await page.goto(`${app.url}/login`)
    await page.getByLabel(/email or employee id/i).fill('DISP001')
    await page.getByLabel('Password', { exact: true }).fill('wrong password')
    await page.getByRole('button', { name: 'Sign In', exact: true }).click()
    await page.getByText('Invalid email or password').waitFor()
    await context.close()
  })

  it.each(LOOKS)('has no accessibility violations on any screen: $name, $theme', async ({ viewport, theme }) => {
    const anyone = await open(viewport, theme)
    const found: Record<string, string[]> = {}
    for (const path of ['/', '/login', '/auth/signup', '/forgot-password', '/help', '/privacy']) {
      await anyone.page.goto(app.url + path)
      await anyone.page.getByRole('heading').first().waitFor()
      found[path] = await axeViolations(anyone.page, theme)
    }
    await anyone.context.close()
    for (const [identifier, path] of [
      ['resident.ablekuma@test.com', '/resident/dashboard'],
      ['DISP001', '/dispatcher/dashboard'],
    ] as const) {
      const { page, context } = await openSignedIn(browser as Browser, app, identifier, { path, viewport, theme })
      await page
        .getByText(/^Live|Online/)
        .first()
        .waitFor()
      found[path] = await axeViolations(page, theme)
      await context.close()
    }
    expect(Object.entries(found).filter(([, violations]) => violations.length > 0)).toEqual([])
  })
})
