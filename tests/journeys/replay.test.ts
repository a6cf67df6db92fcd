/** Tests time travel in a browser: past screens are labelled and read-only. */
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { call, SEEDED_IDENTIFIERS, signIn, waitForJobs } from './api-client.ts'
import { closeBrowserContexts, startBrowser, waitForFinalLayout } from './browser.ts'
import { pressAllControls } from './press-all-controls.ts'
import { type RunningApp, startWasteSense } from './running-app.ts'
import { openSignedInPage } from './signed-in.ts'

const browser: Browser | undefined = await startBrowser()

describe.skipIf(!browser)('the replay', () => {
  let app: RunningApp
  /** Positions of the `BinReportedFull` event and of the event after it. */
  let reported: string
  let later: string

  const open = (
    path: string,
    { drawsMap = false, who = SEEDED_IDENTIFIERS.auditor }: { drawsMap?: boolean; who?: string } = {},
  ) => openSignedInPage(browser as Browser, app, who, { path: `/auditor/replay${path}`, drawsMap })
  const board = (page: Page) => page.getByRole('region', { name: 'The board as it was' })
  const mark = (page: Page) => board(page).getByRole('button', { name: /^Mark collected: .*Ablekuma/ })
  const isShown = (page: Page, position: string) =>
    page.getByRole('link', { name: `Event ${Number(position).toLocaleString('en')}`, exact: true }).waitFor()
  const atOf = (page: Page) => new URL(page.url()).searchParams.get('at')
  const step = (page: Page, way: 'Previous event' | 'Next event') => page.getByRole('button', { name: way }).click()

  beforeAll(async () => {
    app = await startWasteSense()
    const token = await signIn(app, 'resident.ablekuma@test.com')
    const made = await call(app, 'reportBinFull', { token, body: { description: 'A secret of mine' } })
    reported = made.body.position
    const neighbour = await signIn(app, 'resident.ayawaso@test.com')
    later = (await call(app, 'reportBinFull', { token: neighbour, body: {} })).body.position
  })
  afterAll(async () => {
    await closeBrowserContexts(browser)
    await app?.clear()
  })

  it('shows a report where it was and not before, step by step, and under the same address again', async () => {
    const { page, errors, context } = await open(`?at=${reported}`)
    await isShown(page, reported)
    await mark(page).waitFor()
    await expect.poll(() => page.getByText(/^Replay of .*, not live$/).count()).toBe(1)
    await expect.poll(() => page.title()).toContain('Replay')
    expect(await page.content()).not.toContain('A secret of mine')
    await step(page, 'Previous event')
    await mark(page).waitFor({ state: 'detached' })
    await step(page, 'Next event')
    await mark(page).waitFor()
    await expect.poll(() => atOf(page)).toBe(reported)
    await page.reload()
    await mark(page).waitFor()
    expect(errors).toEqual([])
    await context.close()
  })

  it('leaves the board as it is when a moment is in the future or none, and says why', async () => {
    const { page, context } = await open('?at=999999')
    await page.getByText(/This is in the future: the newest event has number/).waitFor()
    expect(await board(page).locator('.mantine-Skeleton-root').count()).toBe(0)
    await page.goto(`${app.url}/auditor/replay?at=yesterday`)
    await page.getByText(/Enter the number of an event/).waitFor()
    await page.getByRole('button', { name: 'Now', exact: true }).click()
    await mark(page).waitFor()
    await page.goto(`${app.url}/auditor/replay?at=0`)
    await page.getByText('Before the first event').waitFor()
    expect(await mark(page).count()).toBe(0)
    await context.close()
  })

  it('changes nothing: its commands are off and say so, and its links stay in it', async () => {
    const { page, context } = await open(`?at=${reported}`)
    const sent: string[] = []
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url())
      const isBoards = /^\/api\/(auth|notifications)\//.test(pathname) && !searchParams.has('at')
      if (request.method() !== 'GET' || isBoards) sent.push(`${request.method()} ${pathname}`)
    })
    await mark(page).waitFor()
    for (const button of [
      mark(page),
      ...['Add Route', 'Settings', 'Mark All Collected', 'Add Vehicle'].map((name) =>
        board(page).getByRole('button', { name }),
      ),
    ]) {
      await button.waitFor()
      expect(await button.isDisabled()).toBe(true)
      expect(await button.getAttribute('title')).toBe('Replay: nothing can be changed')
    }
    await page.getByRole('combobox', { name: 'Board' }).selectOption('Recycler: Dashboard')
    await board(page)
      .getByRole('link', { name: /^View Details/ })
      .first()
      .click()
    await page.waitForURL(/\/auditor\/replay\/recycler\/sites\/.*at=\d+/)
    await board(page)
      .getByRole('heading', { name: /Incoming Deliveries/ })
      .waitFor()
    expect(sent).toEqual([])
    await context.close()
  })

  it('leaves live boards alone', async () => {
    const live = await openSignedInPage(browser as Browser, app, SEEDED_IDENTIFIERS.dispatcher, {
      path: '/dispatcher/dashboard',
    })
    const { page, context } = await open('?at=0')
    await page.getByText('Before the first event').waitFor()
    const own = live.page.getByRole('button', { name: /^Mark collected: .*Ablekuma/ })
    await own.waitFor()
    expect(await own.isEnabled()).toBe(true)
    await expect.poll(() => live.page.getByText('Live', { exact: true }).count()).toBe(1)
    await context.close()
    await live.context.close()
  })

  it('is led by keys along the timeline, and plays', async () => {
    const { page, context } = await open(`?at=${later}`)
    await isShown(page, later)
    const slider = page.getByRole('slider', { name: 'Moment' })
    await slider.focus()
    await page.keyboard.press('Home')
    await mark(page).waitFor({ state: 'detached' })
    expect(await slider.getAttribute('aria-valuetext')).toContain('Accra')
    await page.getByRole('combobox', { name: 'Speed' }).selectOption('×3,600')
    await page.getByRole('button', { name: 'Play' }).click()
    await mark(page).waitFor()
    await page.getByRole('button', { name: 'Play' }).waitFor()
    await expect.poll(() => atOf(page)).toMatch(/^\d{4}-\d\d-\d\dT.*Z$/)
    await context.close()
  })

  it('takes a step and goes to now by itself once the server is ready', async () => {
    const { page, context } = await open(`?at=${reported}`)
    await isShown(page, reported)
    let isReady = false
    await page.route(/\/audit\/events\?/, async (route) => {
      const response = await route.fetch()
      const preparing = { done: 1, of: 2 }
      if (!isReady) await route.fulfill({ response, json: { ...(await response.json()), events: [], preparing } })
      else await route.fulfill({ response })
    })
    await step(page, 'Previous event')
    await page.getByText(/^Indexing history: 50.%/).waitFor()
    isReady = true
    await expect.poll(() => Number(atOf(page))).toBeLessThan(Number(reported))
    await page.route(/\/audit\/density/, (route) => route.abort(), { times: 1 })
    await page.getByRole('button', { name: 'Now', exact: true }).click()
    await expect.poll(() => Number(atOf(page))).toBeGreaterThanOrEqual(Number(later))
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await context.close()
  })

  it('compares two moments, whichever comes first, and leads to the events between them', async () => {
    const { page, errors, context } = await open(`?at=${reported}&with=${later}`)
    const compared = page.getByRole('region', { name: 'Differences between two moments' })
    const list = (words: string) => compared.locator('details', { hasText: words })
    await list('Open reports 1 new').waitFor()
    await list('Open reports 1 new').locator('summary').click()
    await compared.getByText(/^New Report .* · Ayawaso West$/).waitFor()
    await expect.poll(() => compared.getByText('Trucks No difference').count()).toBe(1)
    const event = compared.getByRole('link', { name: `event ${Number(later).toLocaleString('en')}` }).first()
    expect(await event.getAttribute('href')).toBe(`/auditor/history?event=${later}`)
    // Changes the address before the page is drawn, like slow phones.
    await compared.getByRole('button', { name: 'Show the other moment' }).evaluate((button: HTMLElement) => {
      button.click()
      const until = performance.now() + 700
      while (performance.now() < until);
    })
    await isShown(page, later)
    await expect.poll(() => new URL(page.url()).search).toBe(`?at=${later}&with=${reported}`)
    await list('Open reports 1 new').waitFor()
    await page.goto(`${app.url}/auditor/replay?at=${later}&with=yesterday`)
    await compared.getByText(/The second moment: Enter the number of an event/).waitFor()
    await page.getByRole('button', { name: 'Compare: this moment' }).click()
    await compared.getByText(/^Nothing happened between these moments/).waitFor()
    await compared.getByRole('button', { name: 'End comparison' }).click()
    await compared.waitFor({ state: 'detached' })
    expect(errors).toEqual([])
    await context.close()
  })

  it('follows one thing from event to event, and says of what is none', async () => {
    const { page, context } = await open(`?at=${later}&follow=zone:Ablekuma North`)
    await isShown(page, later)
    await step(page, 'Previous event')
    await isShown(page, reported)
    await step(page, 'Next event')
    await page.getByText('No later events for this item.').waitFor()
    await page.getByText('Go to a time, compare, zoom, follow an item').click()
    await page.getByText(/^\d+ events? found$/).waitFor()
    await page.getByLabel('Follow one item').fill('T999')
    await page.getByRole('button', { name: 'Follow', exact: true }).click()
    await page.getByText('No events for T999.').waitFor()
    await context.close()
  })

  it('is the auditors’ alone', async () => {
    const { page, context } = await open(`?at=${reported}`, { who: SEEDED_IDENTIFIERS.dispatcher })
    await page.waitForURL(/\/dispatcher\/dashboard/)
    await context.close()
  })

  /** Names of the buttons on each screen that are disabled while a past time is shown. */
  const OFF = {
    'dispatcher/dashboard': [
      'Add Route',
      'Settings',
      'Mark All Collected',
      'Collect selected',
      'Mark as read',
      'Refuel: T#',
    ],
    'dispatcher/routes': [
      'Create New Route',
      'Edit Route: ',
      'Cancel Route: ',
      'Stop Route: ',
      'Complete: ',
      'Start: ',
    ],
    'dispatcher/analytics': ['Download trips'],
    'recycler/dashboard': [],
    'recycler/sites/WS001': [],
    'recycler/forecasting': ['Refresh Forecast'],
    'recycler/insights': [],
    'recycler/statement': ['Download CSV'],
  }

  it('sends nothing, whatever is pressed on any board', async () => {
    await allUnderWay()
    const { page, context } = await open('')
    const sent: string[] = []
    page.on('request', (request) => request.method() !== 'GET' && sent.push(`${request.method()} ${request.url()}`))
    const refused = page.getByText('Replay: nothing can be changed')
    for (const [path, off] of Object.entries(OFF)) {
      await page.goto(`${app.url}/auditor/replay/${path}`)
      await board(page).getByRole('heading').first().waitFor()
      await waitForFinalLayout(page)
      const walked = await pressAllControls(page, board(page), async () => expect(await refused.count(), path).toBe(0))
      for (const name of off) {
        const found = [...walked.off].find(([control]) => control.startsWith(name))
        expect([path, name, found?.[1] ?? [...walked.off.keys()]]).toEqual([
          path,
          name,
          'Replay: nothing can be changed',
        ])
      }
      expect(walked.submits).toEqual([])
      expect(
        await board(page)
          .getByText(/Your account/)
          .count(),
      ).toBe(0)
    }
    expect(sent).toEqual([])
    await context.close()
  })

  /** Sets up three loads: arrived, under way and scheduled. */
  async function allUnderWay() {
    const dispatcher = { token: await signIn(app, SEEDED_IDENTIFIERS.dispatcher) }
    const done = async (reply: ReturnType<typeof call>) => {
      const { status, body, text } = await reply
      expect(status, text).toBeLessThan(300)
      return body
    }
    const load = { dumpingSiteId: 'WS001', truckId: 'T001' }
    await done(call(app, 'markAllCollected', { ...dispatcher, body: load }))
    const { deliveries } = await done(call(app, 'deliveries', dispatcher))
    await done(call(app, 'moveDelivery', { ...dispatcher, id: deliveries[0].id, body: { status: 'arrived' } }))
    const schedules: string[] = []
    for (const [email, zone, vehicle] of [
      ['resident.ablekuma@test.com', 'Ablekuma North', 'T002'],
      ['resident.ayawaso@test.com', 'Ayawaso West', 'T003'],
    ] as const) {
      const token = await signIn(app, email)
      // Retry until a job has closed the previous report.
      // Pause between attempts, because the rate limit counts each of them.
      const report = async () => (await call(app, 'reportBinFull', { token, body: {} })).status
      await expect.poll(report, { interval: 1_000 }).toBe(201)
      const made = await done(call(app, 'scheduleCollection', { ...dispatcher, body: { zone, vehicleIds: [vehicle] } }))
      schedules.push(made.schedules[0].id)
    }
    await done(call(app, 'changeSchedule', { ...dispatcher, id: schedules[0], body: { status: 'in-progress' } }))
    // The screen also shows notifications, so waits until jobs have sent them.
    await waitForJobs(app)
  }
})
