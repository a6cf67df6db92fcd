/** Tests the admin's screens: figures; creating, changing and erasing staff accounts. */
import type { Browser, Page, Route } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { call, signUp, signIn as tokenOf } from './api-client.ts'
import {
  axeViolations,
  closeBrowserContexts,
  DESKTOP,
  openWindow,
  type PHONE,
  startBrowser,
  type Theme,
} from './browser.ts'
import { startWasteSense } from './running-app.ts'
import { openSignedInPage } from './signed-in.ts'

const browser: Browser | undefined = await startBrowser()
const PASSWORD = 'correct horse battery'
/** Number of residents, so that the list needs a second page after the first fifty. */
const RESIDENTS = 52

describe.skipIf(!browser)('the admin’s screens', () => {
  let app: Awaited<ReturnType<typeof startWasteSense>>
  let admin: string
  const open = (viewport: typeof PHONE, theme?: Theme) => openWindow(browser as Browser, viewport, theme)

  beforeAll(async () => {
    app = await startWasteSense({ env: { SEED_PASSWORD: PASSWORD } })
    admin = await tokenOf(app, 'ADMIN001')
    const residents = await Promise.all(Array.from({ length: RESIDENTS }, () => signUp(app)))
    const report = await call(app, 'reportBinFull', { token: residents[0]!.token, body: {} })
    expect(report.status).toBe(201)
  })
  afterAll(async () => {
    await closeBrowserContexts(browser)
    await app?.clear()
  })

  /** Opens a window with the seeded admin signed in. */
  async function openAdmin(path: string, viewport = DESKTOP, theme?: Theme) {
    const opened = await openSignedInPage(browser as Browser, app, 'ADMIN001', { path, viewport, theme })
    await opened.page.getByText(/^Live/).waitFor()
    return opened
  }

  /** Signs in with the one-time password and chooses another one. */
  async function chooseOwnPassword(page: Page, password: string): Promise<void> {
    await page.goto(`${app.url}/dispatcher/analytics`)
    await page.waitForURL('**/login')
    await page.getByLabel(/email, phone number or employee id/i).fill('DISP077')
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Sign In', exact: true }).click()
    const choose = page.getByRole('heading', { name: 'Choose your own password' })
    await choose.waitFor()
    expect(await axeViolations(page)).toEqual([])
    await page.reload()
    await choose.waitFor()
    await page.getByLabel('One-time password').fill(password)
    await page.getByLabel('New password').fill(password)
    await page.getByRole('button', { name: 'Save and continue' }).click()
    await page.getByText('Choose a password other than the current one').waitFor()
    await page.getByLabel('New password').fill('a password of my own')
    // Aborts the request after its arrival, so that the response is lost.
    const lose = async (route: Route) => {
      await route.fetch()
      await route.abort()
    }
    await page.route('**/api/auth/change-password', lose, { times: 1 })
    await page.getByRole('button', { name: 'Save and continue' }).click()
    await page.getByText(/^Live/).waitFor()
    expect(new URL(page.url()).pathname).toBe('/dispatcher/analytics')
  }

  it('shows the figures that the API tells, and keeps them current', async () => {
    const { body: stats } = await call(app, 'adminStats', { token: admin })
    const { page, errors, context } = await openAdmin('/admin/dashboard')
    const figures = page.getByRole('region', { name: 'Key figures' })
    const card = (label: string) => figures.locator(`:text-is("${label}") + p`)
    await expect.poll(async () => (await card('Total Users').textContent())?.trim()).toBe(String(stats.totalUsers))
    expect((await card('Total Reports').textContent())?.trim()).toBe(String(stats.totalReports))
    expect((await card('Waste Sites').textContent())?.trim()).toBe(String(stats.totalWasteSites))
    await figures.getByRole('button', { name: /System Health/ }).click()
    await figures.getByText('Events that the screens do not show yet').waitFor()

    const residents = `Resident: ${stats.userStats.resident} users`
    await page.getByRole('group', { name: 'User Distribution, a pie chart: Number of users' }).waitFor()
    await page.getByRole('img', { name: new RegExp(`^${residents}`) }).waitFor()
    await page.getByRole('button', { name: 'User Distribution: show as table' }).click()
    const row = page.getByRole('table', { name: 'User Distribution' }).getByRole('row', { name: /Resident/ })
    await expect.poll(() => row.textContent()).toContain(String(stats.userStats.resident))

    await signUp(app)
    await expect.poll(async () => (await card('Total Users').textContent())?.trim()).toBe(String(stats.totalUsers + 1))
    expect(errors).toEqual([])
    await context.close()
  })

  it('keeps the tab in the address and pages the lists', async () => {
    const { page, context } = await openAdmin('/admin/dashboard')
    await page.getByRole('tab', { name: 'Reports' }).click()
    await page.getByText('Bin full report').waitFor()
    await page.getByRole('tab', { name: 'Waste Sites' }).click()
    await page.getByText('750 / 1,000 tonnes').waitFor()
    await page.getByRole('tab', { name: 'Users' }).click()
    await page.getByText(/^1–50 of \d+ users/).waitFor()
    await page.getByRole('button', { name: 'Next' }).click()
    await page.getByText(/^51–/).waitFor()
    await page.reload()
    await page.getByText(/^51–/).waitFor()
    expect(await page.getByRole('tab', { name: 'Users' }).getAttribute('aria-selected')).toBe('true')
    await context.close()
  })

  it('searches and sorts users on the server, in the address', async () => {
    const { page, context } = await openAdmin('/admin/users')
    await page.getByRole('searchbox', { name: 'Search users' }).fill('DISP0')
    await page.getByText('1–1 of 1 user').waitFor()
    await page.getByText('dispatcher@test.com').waitFor()
    expect(new URL(page.url()).searchParams.get('search')).toBe('DISP0')
    await page.getByRole('searchbox').fill('nobody at all')
    await page.getByText('No users found for ‘nobody at all’').waitFor()
    await page.getByRole('button', { name: 'Clear the search' }).click()
    await page.getByRole('button', { name: 'Role' }).click()
    await page.getByRole('columnheader', { name: 'Role' }).and(page.locator('[aria-sort=ascending]')).waitFor()
    await expect.poll(() => page.getByRole('row').nth(1).textContent()).toContain('ADMIN001')
    await page.getByRole('button', { name: 'Role' }).click()
    await expect.poll(() => page.getByRole('row').nth(1).textContent()).toContain('Resident')
    await context.close()
  })

  it('creates a dispatcher, changes their role and erases them', async () => {
    const { page, errors, context } = await openAdmin('/admin/users')
    await page.getByRole('button', { name: 'Create staff' }).click()
    const form = page.getByRole('dialog', { name: 'Create staff' })
    await form.getByLabel('Name', { exact: true }).fill('Yaw Badu')
    await form.getByLabel('Email').fill('dispatcher@test.com')
    await form.getByLabel('Employee ID').fill('D2')
    await form.getByRole('button', { name: 'Create', exact: true }).click()
    await form.locator('.mantine-InputWrapper-error', { hasText: '3 to 6 letters' }).waitFor()
    await form.getByLabel('Employee ID').fill('disp077')
    await form.getByRole('button', { name: 'Create', exact: true }).click()
    await form.getByText('Failed to create the account').waitFor()
    await form.getByLabel('Email').fill('yaw.badu@example.com')
    await form.getByRole('button', { name: 'Create', exact: true }).click()
    const oneTime = page.getByRole('dialog', { name: 'One-time password' })
    await oneTime.getByText('It is shown only once').waitFor()
    const password = (await oneTime.getByLabel('One-time password').textContent()) ?? ''
    await oneTime.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('searchbox').fill('DISP077')
    await page.getByText('yaw.badu@example.com').waitFor()

    const staff = await open(DESKTOP)
    await chooseOwnPassword(staff.page, password)

    await page.getByRole('button', { name: 'Edit: Yaw Badu' }).click()
    const edit = page.getByRole('dialog', { name: 'Edit user' })
    await edit.getByLabel('Role').selectOption('recycler')
    await edit.getByRole('button', { name: 'Save' }).click()
    await page
      .getByRole('row', { name: /Yaw Badu/ })
      .getByText('Recycler')
      .waitFor()
    await staff.page.waitForURL((url) => ['/', '/login'].includes(url.pathname))

    await page.getByRole('button', { name: 'Delete: Yaw Badu' }).click()
    const question = page.getByRole('dialog', { name: 'Delete this user?' })
    await question.getByText('Yaw Badu, Recycler').waitFor()
    await question.getByRole('button', { name: 'Delete' }).click()
    await question.waitFor({ state: 'detached' })
    await page.getByText(/No users found/).waitFor()
    await page.getByRole('searchbox').fill('Erased')
    await page.getByRole('row', { name: /Erased resident/ }).waitFor()
    const again = await call(app, 'signIn', { body: { employee_id: 'DISP077', password } })
    expect(again.status).toBe(401)
    expect([...errors, ...staff.errors]).toEqual([])
    await staff.context.close()
    await context.close()
  })

  it('says why an admin can not delete themselves', async () => {
    const { page, context } = await openAdmin('/admin/users?search=ADMIN001')
    const remove = page.getByRole('button', { name: /^Delete/ })
    await remove.focus()
    expect(await remove.getAttribute('aria-disabled')).toBe('true')
    expect(await remove.getAttribute('aria-description')).toBe('You can’t delete yourself.')
    const shown = await remove.evaluate((button) => getComputedStyle(button, '::after').content)
    expect(shown).toContain('You can’t delete yourself.')
    await page.keyboard.press('Enter')
    expect(await page.getByRole('dialog').count()).toBe(0)
    await context.close()
  })
})
