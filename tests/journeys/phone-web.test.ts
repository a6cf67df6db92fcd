/**
 * Tests the web screens of people who report by phone.
 * Screens: dashboard, claim of the account, sign-in, forgotten password, profile.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { endpoints } from '#contract/endpoints.ts'
import { LOCALES } from '#contract/languages/locales.ts'
import { eventually } from '#tests/fixtures/eventually.ts'
import { call, SEEDED_IDENTIFIERS, signIn, signUp } from './api-client.ts'
import {
  axeViolationsIn,
  closeBrowserContexts,
  DESKTOP,
  openWindow,
  PHONE,
  SCREEN_VARIANTS,
  startBrowser,
} from './browser.ts'
import { GATEWAY_CALLBACKS } from './phone-server.ts'
import { type RunningApp, startWasteSense } from './running-app.ts'
import { openSignedInPage } from './signed-in.ts'

const browser: Browser | undefined = await startBrowser()
const AMA = '+233244123456'
const KOFI = '+233201234567'
const OTHER = '+233264123456'
/** Number pasted from a phone's contact, with invisible characters. */
const AMA_PASTED = '\u202a+233 (0)24\u2011412\u20113456\u202c'
const PASSWORD = 'a rather good password'

describe.skipIf(!browser)('people who report by phone', () => {
  let app: RunningApp
  let secret: string
  let dispatcher: string
  beforeAll(async () => {
    app = await startWasteSense()
    const token = await signIn(app, SEEDED_IDENTIFIERS.admin)
    secret = (await call(app, 'createGatewaySecret', { token, id: 'nalo', body: {} })).body.secret
    dispatcher = await signIn(app, SEEDED_IDENTIFIERS.dispatcher)
  })
  afterAll(async () => {
    await closeBrowserContexts(browser)
    await app?.clear()
  })

  /** Makes a USSD call through the gateway Nalo and returns the last screen. */
  async function dial(session: string, number: string, inputs: readonly string[]): Promise<string> {
    const { body, read, type } = GATEWAY_CALLBACKS.nalo
    const address = `${app.url}/api${endpoints.ussdNalo.path.replace(':id', secret)}`
    let shown = ''
    for (let count = 0; count <= inputs.length; count++) {
      const sent = body(session, number, inputs.slice(0, count))
      const answer = await fetch(address, { method: 'POST', headers: { 'Content-Type': type }, body: sent })
      shown = read(await answer.text()).message
    }
    return shown
  }

  const outbox = () => path.join(app.dataDir, 'outbox')
  const textsTo = (number: string): string[] =>
    (existsSync(outbox()) ? readdirSync(outbox()) : [])
      .filter((name) => name.endsWith('.sms'))
      .sort()
      .map((name) => JSON.parse(readFileSync(path.join(outbox(), name), 'utf8')) as { to: string; text: string })
      .filter(({ to }) => to === number)
      .map(({ text }) => text)
  const codesTo = (number: string) => textsTo(number).flatMap((text) => /^\d{6}/.exec(text) ?? [])
  /** Presses the button that sends a code, and returns the code. */
  async function codeAfter(number: string, press: () => Promise<void>): Promise<string> {
    const before = codesTo(number).length
    await press()
    return eventually(() => {
      const code = codesTo(number)[before]
      if (code === undefined) throw new Error('no code was sent yet')
      return code
    })
  }
  const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

  const openReports = async (): Promise<{ id: string; via?: string }[]> =>
    (await call(app, 'activeReports', { token: dispatcher })).body.reports

  it('are marked on the board, with a number to call back while the report is open', async () => {
    expect(await dial('a', AMA, ['1', '11', 'Ama'])).toMatch(/is reported full/)
    const { id } = await eventually(async () => {
      const report = (await openReports()).find(({ via }) => via === 'phone')
      if (!report) throw new Error('not on the board yet')
      return report
    })
    const { page, errors, context } = await openSignedInPage(browser as Browser, app, SEEDED_IDENTIFIERS.dispatcher, {
      path: '/dispatcher/dashboard',
      viewport: DESKTOP,
    })
    const row = page.locator(`tr[data-report="${id}"]`)
    await row.getByText('By phone').waitFor()
    await row.hover()
    await row.locator('td[title*="Call back: +233 24 412 3456"]').first().waitFor()
    // Waits for the toolbar, because its code handles the table's keys.
    await page.getByLabel('Search reports').waitFor()
    await row.focus()
    await page.keyboard.press('Enter')
    const link = page.getByRole('link', { name: 'Call back: +233 24 412 3456' })
    expect(await link.getAttribute('href')).toBe(`tel:${AMA}`)
    expect(await axeViolationsIn(page, SCREEN_VARIANTS)).toEqual([])
    await call(app, 'markReport', { token: dispatcher, id, body: { status: 'collected' } })
    await link.waitFor({ state: 'detached' })
    expect(await page.locator('body').innerHTML()).not.toContain('412 3456')
    expect(errors).toEqual([])
    await context.close()
  })

  it('claim the web with a code, an email and a password', async () => {
    const { page, errors, context } = await openWindow(browser as Browser, PHONE)
    await page.goto(`${app.url}/auth/signin`)
    await page.getByRole('link', { name: 'Use the web too' }).click()
    const number = page.getByLabel('Phone number', { exact: true })
    await number.fill('024 41')
    await page.getByRole('button', { name: 'Send code' }).click()
    await page.getByText('This is not a valid phone number').waitFor()
    await number.fill('call me')
    await page.getByRole('button', { name: 'Send code' }).click()
    await page.getByText('Enter a phone number, such as').waitFor()
    expect(await axeViolationsIn(page, SCREEN_VARIANTS)).toEqual([])
    await number.fill(AMA_PASTED)
    const code = await codeAfter(AMA, () => page.getByRole('button', { name: 'Send code' }).click())
    await page.getByLabel('Code from the SMS').fill(wrong(code))
    await page.getByLabel('Email Address').fill('ama.phone@example.com')
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Set up and sign in' }).click()
    await page.getByText('This code is wrong or no longer valid.').waitFor()
    expect(await axeViolationsIn(page, SCREEN_VARIANTS)).toEqual([])
    await page.getByLabel('Code from the SMS').fill(`${code.slice(0, 3)} ${code.slice(3)}`)
    await page.getByRole('button', { name: 'Set up and sign in' }).click()
    await page.waitForURL('**/resident/dashboard')
    await page.goto(`${app.url}/resident/reports`)
    await page.getByText('Collected').first().waitFor()
    await page.goto(`${app.url}/resident/profile?tab=settings`)
    const bySms = page.getByRole('checkbox', { name: 'Also by SMS to +233 24 412 3456' })
    expect(await bySms.isChecked()).toBe(true)
    expect(await axeViolationsIn(page, SCREEN_VARIANTS)).toEqual([])
    const save = async () => {
      await page.getByRole('button', { name: 'Save Settings' }).click()
      await page.getByText('Settings saved').waitFor()
      await page.reload()
      await bySms.waitFor()
    }
    // The user switches SMS off by phone.
    // Saving a settings page that was loaded earlier must keep SMS off.
    await dial('s', AMA, ['0', String(12 + LOCALES.length)])
    await save()
    expect(await bySms.isChecked()).toBe(false)
    await bySms.check()
    await save()
    expect(await bySms.isChecked()).toBe(true)
    expect(errors).toEqual([])
    await context.close()
  })

  async function signInBy(page: Page, identifier: string, password: string): Promise<void> {
    await page.getByLabel('Email, phone number or employee ID').fill(identifier)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  }

  it('sign in with the number as they type it, and replace a forgotten password by SMS', async () => {
    const { page, errors, context } = await openWindow(browser as Browser, PHONE)
    await page.goto(`${app.url}/auth/signin`)
    await signInBy(page, '024 412', PASSWORD)
    await page.getByText('Invalid email or password').waitFor()
    await page.getByLabel('Email, phone number or employee ID').fill('call me')
    await page.getByRole('button', { name: 'Sign In', exact: true }).click()
    await page.getByText('Enter a valid email, phone number or employee ID').waitFor()
    await signInBy(page, AMA_PASTED, PASSWORD)
    await page.waitForURL('**/resident/dashboard')
    await page.evaluate(() => localStorage.removeItem('wastesense_auth'))
    await page.goto(`${app.url}/forgot-password`)
    await page.getByLabel('Email, phone number or employee ID').fill('024-412-3456')
    const code = await codeAfter(AMA, () => page.getByRole('button', { name: 'Continue' }).click())
    await page.getByLabel('Code from the SMS').fill(code)
    await page.getByLabel('New password').fill('12345678')
    await page.getByRole('button', { name: 'Set new password' }).click()
    await page.getByText('too common').waitFor()
    expect(await axeViolationsIn(page, SCREEN_VARIANTS)).toEqual([])
    await page.getByLabel('New password').fill('another good password')
    await page.getByRole('button', { name: 'Set new password' }).click()
    await page.getByText('Your password has been changed. Sign in with the new one.').waitFor()
    await signInBy(page, '0244123456', 'another good password')
    await page.waitForURL('**/resident/dashboard')
    expect(errors).toEqual([])
    await context.close()
  })

  it('link, see and remove the number of a web account', async () => {
    const { email, password } = await signUp(app)
    const { page, errors, context } = await openSignedInPage(browser as Browser, app, email, {
      path: '/resident/profile',
      viewport: PHONE,
      password,
    })
    const code = page.getByLabel('Code from the SMS')
    const panel = page.getByRole('region', { name: 'Phone and SMS' })
    await panel.getByRole('button', { name: 'Link a number' }).click()
    const own = panel.getByLabel('Your password', { exact: true })
    const send = () => panel.getByRole('button', { name: 'Send code' }).click()
    await dial('o', OTHER, ['1', '11', '0'])
    await panel.getByLabel('Phone number', { exact: true }).fill('026 412 3456')
    await own.fill('a wrong password')
    await send()
    await panel.getByText('Invalid password').waitFor()
    await own.fill(password)
    await code.fill(await codeAfter(OTHER, send))
    await panel.getByRole('button', { name: 'Link this number' }).click()
    await page.getByText('This number has an open report.').waitFor()
    await panel.getByRole('button', { name: 'Use another number' }).click()
    await panel.getByLabel('Phone number', { exact: true }).fill('020 123 4567')
    await own.fill(password)
    const sent = await codeAfter(KOFI, send)
    await code.fill(wrong(sent))
    await panel.getByRole('button', { name: 'Link this number' }).click()
    await page.getByText('This code is wrong or no longer valid.').waitFor()
    expect(await axeViolationsIn(page, SCREEN_VARIANTS)).toEqual([])
    await code.fill(sent)
    await panel.getByRole('button', { name: 'Link this number' }).click()
    await panel.getByText('+233 20 123 4567').waitFor()
    expect(await dial('k', KOFI, ['1'])).toMatch(/is reported full/)
    expect(await axeViolationsIn(page, SCREEN_VARIANTS)).toEqual([])
    await page.getByRole('tab', { name: 'Settings' }).click()
    const bySms = page.getByRole('checkbox', { name: 'Also by SMS to +233 20 123 4567' })
    expect(await bySms.isChecked()).toBe(false)
    await page.getByRole('tab', { name: 'Profile' }).click()
    await panel.getByRole('button', { name: 'Remove the number' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click()
    await panel.getByRole('button', { name: 'Link a number' }).waitFor()
    expect((await call(app, 'signIn', { body: { email: KOFI, password } })).status).toBe(401)
    expect(errors).toEqual([])
    await context.close()
  })

  it('are listed to admins with their number', async () => {
    await dial('e', '+233277654321', ['1', '11', '0'])
    const { page, errors, context } = await openSignedInPage(browser as Browser, app, SEEDED_IDENTIFIERS.admin, {
      path: '/admin/users',
      viewport: DESKTOP,
    })
    await page.getByText('+233 27 765 4321').first().waitFor()
    expect(await axeViolationsIn(page, SCREEN_VARIANTS)).toEqual([])
    expect(errors).toEqual([])
    await context.close()
  })
})
