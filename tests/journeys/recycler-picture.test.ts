/** Tests a site's picture on the recycler's dashboard: live, enlarged, saved. */
import { readFileSync } from 'node:fs'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '#tests/fixtures/eventually.ts'
import * as files from '#tests/fixtures/picture-files.ts'
import { call, signIn } from './api-client.ts'
import { closeBrowserContexts, startBrowser } from './browser.ts'
import { type RunningApp, startWasteSense } from './running-app.ts'
import { openSignedInPage } from './signed-in.ts'

const browser: Browser | undefined = await startBrowser()
const SITE = 'North Dumping Site'
const [BEFORE, AFTER] = [await files.jpeg(800, 600), await files.jpeg(1_600, 1_200)]

describe.skipIf(!browser)('a site’s picture on the recycler’s dashboard', () => {
  let app: RunningApp
  let dispatcher: string
  let page: Page
  let errors: string[]

  beforeAll(async () => {
    app = await startWasteSense()
    dispatcher = await signIn(app, 'DISP001')
    const opened = await openSignedInPage(browser as Browser, app, 'REC001', { path: '/recycler/dashboard' })
    page = opened.page
    errors = opened.errors
  })
  afterAll(async () => {
    await closeBrowserContexts(browser)
    await app?.clear()
  })

  const card = () => page.getByRole('region', { name: SITE, exact: true })
  const image = () => card().getByRole('img', { name: `Photo of the waste at ${SITE}` })
  const zoom = () => card().getByRole('button', { name: `Zoom: ${SITE}` })
  const source = () => image().getAttribute('src')

  async function update(picture: Buffer) {
    const body = { plastic: 40, paper: 60, currentCapacity: 300, annotated_image: picture.toString('base64') }
    const { status, text } = await call(app, 'updateComposition', { token: dispatcher, id: 'WS001', body })
    expect(status, text).toBe(200)
  }

  it('comes when a dispatcher has updated the composition with it, and gives way to the next', async () => {
    await card().getByText('750 of 1,000 t').waitFor()
    expect(await card().getByText('AI Visual Analysis').count()).toBe(0)
    await page.evaluate(() => Object.assign(window, { isTheSamePage: true }))
    await update(BEFORE)
    await card().getByText('300 of 1,000 t').waitFor()
    await eventually(() => card().getByText('Analysis Complete').scrollIntoViewIfNeeded())
    await image().waitFor()
    const first = await source()
    await update(AFTER)
    await expect.poll(source).not.toBe(first)
    expect(await page.evaluate(() => 'isTheSamePage' in window)).toBe(true)
  })

  it('fills the screen: nothing behind it scrolls or has the focus, and Escape gives the button back', async () => {
    await zoom().press('Enter')
    const viewer = page.getByRole('dialog', { name: `Image Zoom: ${SITE}` })
    await viewer.getByText('Press ESC to close.', { exact: false }).waitFor()
    await viewer.getByRole('img', { name: `Photo of the waste at ${SITE}` }).waitFor()
    const overflow = () => page.evaluate(() => getComputedStyle(document.body).overflow)
    expect(await overflow()).toBe('hidden')
    for (let press = 0; press < 12; press++) {
      await page.keyboard.press(press < 6 ? 'Tab' : 'Shift+Tab')
      const isInside = await viewer.evaluate((dialog) => dialog.contains(document.activeElement))
      expect(isInside, `press ${press}`).toBe(true)
    }
    await page.keyboard.press('Escape')
    await viewer.waitFor({ state: 'detached' })
    expect(await overflow()).not.toBe('hidden')
    await expect.poll(() => zoom().evaluate((button) => button === document.activeElement)).toBe(true)
  })

  it('is kept under the site’s name and the day, and a toast says so', async () => {
    const downloading = page.waitForEvent('download')
    await card()
      .getByRole('button', { name: `Download: ${SITE}` })
      .click()
    const download = await downloading
    const today = new Date().toISOString().slice(0, 10)
    expect(download.suggestedFilename()).toBe(`waste-analysis-north-dumping-site-${today}.jpg`)
    expect(
      readFileSync(await download.path())
        .subarray(0, 2)
        .toString('hex'),
    ).toBe('ffd8')
    const toast = page.getByRole('status').filter({ hasText: 'Download completed!' })
    await toast.waitFor()
    await toast.waitFor({ state: 'detached' })
    expect(errors).toEqual([])
  })
})
