/** Tests the audit history: filters, details, chains of causes and links. */
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { call, signIn, signUp } from './api-client.ts'
import {
  axeViolationsIn,
  closeBrowserContexts,
  PHONE,
  type SCREEN_VARIANTS,
  startBrowser,
  THEME_VARIANTS,
} from './browser.ts'
import { type RunningApp, startWasteSense } from './running-app.ts'
import { openSignedInPage } from './signed-in.ts'

const browser: Browser | undefined = await startBrowser()
let app: RunningApp
beforeAll(async () => {
  app = await startWasteSense()
  const [dispatcher, reporters] = [await signIn(app, 'DISP001'), [await signUp(app), await signUp(app)]]
  for (const { token } of reporters)
    await call(app, 'reportBinFull', { token, body: { description: 'A secret of mine' } })
  const left = await call(app, 'markAllCollected', {
    token: dispatcher,
    body: { dumpingSiteId: 'WS001', truckId: 'T001' },
  })
  expect(left.status, left.text).toBeLessThan(300)
})
afterAll(async () => {
  await closeBrowserContexts(browser)
  await app?.clear()
})

describe.skipIf(!browser)('the history', () => {
  const open = (path = '', look: Partial<(typeof SCREEN_VARIANTS)[number]> = {}) =>
    openSignedInPage(browser as Browser, app, 'AUD001', { path: `/auditor/history${path}`, ...look })
  const rows = (page: Page) => page.locator('[data-event]')
  const drawer = (page: Page) => page.getByRole('dialog')

  it('is filtered, opened and followed, and a link leads back to each state of it', async () => {
    const { page, errors, context } = await open()
    await rows(page).first().waitFor()
    await page.getByLabel('Kind').selectOption('TruckDispatched')
    await page
      .getByText(/ sent T\d+ to .+ with \d+ reports? of /)
      .first()
      .waitFor()
    expect(new URL(page.url()).search).toBe('?kind=TruckDispatched')
    await rows(page).first().click()
    const dispatch = (await drawer(page).getByRole('heading', { level: 2 }).textContent()) ?? ''
    expect(dispatch).toMatch(/^Event [\d,]+$/)

    await drawer(page)
      .getByRole('link', { name: / as collected with dispatch / })
      .first()
      .click()
    await drawer(page).getByText('Background rule “dispatches”').first().waitFor()
    const caused = drawer(page).getByRole('heading', { level: 2 })
    await expect.poll(() => caused.textContent()).not.toBe(dispatch)
    const before = { url: page.url(), title: await caused.textContent() }
    expect(before.url).toContain('kind=TruckDispatched')
    await page.reload()
    await drawer(page)
      .getByRole('link', { name: / sent T\d+ to / })
      .waitFor()
    expect({ url: page.url(), title: await caused.textContent() }).toEqual(before)
    expect(await page.getByLabel('Kind').inputValue()).toBe('TruckDispatched')

    await drawer(page)
      .getByRole('link', { name: / sent T\d+ to / })
      .click()
    await expect.poll(() => caused.textContent()).toBe(dispatch)
    await drawer(page).getByRole('link', { name: 'Dispatcher', exact: false }).first().click()
    await page.getByRole('button', { name: /^Remove filter: By / }).waitFor()
    await page.getByRole('button', { name: 'Clear all' }).click()
    await expect.poll(() => new URL(page.url()).search).toBe('')
    expect(errors).toEqual([])
    await context.close()
  })

  it('shows nobody’s name, and nothing that is sealed', async () => {
    const token = await signIn(app, 'resident.ablekuma@test.com')
    const { body } = await call(app, 'me', { token })
    const { page, context } = await open('?kind=AccountRegistered')
    await rows(page).first().waitFor()
    expect(await page.locator('main').textContent()).not.toContain(body.user.name)
    await rows(page).first().click()
    await drawer(page).getByText('"sealed": "sealed"').waitFor()
    await context.close()
  })

  it('keeps what is new outside until it is asked for', async () => {
    const { page, context } = await open('?kind=BinReportedFull')
    await rows(page).first().waitFor()
    const first = await rows(page).first().getAttribute('data-event')
    const { token } = await signUp(app)
    expect((await call(app, 'reportBinFull', { token, body: { description: 'A secret of mine' } })).status).toBe(201)
    const show = page.getByRole('button', { name: /^\d+ new – show/ })
    await show.waitFor()
    expect(await rows(page).first().getAttribute('data-event')).toBe(first)
    await show.click()
    await expect
      .poll(async () => Number(await rows(page).first().getAttribute('data-event')))
      .toBeGreaterThan(Number(first))
    expect(await page.locator('main').textContent()).not.toContain('A secret of mine')
    await context.close()
  })

  it('is worked by keys', async () => {
    const { page, context } = await open()
    await rows(page).nth(1).waitFor()
    const [one, two] = await Promise.all([0, 1].map((n) => rows(page).nth(n).getAttribute('data-event')))
    const focused = () => page.evaluate(() => (document.activeElement as HTMLElement).dataset.event)
    await page.keyboard.press('j')
    await expect.poll(focused).toBe(one)
    await page.keyboard.press('j')
    await expect.poll(focused).toBe(two)
    await page.keyboard.press('ArrowUp')
    await expect.poll(focused).toBe(one)
    await page.keyboard.press('Enter')
    await drawer(page).getByRole('heading', { level: 2 }).waitFor()
    await page.keyboard.press('Escape')
    await drawer(page).waitFor({ state: 'hidden' })
    await expect.poll(focused).toBe(one)
    await context.close()
  })

  it('jumps to a position and to a day', async () => {
    const { page, context } = await open()
    await rows(page).first().waitFor()
    const jump = page.getByLabel('Jump to a date or event number')
    await jump.fill('soon')
    await page.getByRole('button', { name: 'Jump' }).click()
    await page.getByText('Date input not valid.').waitFor()
    await jump.fill('12')
    await page.getByRole('button', { name: 'Jump' }).click()
    await expect.poll(() => rows(page).first().getAttribute('data-event')).toBe('12')
    await page.getByRole('button', { name: 'Newer events' }).click()
    await expect.poll(async () => Number(await rows(page).first().getAttribute('data-event'))).toBeGreaterThan(12)
    await jump.fill('1 Jan 2001')
    await page.getByRole('button', { name: 'Jump' }).click()
    await page.getByText('No matching events').waitFor()
    await context.close()
  })

  it('says what is wrong with an address', async () => {
    const { page, context } = await open('?kind=Nonsense&event=999999')
    await page.getByText('There is no such type of event.').first().waitFor()
    await drawer(page).getByText('There is no event with this number.').waitFor()
    await context.close()
  })

  it('refuses a typo at its field, and offers no retry', async () => {
    const { page, context } = await open('?from=19+Foo')
    await page.getByText('Correct the filters to see the history').waitFor()
    expect(await page.getByRole('button', { name: 'Retry' }).count()).toBe(0)
    const from = page.getByRole('textbox', { name: 'From', exact: true })
    expect(await from.inputValue()).toBe('19 Foo')
    expect(await from.getAttribute('aria-invalid')).toBe('true')
    await from.fill('yesterday')
    await from.press('Enter')
    await rows(page).first().or(page.getByText('No matching events')).waitFor()
    await expect.poll(() => new URL(page.url()).searchParams.get('from')).toMatch(/^\d{4}-\d\d-\d\d$/)
    await context.close()
  })

  it('has no accessibility violations with its filters open on a phone', async () => {
    const { page, context } = await open('?zone=Ablekuma+North', { viewport: PHONE })
    await rows(page).first().waitFor()
    await page.getByRole('button', { name: /^Filters/ }).click()
    expect(await axeViolationsIn(page, THEME_VARIANTS)).toEqual([])
    await context.close()
  })
})

