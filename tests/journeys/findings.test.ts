/** Tests audit findings: auditors handle them and reveal names, and an admin sets thresholds. */
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { call, signIn, signUp } from './api-client.ts'
import { axeViolations, closeBrowserContexts, startBrowser } from './browser.ts'
import { type RunningApp, startWasteSense } from './running-app.ts'
import { openSignedInPage } from './signed-in.ts'

const browser: Browser | undefined = await startBrowser()
const NORTH = 'Ablekuma North'
let app: RunningApp
let [auditor, dispatcher, admin] = ['', '', '']
let reporter: Awaited<ReturnType<typeof signUp>>

/** Reports a full bin and marks it as collected immediately. */
async function markAtOnce() {
  reporter = await signUp(app, NORTH)
  const reported = await call(app, 'reportBinFull', { token: reporter.token, body: { description: 'Full' } })
  expect(reported.status, reported.text).toBe(201)
  const marked = await call(app, 'markReport', {
    token: dispatcher,
    id: reported.body.report.id,
    body: { status: 'collected' },
  })
  expect(marked.status, marked.text).toBeLessThan(300)
}
const findings = async () => (await call(app, 'findings', { token: auditor })).body.findings

beforeAll(async () => {
  app = await startWasteSense()
  auditor = await signIn(app, 'AUD001')
  dispatcher = await signIn(app, 'DISP001')
  admin = await signIn(app, 'ADMIN001')
})
afterAll(async () => {
  await closeBrowserContexts(browser)
  await app?.clear()
})

