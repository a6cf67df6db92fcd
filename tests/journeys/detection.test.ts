/** Tests waste detection in two windows: upload, boxes, correction, recycler's view. */
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createNoisePicture } from '#tests/fixtures/picture-files.ts'
import { call, SEEDED_IDENTIFIERS, signIn } from './api-client.ts'
import {
  axeViolations,
  axeViolationsIn,
  closeBrowserContexts,
  DESKTOP,
  SCREEN_VARIANTS,
  scrollThrough,
  startBrowser,
} from './browser.ts'
import { findLayoutFaults } from './layout-faults.ts'
import { type RunningApp, startWasteSense } from './running-app.ts'
import { openSignedInPage } from './signed-in.ts'

const browser: Browser | undefined = await startBrowser()

describe.skipIf(!browser)('the detection of waste', () => {
  let app: RunningApp
  let photo: { name: string; mimeType: string; buffer: Buffer }

  beforeAll(async () => {
    app = await startWasteSense()
    photo = { name: 'heap.jpg', mimeType: 'image/jpeg', buffer: await createNoisePicture(1_200, 900).jpeg().toBuffer() }
  })
  afterAll(async () => {
    await closeBrowserContexts(browser)
    await app?.clear()
  })

  const open = (who: string, path: string, look: Partial<(typeof SCREEN_VARIANTS)[number]> = {}) =>
    openSignedInPage(browser as Browser, app, who, { path, viewport: DESKTOP, ...look })
  const cardOf = async () => (await call(app, 'agreement', { token: await signIn(app, 'DISP001') })).body
  const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Image-based Waste Detection' })
  const boxes = (page: Page) => dialogOf(page).getByRole('button', { name: /^Box \d+:/ })

  async function analyse(page: Page, site: string, file = photo) {
    await page.getByRole('button', { name: 'Analyse a photo' }).click()
    const dialog = dialogOf(page)
    await dialog.getByLabel('Dumping site').selectOption({ label: site })
    await dialog.getByLabel('Photo to analyse').setInputFiles(file)
    await dialog.getByRole('button', { name: 'Analyse photo', exact: true }).click()
    await dialog.getByRole('button', { name: 'Correct the boxes' }).waitFor()
    return dialog
  }
  const frameOf = async (page: Page) => {
    const { x, y, width, height } = (await dialogOf(page)
      .getByRole('region', { name: 'Boxes on the photo' })
      .boundingBox()) ?? {
      x: 0,
      y: 0,
      width: 1,
      height: 1,
    }
    return { at: (across: number, down: number) => [x + width * across, y + height * down] as const }
  }

  it('leads from a photo to the recycler’s screen', async () => {
    const recycler = await open('REC001', '/recycler/dashboard')
    await recycler.page.getByRole('heading', { name: 'Recycling Analytics Dashboard' }).waitFor()
    const { page, errors } = await open('DISP001', '/dispatcher/dashboard')
    const dialog = await analyse(page, 'North Dumping Site')

    await dialog.getByRole('button', { name: 'Correct the boxes' }).click()
    for (let count = await boxes(page).count(); count > 0; count--) {
      await boxes(page).first().focus()
      await page.keyboard.press('Delete')
    }
    // By mouse: draw a box, then move it.
    const { at } = await frameOf(page)
    await page.mouse.move(...at(0.1, 0.1))
    await page.mouse.down()
    await page.mouse.move(...at(0.4, 0.5), { steps: 4 })
    await page.mouse.up()
    await expect.poll(() => boxes(page).count()).toBe(1)
    await page.mouse.move(...at(0.2, 0.3))
    await page.mouse.down()
    await page.mouse.move(...at(0.5, 0.3), { steps: 4 })
    await page.mouse.up()
    const left = () =>
      boxes(page)
        .first()
        .evaluate((box) => Math.round(Number.parseFloat((box as HTMLElement).style.left)))
    await expect.poll(left).toBe(40)
    // By keyboard: the key 3 selects glass, the third material.
    await boxes(page).first().focus()
    await page.keyboard.press('3')
    await dialog.getByRole('button', { name: /^Box 1: Glass/ }).waitFor()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Control+z')
    await dialog.getByRole('button', { name: 'Save correction' }).click()

    await dialog.getByRole('button', { name: 'Correct the boxes' }).waitFor()
    await dialog
      .getByRole('list', { name: /^Composition/ })
      .getByText('Glass')
      .waitFor()
    await dialog.getByText('100 %', { exact: true }).waitFor()
    await dialog.getByLabel('Total weight of the waste (kg)').fill('7')
    await dialog.getByRole('button', { name: 'Correct the boxes' }).click()
    await dialog.getByRole('button', { name: 'Add box' }).click()
    await expect.poll(() => boxes(page).count()).toBe(2)
    await dialog.getByRole('button', { name: 'Undo' }).click()
    // Escape asks for confirmation.
    // Closing the dialog would also discard fields that are already filled in.
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Keep editing' }).click()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    expect(await dialog.getByLabel('Total weight of the waste (kg)').inputValue()).toBe('7')
    await dialog.getByLabel('Total weight of the waste (kg)').fill('')
    await dialog.getByRole('button', { name: 'Update North Dumping Site' }).click()
    await dialog.getByText('Please enter the total weight of the waste (kg) before updating.').waitFor()
    await dialog.getByLabel('Total weight of the waste (kg)').fill('420.5')
    await dialog.getByRole('button', { name: 'Update North Dumping Site' }).click()
    await page.getByText('Waste composition and weight updated successfully! Delivery created.').waitFor()

    const north = recycler.page.getByRole('region', { name: 'North Dumping Site' })
    await north.getByRole('img', { name: 'Photo of the waste at North Dumping Site' }).waitFor()
    await north.getByText('Analysis Complete').waitFor()
    expect([...errors, ...recycler.errors]).toEqual([])
    await recycler.context.close()
  })

  it('shows an analysis that was begun before, and the same one for the same photo', async () => {
    const { page, context } = await open('DISP001', '/dispatcher/dashboard')
    const rows = page.getByRole('list', { name: 'Newest analyses' }).getByRole('button')
    await rows.first().waitFor()
    const before = await rows.count()
    await analyse(page, 'North Dumping Site')
    await page.keyboard.press('Escape')
    expect(await rows.count()).toBe(before)
    await rows.first().click()
    await dialogOf(page).getByText('corrected by a person').waitFor()
    await context.close()
  })

  it('says what is wrong with a file, and goes on', async () => {
    const { page, context } = await open('DISP001', '/dispatcher/dashboard')
    await page.getByRole('button', { name: 'Analyse a photo' }).click()
    const dialog = dialogOf(page)
    await dialog.getByRole('button', { name: 'Analyse photo', exact: true }).click()
    await dialog.getByText('Please select a dumping site.').waitFor()
    const file = dialog.getByLabel('Photo to analyse')
    await file.setInputFiles({ name: 'notes.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4') })
    await dialog.getByText('Please select an image file.').waitFor()
    await dialog.getByLabel('Dumping site').selectOption({ label: 'South Dumping Site' })
    await file.setInputFiles({ ...photo, buffer: photo.buffer.subarray(0, 2_000) })
    await dialog.getByRole('button', { name: 'Analyse photo', exact: true }).click()
    await dialog.getByText(/damaged or incomplete/).waitFor()
    await file.setInputFiles(photo)
    await dialog.getByRole('button', { name: 'Analyse photo', exact: true }).click()
    await dialog.getByRole('button', { name: 'Correct the boxes' }).waitFor()
    await context.close()
  })

  it('leads to the card of the detector, which has what people corrected', async () => {
    const { page, errors, context } = await open('DISP001', '/dispatcher/dashboard')
    await page.getByRole('list', { name: 'Newest analyses' }).getByRole('button').first().click()
    await dialogOf(page).getByRole('link', { name: 'waste-detector 2' }).click()
    await page.getByRole('heading', { name: 'Waste Detector', level: 1 }).waitFor()
    expect(page.url()).toBe(`${app.url}/dispatcher/models/waste-detector`)
    const panel = (name: string) => page.getByRole('region', { name, exact: true })
    await panel('How often people agree').getByText('Corrected: 1 of the newest 2 photos.').waitFor()
    const failures = panel('Largest corrections by people').getByRole('listitem')
    await expect.poll(() => failures.count()).toBe(1)
    await failures.getByRole('img', { name: 'As people corrected it: 1 Glass' }).waitFor()
    await panel('Learned from corrections').getByText('1 photo corrected since the last training.').waitFor()
    expect(await page.getByRole('button', { name: 'Train now' }).isDisabled()).toBe(true)
    await panel('Tested on').getByRole('row', { name: 'Plastic 126 86 68 % 60–76 %' }).waitFor()
    await panel('Tested on').getByRole('row', { name: 'Organic 0 – – None' }).waitFor()
    await panel('Not tested')
      .getByText(/^Kilograms:/)
      .waitFor()
    expect(errors).toEqual([])
    await context.close()
  })

  it.each(['REC001', 'ADMIN001', 'AUD001'])(
    'shows %s the card by its address, and what is missing of it',
    async (who) => {
      const { page, context } = await open(who, '/help')
      const { card: _, ...told } = await cardOf()
      const agreement = { ...told.agreement, corrected: 0 }
      let answer: object = { status: 500 }
      await page.route('**/api/models/waste-detector', (route) => route.fulfill(answer))
      await page.goto(`${app.url}/models/waste-detector`)
      await page.getByText('Failed to load the waste detector’s data').waitFor()
      answer = { json: { ...told, agreement, failures: [] } }
      await page.getByRole('button', { name: 'Retry' }).click()
      await page.getByText('No corrections yet').waitFor()
      await page.getByText('No information about this detector').waitFor()
      await page.getByText('No disagreements yet').waitFor()
      const learn = page.getByRole('button', { name: 'Train now' })
      expect(await learn.count()).toBe(who === 'ADMIN001' ? 1 : 0)
      expect(await axeViolations(page)).toEqual([])
      await page.unroute('**/api/models/waste-detector')
      await page.reload()
      await page.getByText('Known weaknesses').waitFor()
      expect(new URL(page.url()).pathname).toMatch(/^\/[a-z]+\/models\/waste-detector$/)
      await context.close()
    },
  )

  it('keeps the card from residents', async () => {
    const { page, context } = await open(SEEDED_IDENTIFIERS.resident, '/models/waste-detector')
    await page.getByRole('heading', { name: 'Page not found' }).waitFor()
    await context.close()
  })

  it('is whole and legible while its boxes are corrected', async () => {
    const { page, context } = await open('DISP001', '/dispatcher/dashboard')
    await page.getByRole('region', { name: 'Image-based Waste Detection' }).waitFor()
    await scrollThrough(page)
    // Select the newest analysis that found a box.
    await page.getByRole('list', { name: 'Newest analyses' }).getByRole('button', { name: /Glass/ }).click()
    await dialogOf(page).getByRole('button', { name: 'Correct the boxes' }).click()
    await boxes(page).first().focus()
    for (const look of SCREEN_VARIANTS) {
      expect(await axeViolationsIn(page, [look])).toEqual([])
      expect(await findLayoutFaults(page, '[role="dialog"]')).toEqual([])
    }
    await context.close()
  })
})
