/** Tests that new reports never change which row a press acts on. */
import type { Browser, CDPSession, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '#tests/fixtures/eventually.ts'
import { call, signUp, signIn as tokenOf } from './api-client.ts'
import { closeBrowserContexts, PHONE, startBrowser, waitForFinalLayout } from './browser.ts'
import { type RunningApp, startWasteSense } from './running-app.ts'
import { openSignedInPage } from './signed-in.ts'

const browser: Browser | undefined = await startBrowser()
const ZONE = 'Ablekuma North'

describe.skipIf(!browser)('a press on the board', () => {
  let app: RunningApp
  let token: string

  beforeAll(async () => {
    app = await startWasteSense()
    token = await tokenOf(app, 'DISP001')
  })
  afterAll(async () => {
    await closeBrowserContexts(browser)
    await app?.clear()
  })

  /** Signs up a resident with a full bin. */
  async function report() {
    const resident = await signUp(app, ZONE)
    const answer = await call(app, 'reportBinFull', { token: resident.token, body: {} })
    expect(answer.status).toBe(201)
    return { ...resident, reportId: answer.body.report.id as string }
  }

  const open = async () =>
    (await call(app, 'activeReports', { token })).body.reports.map((report: { id: string }) => report.id)

  /**
   * Opens the dashboard with three reports.
   * The test acts on the middle report.
   */
  async function arrange(viewport?: typeof PHONE) {
    for (const id of await open()) await call(app, 'markReport', { token, id, body: { status: 'collected' } })
    const residents = [await report(), await report(), await report()]
    const aimed = residents[1] as (typeof residents)[0]
    const { page, context, errors } = await openSignedInPage(browser as Browser, app, 'DISP001', {
      path: '/dispatcher/dashboard',
      viewport,
    })
    const reports = page.getByRole('region', { name: 'Active Reports', exact: true })
    const button = reports.getByRole('button', { name: `Mark collected: ${aimed.name}, ${ZONE}` })
    await eventually(() => button.scrollIntoViewIfNeeded())
    await reports.getByText('3 open').waitFor()
    await waitForFinalLayout(page)
    const at = async () => {
      const { x, y, width, height } = (await button.boundingBox()) as {
        x: number
        y: number
        width: number
        height: number
      }
      return { x: x + width / 2, y: y + height / 2 }
    }
    /**
     * Checks that the target stays under the pointer.
     * A pressed button moves down by one pixel, which is accepted.
     */
    const stays = async (point: { x: number; y: number }) =>
      expect(Math.abs((await at()).y - point.y)).toBeLessThanOrEqual(1)
    return { page, context, errors, reports, button, aimed, residents, at, stays }
  }

  /** Adds a report and waits until the dashboard has received it. */
  async function another({ reports }: { reports: Awaited<ReturnType<typeof arrange>>['reports'] }, known: number) {
    const made = await report()
    await reports.getByText(`${known} open`).waitFor({ state: 'attached' })
    return made
  }

  /** Waits 2.5 s, because rows must not move while the pointer rests on them. */
  const rest = (page: Page) => page.waitForTimeout(2_500)

  it('with a still mouse collects the bin that it pointed at, whatever came meanwhile', async () => {
    const board = await arrange()
    const { page, reports, aimed, at, stays, context, errors } = board
    const point = await at()
    await page.mouse.move(point.x, point.y)
    const later = await another(board, 4)
    await rest(page)
    await stays(point)
    await page.mouse.down()
    const last = await another(board, 5)
    await stays(point)
    await page.mouse.up()
    await expect.poll(open).not.toContain(aimed.reportId)
    expect(await open()).toEqual(expect.arrayContaining([later.reportId, last.reportId]))

    // The row of a collected report stays visible without its button.
    // New rows appear only after the user clicks the button that announces them.
    const closed = reports.getByRole('button', { name: `Closed: ${aimed.name}, ${ZONE}` })
    await closed.waitFor()
    await page.mouse.click(point.x, point.y)
    await rest(page)
    expect(await open()).toHaveLength(4)
    await reports.getByRole('button', { name: '2 new – show: Reports' }).click()
    await reports.getByText(last.name).waitFor()
    expect(await closed.count()).toBe(0)
    expect(errors).toEqual([])
    await context.close()
  })

  it('lets the new ones in when the mouse goes', async () => {
    const board = await arrange()
    const { page, reports, at, context } = board
    const point = await at()
    await page.mouse.move(point.x, point.y)
    const later = await another(board, 4)
    await reports.getByRole('button', { name: '1 new – show: Reports' }).waitFor()
    expect(await reports.getByText(later.name).count()).toBe(0)
    await page.mouse.move(5, 5)
    await reports.getByText(later.name).waitFor()
    await context.close()
  })

  it('on a bin that somebody else collects meanwhile does nothing to the next one', async () => {
    const { page, reports, residents, aimed, at, context } = await arrange()
    const point = await at()
    await page.mouse.move(point.x, point.y)
    await page.mouse.down()
    await call(app, 'markReport', { token, id: aimed.reportId, body: { status: 'collected' } })
    await reports.getByText('2 open').waitFor()
    await reports.getByRole('button', { name: `Closed: ${aimed.name}, ${ZONE}` }).waitFor()
    await page.mouse.up()
    await rest(page)
    expect([...(await open())].sort()).toEqual([residents[0]?.reportId, residents[2]?.reportId].sort())
    await context.close()
  })

  it('with the keyboard acts on the row that has the focus, and the new ones are in its reach', async () => {
    const board = await arrange()
    const { page, reports, button, aimed, context } = board
    await button.focus()
    const later = await another(board, 4)
    await rest(page)
    await page.keyboard.down(' ')
    const last = await another(board, 5)
    await page.keyboard.up(' ')
    await expect.poll(open).not.toContain(aimed.reportId)
    expect(await open()).toHaveLength(4)
    const closed = reports.getByRole('button', { name: `Closed: ${aimed.name}, ${ZONE}` })
    await expect.poll(() => closed.evaluate((element) => element === document.activeElement)).toBe(true)
    await page.keyboard.press('Enter')
    const show = reports.getByRole('button', { name: '2 new – show: Reports' })
    for (
      let steps = 0;
      steps < 12 && !(await show.evaluate((element) => element === document.activeElement));
      steps += 1
    ) {
      await page.keyboard.press('Shift+Tab')
    }
    await page.keyboard.press('Enter')
    await reports.getByText(last.name).waitFor()
    await page.keyboard.press('Enter')
    await rest(page)
    expect(await open()).toEqual(expect.arrayContaining([later.reportId, last.reportId]))
    await context.close()
  })

  it('with a finger collects what lay under it, and holds the rows until it touches something else', async () => {
    const board = await arrange(PHONE)
    const { page, reports, aimed, at, stays, context } = board
    const finger = await touch(page)
    const point = await at()
    await finger.down(point)
    await another(board, 4)
    await stays(point)
    await finger.up()
    await expect.poll(open).not.toContain(aimed.reportId)
    await rest(page)
    expect(await open()).toHaveLength(3)

    await another(board, 4)
    const show = reports.getByRole('button', { name: '2 new – show: Reports' })
    await show.waitFor()
    await finger.down({ x: 8, y: 8 })
    await finger.up()
    await show.waitFor({ state: 'detached' })
    await context.close()
  })

  it('with a finger does nothing when the table moves under it', async () => {
    const { page, residents, at, context } = await arrange(PHONE)
    const finger = await touch(page)
    await finger.down(await at())
    // Inserts an element above the touched row, as high as a row.
    await page.evaluate(() => {
      const row = document.querySelector('tr[data-report]') as HTMLElement
      const grown = document.createElement('div')
      grown.style.height = `${row.offsetHeight}px`
      row.closest('table')?.before(grown)
    })
    await finger.up()
    await rest(page)
    expect([...(await open())].sort()).toEqual(residents.map(({ reportId }) => reportId).sort())
    await context.close()
  })
})

/** Simulates a touch screen, with a finger that can stay down. */
async function touch(page: Page) {
  const session: CDPSession = await page.context().newCDPSession(page)
  await session.send('Emulation.setTouchEmulationEnabled', { enabled: true })
  const send = (type: 'touchStart' | 'touchEnd', touchPoints: { x: number; y: number }[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints })
  return { down: (point: { x: number; y: number }) => send('touchStart', [point]), up: () => send('touchEnd', []) }
}