describe.skipIf(!browser)('findings', () => {
  const open = (path: string, who = 'AUD001') => openSignedInPage(browser as Browser, app, who, { path })
  const cards = (page: Page) => page.locator('[data-finding]')
  const dialog = (page: Page) => page.getByRole('dialog')

  it('are none at first, and appear by themselves', async () => {
    const { page, errors, context } = await open('/auditor/findings')
    await page.getByText('No findings', { exact: true }).waitFor()
    expect(await axeViolations(page)).toEqual([])
    await markAtOnce()
    await cards(page).first().waitFor()
    const text = await cards(page).first().textContent()
    expect(text).toMatch(
      /Dispatcher [0-9A-F]{8} marked Report 1 of [0-9A-F]{8} in Ablekuma North as collected only \d+ seconds? after the resident sent it./,
    )
    expect(text).not.toContain(reporter.id)
    expect(text).not.toContain(reporter.name)
    await page.getByText('1 waiting').waitFor()

    await cards(page)
      .first()
      .getByRole('link', { name: /^Event / })
      .last()
      .click()
    await page.waitForURL('**/auditor/history?event=*')
    await dialog(page)
      .getByText(/collected/)
      .first()
      .waitFor()
    await page.goBack()
    await cards(page).first().waitFor()
    expect(errors).toEqual([])
    await context.close()
  })

  it('are reviewed, explained and closed; who comes second is told', async () => {
    const { page, errors, context } = await open('/auditor/findings')
    const card = cards(page).first()
    await card.getByRole('button', { name: 'Start review' }).dblclick()
    await page.getByText('Review started').first().waitFor()
    expect(await page.getByText('will update shortly').count()).toBe(0)
    await card.getByText('In review', { exact: true }).waitFor()
    expect((await findings())[0].steps).toHaveLength(1)

    await card.getByRole('button', { name: 'Explain' }).click()
    await dialog(page).getByRole('button', { name: 'Save explanation' }).click()
    await dialog(page).getByText('Explanation is required').waitFor()
    await dialog(page).getByLabel('Explanation').fill('A truck was there\non another round.')
    await dialog(page).getByRole('button', { name: 'Save explanation' }).click()
    await card.getByText('A truck was there on another round.').waitFor()

    await card.getByRole('button', { name: 'Add explanation' }).click()
    await dialog(page).getByLabel('Explanation').fill('Seen by its tracker.')
    const [{ id }] = await findings()
    const body = { status: 'closed', note: 'Settled by somebody else.' }
    expect((await call(app, 'moveFinding', { token: auditor, id, body })).status).toBe(200)
    await dialog(page).getByRole('button', { name: 'Save explanation' }).click()
    await dialog(page).getByText('This finding is closed. Reopen it first.').waitFor()
    await dialog(page).getByRole('button', { name: 'Cancel' }).click()
    await card.getByText('Settled by somebody else.').waitFor()
    await page.getByText('0 waiting').waitFor()

    await page.getByLabel('Status').selectOption('open')
    await page.getByText('No matching findings').waitFor()
    expect(new URL(page.url()).search).toBe('?status=open')
    await page.reload()
    await page.getByText('No matching findings').waitFor()
    await page.getByLabel('Status').selectOption('closed')
    await card.getByRole('button', { name: 'Reopen' }).waitFor()
    expect(errors).toEqual([])
    await context.close()
  })

  it('lead to a name, which is opened for a reason and not kept', async () => {
    const [{ evidence }] = await findings()
    const { page, errors, context } = await open(`/auditor/history?event=${evidence[0]}`)
    const button = dialog(page).getByRole('button', { name: /^Show name: Resident / })
    await button.first().click()
    const asking = page.getByRole('dialog', { name: /^Show name of Resident / })
    await asking.waitFor()
    expect(await axeViolations(page)).toEqual([])
    await page.keyboard.press('Escape')
    await asking.waitFor({ state: 'hidden' })
    await button.first().click()
    await asking.getByLabel('Reason').fill('Complaint about bin 12')
    await asking.getByRole('button', { name: 'Show name' }).click()
    await asking.getByText(reporter.name, { exact: true }).waitFor()
    await asking.getByText(reporter.email).waitFor()
    await asking.getByText('Not provided').waitFor()
    await asking.getByRole('button', { name: 'Done' }).click()
    await asking.waitFor({ state: 'hidden' })
    expect(await page.locator('body').textContent()).not.toContain(reporter.email)
    const { body } = await call(app, 'ownAccesses', { token: reporter.token })
    expect(body.accesses).toMatchObject([{ reason: 'Complaint about bin 12', by_role: 'auditor' }])

    const { token, id, password } = reporter
    expect((await call(app, 'deleteAccount', { token, id, body: { password } })).status).toBeLessThan(300)
    await button.first().click()
    await asking.getByLabel('Reason').fill('Once more')
    await asking.getByRole('button', { name: 'Show name' }).click()
    await asking.getByText(/This person was erased/).waitFor()
    expect(errors).toEqual([])
    await context.close()
  })

  it('follow the thresholds that an admin sets; and another key signs', async () => {
    const { page, errors, context } = await open('/admin/audit', 'ADMIN001')
    const seconds = page.getByLabel('Seconds')
    await seconds.fill('1.5')
    await page.getByLabel('Litres').focus()
    await page.getByText('Enter a whole number').waitFor()
    await seconds.fill('0')
    await page.getByRole('button', { name: 'Save thresholds' }).click()
    await page.getByText('Thresholds saved').waitFor()
    await page.reload()
    await expect.poll(() => seconds.inputValue()).toBe('0')
    // The threshold 0 turns the rule off.
    // After it is set to 120 seconds, an immediate collection raises a finding again.
    await markAtOnce()
    const { thresholds } = (await call(app, 'findingThresholds', { token: admin })).body
    expect(thresholds.collectedAtOnceSeconds).toBe(0)
    const body = { ...thresholds, collectedAtOnceSeconds: 120 }
    expect((await call(app, 'setFindingThresholds', { token: admin, body })).status).toBe(200)
    await markAtOnce()
    await expect.poll(async () => (await findings()).length).toBe(2)
    expect((await findings())[0].figures.least).toBe(120)

    await page.getByRole('button', { name: 'Change key' }).click()
    await dialog(page).getByLabel('Reason').fill('The disk was lent out')
    expect(await axeViolations(page)).toEqual([])
    await dialog(page).getByRole('button', { name: 'Change key' }).click()
    await dialog(page).getByText('Key changed.').waitFor()
    const proof = await call(app, 'proof', { token: auditor })
    await dialog(page).getByText(proof.body.key).waitFor()
    expect(errors).toEqual([])
    await context.close()
  })
})
