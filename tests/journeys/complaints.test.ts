/**
 * Tests a complaint: an auditor finds a report by its resident's reference.
 * The resident then sees that their data was looked up.
 */
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MAX_LOOK_UPS_PER_HOUR } from '#contract/audit/kinds.ts'
import { referenceOf } from '#domain/reference.ts'
import { eventually } from '#tests/fixtures/eventually.ts'
import { call, signIn, signUp } from './api-client.ts'
import { axeViolationsIn, closeBrowserContexts, PHONE, SCREEN_VARIANTS, startBrowser } from './browser.ts'
import { findLayoutFaults } from './layout-faults.ts'
import { type RunningApp, startWasteSense } from './running-app.ts'
import { openSignedInPage } from './signed-in.ts'

const browser: Browser | undefined = await startBrowser()
let app: RunningApp
beforeAll(async () => {
  app = await startWasteSense()
})
afterAll(async () => {
  await closeBrowserContexts(browser)
  await app?.clear()
})

async function report() {
  const person = await signUp(app)
  const { body } = await call(app, 'reportBinFull', { token: person.token, body: { description: 'A secret of mine' } })
  return { ...person, reportId: body.report.id as string }
}

describe.skipIf(!browser)('a complaint', () => {
  const open = (who: string, path: string, viewport?: typeof PHONE) =>
    openSignedInPage(browser as Browser, app, who, { path, ...(viewport && { viewport }) })
  const drawn = (page: Page) => page.getByText(/^R-[A-Z0-9]{4}-[A-Z0-9]{4}$/)

  it('starts from the reference that the resident sees', async () => {
    const token = await signIn(app, 'resident.ablekuma@test.com')
    const made = await call(app, 'reportBinFull', { token, body: {} })
    expect(made.status, made.text).toBe(201)
    const id = made.body.report.id as string
    const resident = await open('resident.ablekuma@test.com', '/resident/reports', PHONE)
    await resident.page.getByText(referenceOf('report', id), { exact: true }).waitFor()
    const reference = (await drawn(resident.page).first().textContent()) ?? ''
    expect(reference).toBe(referenceOf('report', id))
    await resident.context.close()

    const { page, errors, context } = await open('AUD001', '/auditor/history')
    await page.getByRole('link', { name: 'Start from a complaint' }).click()
    await page.getByRole('textbox', { name: 'Reference' }).fill('nonsense')
    await page.getByRole('button', { name: 'Find' }).click()
    await page.getByText('Enter a reference such as R-4K7M-9XPC').waitFor()
    await page.getByRole('textbox', { name: 'Reference' }).fill('r cccc cccc')
    await page.getByRole('button', { name: 'Find' }).click()
    await page.getByText(/^No report or delivery has this reference\./).waitFor()
    // Type the reference as heard on the phone: lower case, no hyphens.
    await page.getByRole('textbox', { name: 'Reference' }).fill(reference.toLowerCase().replaceAll('-', ' '))
    await page.getByRole('button', { name: 'Find' }).click()
    const found = page.getByRole('list', { name: 'Found by reference' })
    await found.getByText(reference).waitFor()
    await found.getByRole('link', { name: /^Report \d+ of Resident / }).click()
    await page.locator('[data-event]').first().waitFor()
    expect(new URL(page.url()).searchParams.get('thing')).toBe(`report:${id}`)
    // The auditor's history filter also accepts a report's reference.
    await page.goto(`${app.url}/auditor/history?thing=${reference}`)
    await page.locator('[data-event]').first().waitFor()
    expect(errors).toEqual([])
    await context.close()
  })

  it('starts from a name, with a reason that the person reads', async () => {
    const person = await report()
    const { page, errors, context } = await open('AUD001', '/auditor/complaints')
    const panel = page.getByRole('region', { name: 'By name or email' })
    await panel.getByLabel('Name or email').fill(person.email)
    await panel.getByRole('button', { name: 'Look up' }).click()
    await panel.getByText('Reason is required').waitFor()
    const reason = 'Complaint of Tuesday about bin 12'
    await panel.getByLabel('Reason').fill(reason)
    await panel.getByRole('button', { name: 'Look up' }).click()
    const found = panel.getByRole('list', { name: 'Found by name or email' })
    await found.getByRole('link', { name: /^Resident [0-9A-F]{8}$/ }).waitFor()
    expect(await found.textContent()).not.toContain(person.name)
    for (const look of SCREEN_VARIANTS) {
      expect(await axeViolationsIn(page, [look])).toEqual([])
      expect(await findLayoutFaults(page)).toEqual([])
    }
    await found.getByRole('link').click()
    await page.getByText(/looked up Resident [0-9A-F]{8} by email/).waitFor()
    expect(await page.locator('main').textContent()).not.toContain(reason)
    expect(errors).toEqual([])
    await context.close()

    const own = await openSignedInPage(browser as Browser, app, person.email, {
      path: '/resident/profile',
      viewport: PHONE,
      password: person.password,
    })
    await own.page.getByText(reason).waitFor()
    await own.page.getByText(/Searched for you by email/).waitFor()
    await own.context.close()
  })
})

describe('a look-up', () => {
  const ask = async (identifier: string, body: object) =>
    call(app, 'lookUpPeople', { token: await signIn(app, identifier), body })

  it('finds whole words of names, records what it finds, and names nobody', async () => {
    const [one, other] = [await report(), await report()]
    const words = one.name.split(' ').reverse().join('  ').toUpperCase()
    const found = await ask('AUD001', { who: words, reason: 'Who is it' })
    expect(found.status, found.text).toBe(200)
    expect(found.body.people).toMatchObject([{ id: one.id, role: 'resident', zone: 'Ablekuma North' }])
    expect(found.text).not.toContain(one.name)
    const part = await ask('AUD001', { who: one.name.replace('Person', 'Perso'), reason: 'Who is it' })
    expect(part.body.people).toEqual([])
    await eventually(async () => {
      const { body } = await call(app, 'ownAccesses', { token: one.token })
      expect(body.accesses).toMatchObject([{ reason: 'Who is it', looked_up_by: 'name' }])
    })
    expect((await call(app, 'ownAccesses', { token: other.token })).body.accesses).toEqual([])
  })

  it('is the auditors’ alone, and needs a reason', async () => {
    for (const identifier of ['DISP001', 'ADMIN001', 'REC001', 'resident.ablekuma@test.com']) {
      expect((await ask(identifier, { who: 'a@example.com', reason: 'Why' })).status).toBe(403)
      const token = await signIn(app, identifier)
      expect((await call(app, 'lookUpReference', { token, query: 'reference=R-CCCC-CCCC' })).status).toBe(403)
    }
    for (const body of [
      { who: 'a@example.com' },
      { who: 'a@example.com', reason: ' ' },
      { reason: 'Why' },
      { who: '´', reason: 'Why' },
    ])
      expect((await ask('AUD001', body)).status).toBe(400)
  })

  it('is refused after too many within an hour', async () => {
    const token = await signIn(app, 'AUD001')
    const again = () => call(app, 'lookUpPeople', { token, body: { who: 'nobody@example.com', reason: 'Why' } })
    for (let n = 0; n < MAX_LOOK_UPS_PER_HOUR; n++) await again()
    const refused = await again()
    expect(refused.status).toBe(429)
    expect(refused.body.message).toContain(`${MAX_LOOK_UPS_PER_HOUR} times within an hour`)
  })
})