describe('the door to the history', () => {
  const get = async (address: string, identifier = 'AUD001') => {
    const token = await signIn(app, identifier)
    return fetch(`${app.url}/api/audit/${address}`, { headers: { Authorization: `Bearer ${token}` } })
  }

  it.each([
    'events?before=soon',
    'events?before=-1',
    'events?before=1.5',
    'events?before=5&after=3',
    'events?after=5&until=2026-01-01',
    'events?limit=0',
    'events?limit=100000',
    'events?from=2026-13-01',
    'events?from=2026-02-02&to=2026-02-01',
    'events?kind=__proto__',
    'events?role=king',
    'events?thing=planet:mars',
    `events?zone=${'x'.repeat(500)}`,
  ])('refuses %s', async (address) => {
    const answer = await get(address)
    expect(answer.status).toBe(400)
    expect(((await answer.json()) as { message: string }).message).toMatch(/^[A-Z]/)
  })

  it.each(['events?zone=Atlantis', 'events?actor=0000', "events?thing=T'%20OR%201=1", 'events?before=0'])(
    'finds nothing by %s',
    async (address) => {
      const answer = await get(address)
      expect(answer.status).toBe(200)
      expect(((await answer.json()) as { events: unknown[] }).events).toEqual([])
    },
  )

  it.each(['events/999999', 'events/soon', 'events/1e3', 'events/0'])('knows of nothing at %s', async (address) => {
    expect((await get(address)).status).toBe(404)
  })

  it('is the auditors’ alone', async () => {
    for (const identifier of ['DISP001', 'ADMIN001', 'resident.ablekuma@test.com'])
      for (const address of ['events', 'events/1', 'facets']) expect((await get(address, identifier)).status).toBe(403)
    expect((await fetch(`${app.url}/api/audit/events`)).status).toBe(401)
  })
})
