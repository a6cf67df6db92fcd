/** Tests which language a user reads: the chosen one, the browser's, or the account's. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Browser } from 'playwright-core'
import { parsePo } from 'pofile-ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Locale } from '#contract/languages/locales.ts'
import { translatorOf } from '#platform/languages/catalogues.ts'
import { call, signUp } from './api-client.ts'
import { axeViolations, blockScripts, closeBrowserContexts, openWindow, PHONE, startBrowser } from './browser.ts'
import { type RunningApp, startWasteSense } from './running-app.ts'
import { openSignedInPage } from './signed-in.ts'

const browser: Browser | undefined = await startBrowser()
const ZONE = 'Ablekuma North'
const LANGUAGES = path.join(import.meta.dirname, '../../contract/languages')

/** Returns the translation of a screen's text. */
function textIn(locale: Locale, english: string, catalogue = 'residents'): string {
  const { items } = parsePo(readFileSync(path.join(LANGUAGES, locale, `${catalogue}.po`), 'utf8'))
  const text = items.find(({ msgid }) => msgid === english)?.msgstr[0]
  if (!text) throw new Error(`'${english}' has no translation in ${locale}.`)
  return text
}

/** Returns the language of the servers' messages to a person, if saved. */
async function savedLanguage(app: RunningApp, token: string): Promise<unknown> {
  const { body } = await call(app, 'settings', { token })
  return body.settings.language
}

