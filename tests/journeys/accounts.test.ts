/** Tests accounts in a browser: settings, password change and reset, deletion. */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { call, signUp, signIn as tokenOf } from './api-client.ts'
import { axeViolations, closeBrowserContexts, DESKTOP, openWindow, PHONE, startBrowser, type Theme } from './browser.ts'
import { startWasteSense } from './running-app.ts'

const browser: Browser | undefined = await startBrowser()
const NEW_PASSWORD = 'another good password'

describe.skipIf(!browser)('accounts in a browser', () => {
  let app: Awaited<ReturnType<typeof startWasteSense>>
  const open = (viewport: typeof PHONE, theme?: Theme) => openWindow(browser as Browser, viewport, theme)

  beforeAll(async () => {
    app = await startWasteSense()
  })
  afterAll(async () => {
    await closeBrowserContexts(browser)
    await app?.clear()
  })

  async function signIn(page: Page, identifier: string, password = app.password): Promise<void> {
    if (new URL(page.url()).pathname !== '/auth/signin') await page.goto(`${app.url}/login`)
    await page.getByLabel(/email, phone number or employee id/i).fill(identifier)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  }

  async function openSettings(page: Page, role: string): Promise<void> {
    await page.goto(`${app.url}/${role}/profile`)
    await page.getByRole('tab', { name: 'Settings' }).click()
    await page.getByRole('button', { name: 'Save Settings' }).waitFor()
  }

  const themeOf = (page: Page) => page.evaluate(() => document.documentElement.dataset.mantineColorScheme)

  it('says in one sentence each why a sign-in, a sign-up or a link failed', async () => {
    const { page, context } = await open(PHONE, 'light')
    const alert = page.getByRole('alert')
    await signIn(page, 'REC001', 'not the password')
    await alert.waitFor()
    expect(await alert.innerText()).toBe('Invalid email or password')

    await page.route('**/api/auth/*', (route) => route.abort())
    await page.reload()
    await signIn(page, 'REC001')
    await alert.waitFor()
    const lost = 'The server could not be reached. Check your connection and try again.'
    expect((await alert.innerText()).split(/\n+/)).toEqual(['You could not be signed in', lost])

    await page.goto(`${app.url}/forgot-password`)
    await page.getByLabel(/email, phone number or employee id/i).fill('REC001')
    await page.getByRole('button', { name: 'Continue' }).click()
    await alert.waitFor()
    expect((await alert.innerText()).split(/\n+/)).toEqual(['The link could not be sent', lost])

    await page.goto(`${app.url}/auth/signup`)
    await page.getByLabel('Full Name').fill('Ama Mensah')
    await page.getByLabel('Email Address').fill('ama.lost@example.com')
    await page.getByLabel('Password', { exact: true }).fill('a good long password')
    await page.getByRole('button', { name: 'Create Account' }).click()
    await alert.waitFor()
    const failed = 'Failed to create account. Please try again.'
    expect((await alert.innerText()).split(/\n+/)).toEqual([failed, lost])
    await context.close()
  })

  it('keeps the settings, also on another device', async () => {
    const { page, context, errors } = await open(DESKTOP, 'dark')
    await signIn(page, 'REC001')
    await page.waitForURL('**/recycler/dashboard')
    await openSettings(page, 'recycler')
    await page.getByRole('checkbox', { name: 'Weekly reports' }).uncheck()
    await page.getByRole('switch', { name: 'Dark Mode' }).click({ force: true })
    expect(await themeOf(page)).toBe('light')
    await page.getByRole('button', { name: 'Save Settings' }).click()
    await page.getByText('Settings saved').waitFor()

    await page.reload()
    expect(await page.getByRole('checkbox', { name: 'Weekly reports' }).isChecked()).toBe(false)
    expect(await page.getByRole('checkbox', { name: 'Delivery alerts' }).isChecked()).toBe(true)

    const other = await open(PHONE, 'dark')
    await signIn(other.page, 'REC001')
    await other.page.waitForURL('**/recycler/dashboard')
    await other.page.locator('html[data-mantine-color-scheme="light"]').waitFor()
    expect([...errors, ...other.errors]).toEqual([])
    await context.close()
    await other.context.close()
  })

  it('shows who opened a name and why, and gives all that is kept about somebody to them alone', async () => {
    const person = await signUp(app)
    await call(app, 'reportBinFull', { token: person.token, body: { description: 'The lid is broken' } })
    const auditor = await tokenOf(app, 'AUD001')
    const ask = (id: string, body: object) => call(app, 'openPerson', { token: auditor, id, body })
    expect((await ask(person.id, { reason: ' ' })).status).toBe(400)
    const reason = 'Complaint of Tuesday about bin 12'
    const opened = await ask(person.id, { reason })
    expect(opened.body.person).toMatchObject({ id: person.id, email: person.email })

    const { page, context, errors } = await open(PHONE, 'dark')
    await signIn(page, person.email, person.password)
    await page.waitForURL('**/resident/dashboard')
    await page.goto(`${app.url}/resident/profile`)
    await page.getByText(reason).waitFor()
    await expect.poll(() => page.getByText(', Auditor').count()).toBe(1)
    expect(await axeViolations(page)).toEqual([])
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download my data' }).click(),
    ])
    const kept = JSON.parse(readFileSync(await download.path(), 'utf8'))
    expect(kept).toMatchObject({
      account: { id: person.id, email: person.email },
      reports: [{ description: 'The lid is broken' }],
      who_opened_my_name: [{ reason }],
    })
    expect(errors).toEqual([])
    await context.close()

    const other = await signUp(app)
    expect((await call(app, 'ownAccesses', { token: other.token })).body.accesses).toEqual([])
    await call(app, 'deleteAccount', { token: person.token, id: person.id, body: { password: person.password } })
    const gone = await ask(person.id, { reason })
    expect([gone.status, gone.body.message]).toEqual([404, expect.stringContaining('erased')])
  })

  it('changes the password: this session goes on, the other one ends', async () => {
    const person = await signUp(app)
    const here = await open(DESKTOP)
    const elsewhere = await open(PHONE)
    for (const { page } of [here, elsewhere]) {
      await signIn(page, person.email, person.password)
      await page.waitForURL('**/resident/dashboard')
    }
    const { page } = here
    await openSettings(page, 'resident')
    await page.getByLabel('Current password').fill('not my password')
    await page.getByLabel('New password').fill(NEW_PASSWORD)
    await page.getByRole('button', { name: 'Change Password' }).click()
    await page.getByText('Invalid password').waitFor()

    await page.getByLabel('Current password').fill(person.password)
    await page.getByRole('button', { name: 'Change Password' }).click()
    await page.getByText('Password changed').waitFor()
    await elsewhere.page.waitForURL('**/login')
    await page.reload()
    await page.getByRole('button', { name: 'Save Settings' }).waitFor()

    await signIn(elsewhere.page, person.email, NEW_PASSWORD)
    await elsewhere.page.waitForURL('**/resident/dashboard')
    await here.context.close()
    await elsewhere.context.close()
  })

  it('changes the password with another tab open: both tabs stay signed in', async () => {
    const person = await signUp(app)
    const { page, context } = await open(DESKTOP)
    await signIn(page, person.email, person.password)
    await page.waitForURL('**/resident/dashboard')
    const other = await context.newPage()
    await other.goto(`${app.url}/resident/dashboard`)
    await other.getByRole('button', { name: 'Logout' }).waitFor()
    await openSettings(page, 'resident')
    await page.getByLabel('Current password').fill(person.password)
    await page.getByLabel('New password').fill(NEW_PASSWORD)
    await page.getByRole('button', { name: 'Change Password' }).click()
    await page.getByText('Password changed').waitFor()
    for (const tab of [page, other]) {
      await tab.reload()
      await tab.getByRole('button', { name: 'Logout' }).waitFor()
    }
    await context.close()
  })

  it('does not sign in again who left before the new password was answered', async () => {
    const person = await signUp(app)
    const { page, context } = await open(DESKTOP)
    await signIn(page, person.email, person.password)
    await page.waitForURL('**/resident/dashboard')
    await openSettings(page, 'resident')
    const left = Promise.withResolvers<void>()
    const changed = Promise.withResolvers<number>()
    const answered = Promise.withResolvers<void>()
    await page.route('**/api/auth/change-password', async (route) => {
      const response = await route.fetch()
      changed.resolve(response.status())
      await left.promise
      await route.fulfill({ response })
      answered.resolve()
    })
    await page.getByLabel('Current password').fill(person.password)
    await page.getByLabel('New password').fill(NEW_PASSWORD)
    await page.getByRole('button', { name: 'Change Password' }).click()
    expect(await changed.promise).toBe(200)
    await page.getByRole('button', { name: 'Logout' }).click()
    await page.waitForURL((url) => ['/', '/login'].includes(url.pathname))
    left.resolve()
    await answered.promise
    // The server answers `/api/city` after the answer to the form.
    await page.evaluate(() => fetch('/api/city'))
    expect(await page.evaluate(() => localStorage.getItem('wastesense_auth'))).toBeNull()
    await context.close()
  })

  it('shows nothing that somebody typed to the person who signs in in another tab', async () => {
    const [one, other] = [await signUp(app), await signUp(app)]
    const { body: session } = await call(app, 'signIn', {
      body: { employee_id: other.email, password: other.password },
    })
    const { page, context } = await open(DESKTOP)
    await signIn(page, one.email, one.password)
    await page.waitForURL('**/resident/dashboard')
    await openSettings(page, 'resident')
    const typed = page.getByLabel('Current password')
    await typed.fill(one.password)
    await page.evaluate((newValue) => {
      localStorage.setItem('wastesense_auth', newValue)
      dispatchEvent(new StorageEvent('storage', { key: 'wastesense_auth', newValue, storageArea: localStorage }))
    }, JSON.stringify(session))
    await expect.poll(async () => (await typed.count()) > 0 && typed.inputValue()).not.toBe(one.password)
    await context.close()
  })

  /** Returns the link of the newest mail to this address. */
  async function mailedLink(email: string): Promise<string> {
    const folder = path.join(app.dataDir, 'outbox')
    return expect
      .poll(() => linkIn(folder, email))
      .toMatch(/token=/)
      .then(() => linkIn(folder, email))
  }

  function linkIn(folder: string, email: string): string {
    const mails = readdirSync(folder)
      .filter((name) => name.endsWith('.eml'))
      .sort()
      .reverse()
    const mail = mails
      .map((name) => readFileSync(path.join(folder, name), 'utf8'))
      .find((text) => text.includes(email) && text.includes('reset-password'))
    // Undo quoted-printable: lines may be folded, and '=' is written '=3D'.
    return (
      mail
        ?.replace(/=\r?\n/g, '')
        .replaceAll('=3D', '=')
        .match(/https?:\/\/\S+\/reset-password\?token=[\w.-]+/)?.[0] ?? ''
    )
  }

  it('sets a new password by a mailed link, once', async () => {
    const person = await signUp(app)
    const { page, context } = await open(PHONE)
    await page.goto(`${app.url}/forgot-password`)
    await page.locator('#root[data-drawn]').waitFor({ state: 'detached' })
    const field = page.getByLabel(/email, phone number or employee id/i)
    await field.focus()
    await field.blur()
    await page.getByText('Email or Employee ID is required').waitFor()
    await field.fill(person.email)
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByText(/If an account exists for/).waitFor()
    expect(await page.getByRole('button', { name: /Send again in \d+\ss/ }).isDisabled()).toBe(true)

    const link = new URL(await mailedLink(person.email))
    const address = `${app.url}${link.pathname}${link.search}`
    await page.goto(address)
    await page.getByLabel('New password').fill(NEW_PASSWORD)
    expect(page.url()).toBe(`${app.url}/reset-password`)
    await page.getByRole('button', { name: 'Set new password' }).click()
    await page.getByText('Your password has been changed.').waitFor()
    await signIn(page, person.email, NEW_PASSWORD)
    await page.waitForURL('**/resident/dashboard')
    expect((await call(app, 'signIn', { body: { email: person.email, password: person.password } })).status).toBe(401)

    await page.goto(address)
    await page.getByLabel('New password').fill(NEW_PASSWORD)
    await page.getByRole('button', { name: 'Set new password' }).click()
    await page.getByRole('alert').waitFor()
    await page.getByRole('link', { name: 'Request a new link' }).click()
    await page.waitForURL('**/forgot-password')
    await context.close()
  })

  it('deletes an account upon its password, and thanks', async () => {
    const person = await signUp(app)
    const { page, context } = await open(PHONE, 'light')
    await signIn(page, person.email, person.password)
    await page.waitForURL('**/resident/dashboard')
    await page.goto(`${app.url}/resident/profile`)
    await page.getByText('Resident Account').first().waitFor()
    await page.getByText('Not provided').waitFor()
    await page.getByRole('button', { name: 'Delete Account' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Delete Account' }).click()
    await dialog.getByText('Please enter your password').waitFor()
    await dialog.getByLabel('Password', { exact: true }).fill('not my password')
    await dialog.getByRole('button', { name: 'Delete Account' }).click()
    await dialog.getByText('Invalid password').waitFor()
    expect(await axeViolations(page)).toEqual([])

    await dialog.getByLabel('Password', { exact: true }).fill(person.password)
    await dialog.getByRole('button', { name: 'Delete Account' }).click()
    await page.getByText(/Thank you/).waitFor()
    expect(await axeViolations(page)).toEqual([])
    expect(await page.evaluate(() => localStorage.getItem('wastesense_auth'))).toBeNull()
    await signIn(page, person.email, person.password)
    await page.getByText('Invalid email or password').waitFor()
    await context.close()
  })
})
