/** Tests a report in two browsers: resident, dispatcher's row, collection, resident's card. */
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  axeViolations,
  blockScripts,
  closeBrowserContexts,
  DESKTOP,
  openWindow,
  PHONE,
  SCREEN_VARIANTS,
  startBrowser,
  type Theme,
} from './browser.ts'
import { startWasteSense } from './running-app.ts'
import { openSignedInPage } from './signed-in.ts'

const browser: Browser | undefined = await startBrowser()
const PASSWORD = 'correct horse battery'

describe.skipIf(!browser)('the loop in a browser', () => {
  let app: Awaited<ReturnType<typeof startWasteSense>>
  const open = (viewport: typeof PHONE, theme?: Theme, drawsMap = false) =>
    openWindow(browser as Browser, viewport, theme, { drawsMap })

  beforeAll(async () => {
    app = await startWasteSense({ env: { SEED_PASSWORD: PASSWORD } })
  })
  afterAll(async () => {
    await closeBrowserContexts(browser)
    await app?.clear()
  })

  async function signIn(page: Page, identifier: string): Promise<void> {
    await page.goto(`${app.url}/login`)
    await page.getByLabel(/email, phone number or employee id/i).fill(identifier)
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
    await row.waitFor()
    await expect.poll(() => dispatcher.page.getByText('Two bags beside the bin').count()).toBeGreaterThan(0)

    await dispatcher.page
      .getByRole('button', { name: /Mark collected/i })
      .first()
      .click()
    // Move the mouse away: the collected row stays visible until then.
    await dispatcher.page.mouse.move(2, 2)
    await dispatcher.page.getByText('No active reports.').waitFor()
    await resident.page.getByRole('button', { name: /Report Now/ }).waitFor()

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
      .waitFor()
    expect(await dispatcher.page.getByText('Before the outage').count()).toBe(1)
    await app.restart()
    await dispatcher.page.getByRole('status').filter({ hasText: /^Live/ }).first().waitFor()
    expect(await dispatcher.page.getByText('Before the outage').count()).toBe(1)

    await dispatcher.page
      .getByRole('button', { name: /Mark collected/i })
      .first()
      .click()
    // Waits, because the browser windows reconnect independently, up to 5.5 s apart.
    await resident.page.getByRole('button', { name: /Report Now/ }).waitFor()
    await dispatcher.context.close()
    await resident.context.close()
  })

  it('says that a dialog can not be fetched, keeps the screen, and opens the dialog when it can', async () => {
    const { page, context } = await open(DESKTOP)
    await signIn(page, 'DISP001')
    const heading = page.getByRole('heading', { name: 'Operations Management Center' })
    await heading.waitFor()
    const bell = page.getByRole('button', { name: /Your notifications/ })
    // The bell has code of its own, which loads after the screen's.
    await bell.waitFor()
    await context.route('**/assets/*.js', (route) => route.abort())
    await bell.click()
    await page.getByText('This could not be opened').waitFor()
    await heading.waitFor()
    await context.unroute('**/assets/*.js')
    await bell.click()
    await page.getByRole('dialog').waitFor()
    await context.close()
  })

  it('is told to anybody, who sends nothing', async () => {
    const theme = 'light'
    const { page, errors, context } = await open(DESKTOP, theme, true)
    const sent: string[] = []
    page.on('request', (request) => sent.push(new URL(request.url()).pathname))
    page.on('websocket', (socket) => sent.push(socket.url()))
    await page.goto(`${app.url}/`)
    await page.getByRole('link', { name: 'Watch Demo' }).click()
    const phone = page.frameLocator('iframe[title="Resident’s phone"]')
    const board = page.frameLocator('iframe[title="Dispatcher’s board"]')
    const figures = page.frameLocator('iframe[title="Recycler’s figures"]')
    await phone.getByText('61 of 82 bins reported').waitFor()
    await board.getByText('5 more until a collection is recommended').waitFor({ state: 'attached' })
    await figures.getByText('No loads have arrived today.', { exact: true }).waitFor({ state: 'attached' })
    const found: string[][] = []
    const step = async (title: string) => {
      await page.getByRole('button', { name: 'Next' }).click()
      await page.getByRole('status').filter({ hasText: title }).waitFor({ state: 'attached' })
      if (title === 'A collection is recommended' || title === 'Weighed and analysed')
        for (const frame of page.frames()) {
          // New rows are highlighted for two seconds.
          await expect.poll(() => frame.locator('[data-marked="true"]').count()).toBe(0)
          found.push(await axeViolations(frame, theme))
        }
    }
    await step('One tap reports it')
    await phone.getByRole('button', { name: 'Report Submitted' }).waitFor({ state: 'attached' })
    await board.getByText('Full since the market day').first().waitFor({ state: 'attached' })
    await step('The zone fills up')
    await step('A collection is recommended')
    await board.getByText(/Recommended: T001 at 13:20/).waitFor({ state: 'attached' })
    await expect.poll(() => phone.getByText('66 of 82 bins reported').count()).toBe(1)
    await step('The dispatcher schedules it')
    await board.getByText('Collection scheduled · T001 leaves at 14:00').waitFor({ state: 'attached' })
    await step('Kofi gets a time')
    await expect.poll(() => phone.getByText('Truck coming about 14:00').count()).toBe(1)
    expect(await phone.getByRole('button', { name: 'Report Submitted' }).isDisabled()).toBe(true)
    await step('The truck sets out')
    await board.getByText('Full since the market day').first().waitFor({ state: 'attached' })
    await step('The driver gives a reason')
    await phone
      .getByText(/^Your bin was not out at 14:35\./)
      .first()
      .waitFor({ state: 'attached' })
    await board.getByText('Bin was not out').waitFor({ state: 'attached' })
    await step('Collected')
    await expect.poll(() => phone.getByText('0 of 82 bins reported').count()).toBe(1)
    expect(await board.getByText('Full since the market day').count()).toBe(0)
    await step('The recycler sees the load coming')
    await expect.poll(() => figures.locator('html').evaluate((html) => html.scrollTop)).toBeGreaterThan(0)
    await step('Weighed and analysed')
    await figures.getByText('5,400 kg', { exact: true }).first().waitFor({ state: 'attached' })
    expect(found.flat()).toEqual([])
    // Ignores the request for the city's name, which every page sends once.
    expect(sent.filter((path) => /^ws|^\/(api|socket\.io)\//.test(path) && path !== '/api/city')).toEqual([])
    expect(errors).toEqual([])
    await context.close()
  })

  it('is told on a phone in dark without accessibility violations', async () => {
    const { page, context } = await open(PHONE, 'dark')
    await page.goto(`${app.url}/demo?step=11`)
    await page
      .frameLocator('iframe[title="Recycler’s figures"]')
      .getByText('5,400 kg', { exact: true })
      .first()
      .waitFor({ state: 'attached' })
    for (const frame of page.frames()) expect(await axeViolations(frame)).toEqual([])
    await context.close()
  })

  it('tells it to somebody who is signed in, from where it stood, and leaves what is theirs alone', async () => {
    const { page, context } = await openSignedInPage(browser as Browser, app, 'DISP001', {
      path: '/demo?step=6',
    })
    const phone = page.frameLocator('iframe[title="Resident’s phone"]')
    await phone.getByText('Truck coming about 14:00').waitFor()
    const kept = () => page.evaluate(() => JSON.stringify(localStorage))
    const before = await kept()
    await page.keyboard.press('ArrowRight')
    await page.waitForURL('**/demo?step=7')
    await page.reload()
    await phone.getByText('In Progress').first().waitFor()
    await page.keyboard.press('ArrowLeft')
    await phone.getByText('Truck coming about 14:00').waitFor()
    expect(await kept()).toBe(before)
    await page.goto(`${app.url}/dispatcher/dashboard`)
    await page.getByText('Live', { exact: true }).waitFor()
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
    await page.getByLabel(/email, phone number or employee id/i).fill('DISP001')
    await page.getByLabel('Password', { exact: true }).fill('wrong password')
    await page.getByRole('button', { name: 'Sign In', exact: true }).click()
    await page.getByText('Invalid email or password').waitFor()
    await context.close()
  })

  /**
   * Opens the sign-in page.
   * Its scripts stay blocked until the test calls `come`.
   */
  async function openDrawn(viewport: typeof PHONE, theme?: Theme) {
    const { page, context, errors } = await open(viewport, theme)
    const come = await blockScripts(page)
    await page.route('**/demo-accounts', (route) => route.fulfill({ json: { accounts: [] } }))
    await page.goto(`${app.url}/login`, { waitUntil: 'commit' })
    const submit = page.getByRole('button', { name: 'Sign In', exact: true })
    const isHere = () => page.waitForFunction(() => !document.querySelector('[data-drawn]#root'))
    return { page, context, errors, submit, isHere, come }
  }

  it('signs in, once, by what was typed and sent before the app had come', async () => {
    const { page, context, errors, submit, come } = await openDrawn(PHONE)
    const sent: string[] = []
    page.on('request', (request) => {
      if (request.method() === 'POST' || request.isNavigationRequest()) sent.push(new URL(request.url()).pathname)
    })
    await page.getByLabel(/email, phone number or employee id/i).fill('DISP001')
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.keyboard.press('Enter')
    await page.getByText('Sending as soon as the app has loaded...').waitFor()
    await submit.click()
    expect([page.url(), sent]).toEqual([`${app.url}/login`, []])
    come()
    await page.waitForURL('**/dispatcher/dashboard')
    expect(sent).toEqual(['/api/auth/login'])
    expect(errors).toEqual([])
    await context.close()
  })

  it.each([
    ...SCREEN_VARIANTS,
    { theme: 'light', name: 'small phone', viewport: { width: 360, height: 740 } } as const,
  ])(
    'is the same picture before and after the app has come, and keeps what was typed: $name, $theme',
    async ({ viewport, theme }) => {
      const { page, context, errors, submit, come, isHere } = await openDrawn(viewport, theme)
      await submit.waitFor()
      await page.evaluate(() => document.fonts.ready)
      const before = await page.screenshot()
      await page.getByLabel(/email, phone number or employee id/i).fill('ama@')
      come()
      await isHere()
      expect(await page.getByLabel(/email, phone number or employee id/i).inputValue()).toBe('ama@')
      await page.getByLabel(/email, phone number or employee id/i).fill('')
      await page.mouse.click(1, 1)
      await page.getByText('Email or Employee ID is required').waitFor()
      await page.reload()
      await isHere()
      await page.evaluate(() => document.fonts.ready)
      expect((await page.screenshot()).equals(before)).toBe(true)
      expect(errors).toEqual([])
      await context.close()
    },
  )

  it('shows nobody who is signed in the form, not even until the app has come', async () => {
    const { page, context, submit, come } = await openDrawn(PHONE)
    await page.evaluate(() => localStorage.setItem('wastesense_auth', 'whatever it is'))
    await page.reload({ waitUntil: 'commit' })
    await page.getByText('Loading...').waitFor()
    expect(await submit.count()).toBe(0)
    come()
    // The app discards the invalid session and shows the sign-in form.
    await submit.waitFor()
    await context.close()
  })
})