describe.skipIf(!browser)('the language', () => {
  let app: RunningApp
  beforeAll(async () => {
    app = await startWasteSense()
  })
  afterAll(async () => {
    await closeBrowserContexts(browser)
    await app?.clear()
  })

  it('is the one that was chosen, and stays after a reload and a sign-in', async () => {
    const resident = await signUp(app, ZONE)
    const { page, errors } = await openWindow(browser as Browser, PHONE)
    await page.goto(`${app.url}/login`)
    await page.getByRole('combobox', { name: 'Language' }).selectOption('ak')
    await page.getByRole('button', { name: textIn('ak', 'Sign In'), exact: true }).waitFor()
    expect(await page.locator('html').getAttribute('lang')).toBe('ak')
    await page.reload()
    await page.getByRole('button', { name: textIn('ak', 'Sign In'), exact: true }).waitFor()

    await page.locator('input').nth(0).fill(resident.email)
    await page.locator('input[type=password]').fill(resident.password)
    await page.getByRole('button', { name: textIn('ak', 'Sign In'), exact: true }).click()
    await page.getByRole('button', { name: textIn('ak', 'Report Now') }).waitFor()
    expect(await axeViolations(page)).toEqual([])

    // The chosen language is saved, so mails and pushes use it.
    await expect.poll(() => savedLanguage(app, resident.token)).toBe('ak')
    expect(errors).toEqual([])
  })

  it('of a visitor of the demo is not saved with the shared account', async () => {
    const { page } = await openWindow(browser as Browser, PHONE)
    const saves: string[] = []
    page.on('request', (request) => {
      if (request.method() === 'PUT') saves.push(request.url())
    })
    await page.goto(`${app.url}/login`)
    await page.getByRole('combobox', { name: 'Language' }).selectOption('ak')
    const loaded = page.waitForResponse((answer) => answer.url().endsWith('/auth/settings'))
    await page.getByRole('button', { name: `${textIn('ak', 'Resident')} ${ZONE}` }).click()
    await (await loaded).finished()
    await page.getByRole('button', { name: textIn('ak', 'Report Now') }).waitFor()
    expect(saves).toEqual([])
  })

  it('can be chosen before the app has loaded; a form keeps what was typed', async () => {
    const { page, errors } = await openWindow(browser as Browser, PHONE)
    const come = await blockScripts(page)
    await page.goto(`${app.url}/auth/signup`, { waitUntil: 'commit' })
    await page.getByRole('combobox', { name: 'Language' }).selectOption('fr')
    await page.getByLabel('Full Name').fill('Ama Boateng')
    come()
    await page.getByRole('button', { name: textIn('fr', 'Create Account'), exact: true }).waitFor()
    const name = page.getByLabel(textIn('fr', 'Full Name'))
    expect(await name.inputValue()).toBe('Ama Boateng')

    await page.getByLabel(textIn('fr', 'Email Address')).fill('ama@example.com')
    await page.getByRole('combobox', { name: textIn('fr', 'Language') }).selectOption('ak')
    await page.getByRole('button', { name: textIn('ak', 'Create Account'), exact: true }).waitFor()
    expect(await page.getByLabel(textIn('ak', 'Email Address')).inputValue()).toBe('ama@example.com')
    expect(await page.getByLabel(textIn('ak', 'Full Name')).inputValue()).toBe('Ama Boateng')
    expect(errors).toEqual([])
  })

  it('replaces a page while somebody types, who goes on typing', async () => {
    const { page, errors } = await openWindow(browser as Browser, PHONE, 'dark', { language: 'ak' })
    const come = await blockScripts(page)
    await page.goto(`${app.url}/auth/signup`, { waitUntil: 'commit' })
    await page.getByLabel('Email Address').pressSequentially('ama@')
    come()
    const email = page.getByLabel(textIn('ak', 'Email Address'), { exact: true })
    await email.waitFor()
    await page.keyboard.type('example.com')
    await expect.poll(() => email.inputValue()).toBe('ama@example.com')
    expect(errors).toEqual([])
  })

  it('can be chosen among other settings that are not yet saved', async () => {
    const { page, errors } = await openSignedInPage(browser as Browser, app, 'DISP001', {
      path: '/dispatcher/profile?tab=settings',
    })
    const option = page.getByRole('group', { name: 'Notifications' }).getByRole('checkbox').first()
    const before = await option.isChecked()
    await option.click()
    await page.getByRole('combobox', { name: 'Language' }).selectOption('fr')
    const group = page.getByRole('group', { name: textIn('fr', 'Notifications') })
    await group.waitFor()
    expect(await group.getByRole('checkbox').first().isChecked()).toBe(!before)
    expect(errors).toEqual([])
  })

  it('is said to be English while its texts cannot be loaded', async () => {
    const { page } = await openWindow(browser as Browser, PHONE)
    await page.goto(`${app.url}/login`)
    await page.locator('#root[data-drawn]').waitFor({ state: 'detached' })
    await page.route('**/assets/*.js', (route) => route.abort())
    await page.getByRole('combobox', { name: 'Language' }).selectOption('ak')
    await page.waitForFunction(() => document.querySelector('select')?.value === 'ak')
    expect(await page.getByRole('button', { name: 'Sign In', exact: true }).count()).toBe(1)
    expect(await page.locator('html').getAttribute('lang')).toBe('en')
  })

  it('is that of the browser without a choice; refusals come in it', async () => {
    const context = await (browser as Browser).newContext({ locale: 'fr-FR', serviceWorkers: 'block' })
    const page = await context.newPage()
    await page.goto(`${app.url}/login`)
    const button = page.getByRole('button', { name: textIn('fr', 'Sign In'), exact: true })
    await button.waitFor()
    await page.locator('input').nth(0).fill('ama@example.com')
    await page.locator('input[type=password]').fill('not the password')
    await button.click()
    await page.getByText(translatorOf('fr')({ message: 'Invalid email or password' })).waitFor()
    await context.close()
  })

  it('is that of errors in a form, and of a list that cannot be loaded', async () => {
    const twi = translatorOf('ak')
    const { page, errors } = await openWindow(browser as Browser, PHONE, 'dark', { language: 'ak' })
    await page.goto(`${app.url}/auth/signup`)
    // The page is English before; its labels contain the words in Twi.
    await page.getByRole('button', { name: textIn('ak', 'Create Account'), exact: true }).waitFor()
    await page.getByLabel(textIn('ak', 'Email Address')).fill('not an email')
    await page.getByLabel(textIn('ak', 'Phone Number (optional)')).fill('12')
    await page.getByRole('button', { name: textIn('ak', 'Create Account'), exact: true }).click()
    await page.getByText(twi({ message: 'Invalid email address' })).waitFor()
    await page.getByText(twi({ message: 'Invalid phone number' })).waitFor()
    expect(await axeViolations(page)).toEqual([])

    const resident = await signUp(app, ZONE)
    const window = { path: '/resident/profile', viewport: PHONE, language: 'ak', password: resident.password } as const
    const offline = await openSignedInPage(browser as Browser, app, resident.email, window)
    await offline.page.routeWebSocket(/socket\.io/, (socket) => socket.close())
    await offline.page.route('**/api/auth/schedules*', (route) => route.fulfill({ status: 502, body: '' }))
    await offline.page.goto(`${app.url}/resident/schedule`)
    await offline.page.getByText(textIn('ak', 'Failed to load collection schedules')).waitFor()
    expect([...errors, ...offline.errors]).toEqual([])
  })

  it('of a notification is each reader’s own, live and after a reload', async () => {
    const path = '/dispatcher/dashboard'
    const [english, french] = [
      await openSignedInPage(browser as Browser, app, 'DISP001', { path }),
      await openSignedInPage(browser as Browser, app, 'DISP001', { path, language: 'fr' }),
    ]
    await english.page.getByText('No active reports.').waitFor()
    await french.page.getByText(textIn('fr', 'No active reports.', 'staff')).waitFor()
    const { token } = await signUp(app, ZONE)
    const config = { zone_customers: { [ZONE]: { totalCustomers: 1 } } }
    const admin = (await call(app, 'signIn', { body: { employee_id: 'DISP001', password: app.password } })).body.token
    expect((await call(app, 'saveConfiguration', { token: admin, body: { config } })).status).toBe(200)
    expect((await call(app, 'reportBinFull', { token, body: {} })).status).toBe(201)

    const title = { message: 'Bin Full Threshold Reached' }
    await english.page.getByText(title.message).first().waitFor()
    await french.page.getByText(translatorOf('fr')(title)).first().waitFor()
    expect(await french.page.getByText(title.message).count()).toBe(0)
    await french.page.reload()
    await french.page.getByText(translatorOf('fr')(title)).first().waitFor()
    expect([...english.errors, ...french.errors]).toEqual([])
  })
})
