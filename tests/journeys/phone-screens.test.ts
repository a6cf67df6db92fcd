/**
 * Tests the gateways' admin page and the simulator in a browser.
 * Both use the endpoints that gateways call.
 */
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { call, signIn } from './api-client.ts'
import {
  axeViolationsIn,
  closeBrowserContexts,
  DESKTOP,
  openWindow,
  SCREEN_VARIANTS,
  startBrowser,
  THEME_VARIANTS,
} from './browser.ts'
import { startWasteSense } from './running-app.ts'
import { openSignedInPage } from './signed-in.ts'

const browser: Browser | undefined = await startBrowser()

describe.skipIf(!browser)('the phone’s screens', () => {
  let app: Awaited<ReturnType<typeof startWasteSense>>
  beforeAll(async () => {
    app = await startWasteSense()
  })
  afterAll(async () => {
    await closeBrowserContexts(browser)
    await app?.clear()
  })

  async function dialNalo(url: string) {
    const body = JSON.stringify({
      USERID: 'x',
      MSISDN: '233244123456',
      USERDATA: '*920#',
      MSGTYPE: true,
      SESSIONID: 's',
    })
    const answer = await fetch(url, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body })
    const text = await answer.text()
    return { status: answer.status, screen: text && (JSON.parse(text).MSG as string) }
  }

  async function newUrl(page: Page, button: string): Promise<string> {
    await page.getByRole('button', { name: `${button}: Nalo` }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: button, exact: true }).click()
    const url = (await dialog.getByRole('status', { name: 'USSD callback URL' }).textContent()) ?? ''
    expect(url).toMatch(new RegExp(`^${app.url}/api/phone/ussd/nalo/[\\w-]{43}$`))
    await dialog.getByRole('button', { name: 'Test call' }).click()
    await dialog.getByText('It works. The caller sees:').waitFor()
    await dialog.getByText('1 My bin is full').waitFor()
    // Escape does not close the dialog before the user has copied the URL.
    await page.keyboard.press('Escape')
    await dialog.getByRole('button', { name: 'Copy: USSD callback URL' }).click()
    await dialog.getByRole('button', { name: 'Done' }).click()
    await dialog.waitFor({ state: 'detached' })
    return url
  }

  it('an admin creates, tests, replaces and revokes the secret of a gateway', async () => {
    const { page, errors } = await openSignedInPage(browser as Browser, app, 'ADMIN001', { path: '/admin/phone' })
    const gateways = page.getByRole('region', { name: 'Gateways' })
    const nalo = gateways.getByRole('row', { name: /^Nalo/ })
    await nalo.getByText('None').waitFor()
    const first = await newUrl(page, 'Create secret')
    await nalo.getByText('Set', { exact: true }).waitFor()
    const second = await newUrl(page, 'Replace')
    await nalo.getByText('Being replaced').waitFor()
    expect(second).not.toBe(first)
    expect((await dialNalo(first)).screen).toContain('1 My bin is full')
    await nalo.getByRole('button', { name: 'Revoke: Nalo' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke', exact: true }).click()
    await page.getByText('Secret revoked', { exact: true }).waitFor()
    expect(await dialNalo(first)).toEqual({ status: 404, screen: '' })
    expect((await dialNalo(second)).status).toBe(200)

    const calls = page.getByRole('region', { name: 'Last calls' })
    await calls.getByText('Wrong secret').waitFor()
    await calls.getByText('Answered').first().waitFor()
    expect(await page.content()).not.toContain('244123456')

    await page.getByRole('button', { name: 'Test a URL' }).click()
    const field = page.getByRole('textbox', { name: 'Callback URL' })
    await field.fill(second.replace(app.url, 'https://other.example'))
    await field.blur()
    await page.getByText('This URL belongs to another server.').waitFor()
    await field.fill(first)
    await page.getByRole('button', { name: 'Test call' }).click()
    await page.getByText('The secret in this URL is not valid.').waitFor()
    expect(await axeViolationsIn(page, THEME_VARIANTS)).toEqual([])
    await page.getByRole('button', { name: 'Close' }).click()
    expect(await axeViolationsIn(page, SCREEN_VARIANTS)).toEqual([])
    expect(errors).toEqual([])
  })

  const screenOf = (page: Page) => page.getByRole('status', { name: 'Screen of the phone' })

  /** Types a text and sends it; waits for the next screen. */
  async function send(page: Page, text: string, next: string): Promise<void> {
    await page.keyboard.type(text)
    await page.keyboard.press('Enter')
    await screenOf(page).getByText(next).waitFor()
  }

  it('a visitor reports by the simulated phone, and its SMS arrive there', async () => {
    const dispatcher = await signIn(app, 'DISP001')
    const { page, errors } = await openWindow(browser as Browser, DESKTOP)
    const { page: other } = await openWindow(browser as Browser, DESKTOP)
    await page.goto(`${app.url}/auth/signin`)
    await page.getByRole('link', { name: 'Report with a simple phone' }).click()
    await other.goto(`${app.url}/demo/phone`)
    const numberOf = async (of: Page) => (await of.getByText(/^\+233\d{9}$/).textContent()) ?? ''
    const number = await numberOf(page)
    expect(await numberOf(other)).not.toBe(number)

    await page.getByRole('button', { name: 'Call' }).click()
    await screenOf(page).getByText('1 My bin is full').waitFor()
    await page.getByRole('button', { name: '1', exact: true }).click()
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await screenOf(page).getByText('Ayawaso West').waitFor()
    await send(page, '12', 'Your name?')
    await send(page, 'Abla Mensah', 'Your bin in Ayawaso West is reported full')
    expect(await axeViolationsIn(page, THEME_VARIANTS)).toEqual([])

    const listed = await call(app, 'activeReports', { token: dispatcher })
    expect(listed.body.reports.map(({ resident_name }: { resident_name: string }) => resident_name)).toContain(
      'Abla Mensah',
    )
    const texts = page.getByRole('region', { name: 'SMS' }).getByRole('listitem')
    await texts.filter({ hasText: 'is reported full' }).waitFor()
    await texts.getByRole('button').first().click()
    expect(await other.getByRole('region', { name: 'SMS' }).getByRole('listitem').count()).toBe(0)

    // The number survives a reload.
    // Hanging up ends the USSD session.
    await page.reload()
    expect(await numberOf(page)).toBe(number)
    await send(page, '*920*44#', '2 My report')
    await page.keyboard.press('Escape')
    await screenOf(page).getByText('Dial *920*44#').waitFor()
    await send(page, '*920*44#', '2 My report')
    await send(page, '2', 'Reported')
    expect(errors).toEqual([])
  })
})
