/** Tests pictures in Chromium under the server's security policy: shown, enlarged, saved. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import react from '@vitejs/plugin-react'
import type { Browser, Page } from 'playwright-core'
import { build } from 'vite'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createNoisePicture } from '#tests/fixtures/picture-files.ts'
import { translationPlugins } from '../../web/translate-build.ts'
import { sendPicture, signIn } from './api-client.ts'
import { axeViolations, closeBrowserContexts, DESKTOP, openWindow, startBrowser } from './browser.ts'
import { type RunningApp, startWasteSense } from './running-app.ts'

const browser: Browser | undefined = await startBrowser()
const PAGE = '/picture-page/'

describe.skipIf(!browser)('a picture', () => {
  let app: RunningApp
  let token: string
  let url: string
  const built = mkdtempSync(path.join(tmpdir(), 'picture-page-'))
  const closing: (() => Promise<unknown>)[] = []

  beforeAll(async () => {
    const root = path.join(import.meta.dirname, 'picture-page')
    const out = { outDir: built, emptyOutDir: true, assetsInlineLimit: 0 }
    await build({
      configFile: false,
      root,
      base: PAGE,
      plugins: [translationPlugins(), react()],
      logLevel: 'error',
      build: out,
    })
    app = await startWasteSense()
    token = await signIn(app, 'REC001')
    url = (await sendPicture(app, token, await createNoisePicture(1_600, 1_200).jpeg().toBuffer())).body.url
  })
  afterEach(async () => {
    for (const close of closing.splice(0)) await close()
  })
  afterAll(async () => {
    rmSync(built, { recursive: true })
    await closeBrowserContexts(browser)
    await app?.clear()
  })

  /** Opens the test page as if WasteSense served it. */
  async function open({ hasTouch = false, arrange = async (_: Page): Promise<unknown> => undefined } = {}) {
    const { page, errors, context } = await openWindow(browser as Browser, DESKTOP, 'dark', { hasTouch })
    closing.push(() => context.close())
    const csp = (await fetch(`${app.url}/api/docs`)).headers.get('Content-Security-Policy') ?? ''
    expect(csp).toContain('blob:')
    await page.route(`${app.url}${PAGE}**`, (route) => {
      const name = new URL(route.request().url()).pathname.slice(PAGE.length) || 'index.html'
      const type = { html: 'text/html', js: 'text/javascript', css: 'text/css' }[name.split('.').at(-1) ?? '']
      const headers = { 'Content-Security-Policy': csp, 'Content-Type': type ?? 'application/octet-stream' }
      return route.fulfill({ headers, body: readFileSync(path.join(built, name)) })
    })
    await arrange(page)
    await page.goto(`${app.url}${PAGE}?${new URLSearchParams({ token, url })}`)
    return { page, errors, image: page.getByRole('img', { name: 'What lies there' }) }
  }
  const zoomed = (page: Page) =>
    page
      .getByRole('dialog')
      .getByRole('img', { name: 'What lies there' })
      .evaluate((image) => new DOMMatrix(getComputedStyle(image).transform).a)

  it('is fetched with the token, as wide as its place, and let go when nobody shows it', async () => {
    const asked: string[] = []
    const { page, image, errors } = await open({
      arrange: async (page) => void page.on('request', (request) => asked.push(request.url())),
    })
    await image.waitFor()
    expect(await image.evaluate((one) => (one as HTMLImageElement).naturalWidth)).toBe(320)
    expect(asked.filter((one) => one.includes('/pictures/'))).toEqual([`${app.url}${url}?width=320`])
    const src = (await image.getAttribute('src')) ?? ''
    expect(src).toMatch(/^blob:/)
    await page.getByRole('button', { name: 'Toggle' }).click()
    await image.waitFor({ state: 'detached' })
    const isThere = () =>
      page.evaluate((at) => {
        const again = Object.assign(new Image(), { src: at })
        return again.decode().then(
          () => true,
          () => false,
        )
      }, src)
    await expect.poll(isThere).toBe(false)
    expect(errors).toEqual([])
  })

  it('keeps its place while it comes, says when it does not, and comes with Retry', async () => {
    let isAway = true
    const { page, image } = await open({
      arrange: (page) => page.route('**/api/auth/pictures/**', (route) => (isAway ? route.abort() : route.continue())),
    })
    const alert = page.getByRole('alert')
    await alert.getByText('This picture could not be loaded.').waitFor()
    const before = await alert.boundingBox()
    expect([before?.width, before?.height]).toEqual([300, 225])
    isAway = false
    await alert.getByRole('button', { name: 'Retry' }).click()
    await image.waitFor()
    const { width, height } = (await image.boundingBox()) ?? {}
    expect([width, height]).toEqual([300, 225])
  })

  it('has its buttons under a pointer and with the focus; without a pointer always', async () => {
    const { page, image } = await open()
    await image.waitFor()
    const opacity = (of: Page) =>
      of.getByRole('button', { name: 'Zoom' }).evaluate((one) => getComputedStyle(one.parentElement as Element).opacity)
    await page.mouse.move(600, 600)
    expect(await opacity(page)).toBe('0')
    await image.hover()
    await expect.poll(() => opacity(page)).toBe('1')
    await page.mouse.move(600, 600)
    await expect.poll(() => opacity(page)).toBe('0')
    await page.getByRole('button', { name: 'Zoom' }).focus()
    await expect.poll(() => opacity(page)).toBe('1')
    await page.mouse.move(600, 600)
    await page.getByRole('button', { name: 'Toggle' }).focus()
    await expect.poll(() => opacity(page)).toBe('0')
    const phone = await open({ hasTouch: true })
    await phone.image.waitFor()
    expect(await opacity(phone.page)).toBe('1')
  })

  it('fills the screen: enlarged by wheel, keys and buttons, dragged, and given back as it was', async () => {
    const { page, image, errors } = await open()
    await image.waitFor()
    const opener = page.getByRole('button', { name: 'Zoom', exact: true })
    await opener.focus()
    await opener.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Image Zoom' })
    await dialog.getByText('As it was analysed').waitFor()
    const large = dialog.getByRole('img', { name: 'What lies there' })
    await large.waitFor()
    expect(await large.evaluate((one) => (one as HTMLImageElement).naturalWidth)).toBe(1_600)
    expect((await dialog.boundingBox())?.width).toBe(DESKTOP.width)
    expect(await page.evaluate(() => getComputedStyle(document.body).overflow)).toBe('hidden')

    await page.keyboard.press('+')
    await expect.poll(() => zoomed(page)).toBeCloseTo(1.5)
    await page.keyboard.press('-')
    await expect.poll(() => zoomed(page)).toBeCloseTo(1)
    await page.mouse.move(700, 400)
    await page.mouse.wheel(0, -400)
    await expect.poll(() => zoomed(page)).toBeCloseTo(2)
    const before = await large.boundingBox()
    await page.mouse.down()
    await page.mouse.move(760, 430)
    await page.mouse.up()
    await expect.poll(async () => ((await large.boundingBox())?.x ?? 0) - (before?.x ?? 0)).toBeCloseTo(60)
    await page.keyboard.press('0')
    await expect.poll(() => zoomed(page)).toBe(1)
    await dialog.getByRole('button', { name: 'Zoom in' }).click()
    await expect.poll(() => zoomed(page)).toBeCloseTo(1.5)

    // The focus moves into the dialog shortly after it opens.
    await expect.poll(() => dialog.evaluate((one) => one.contains(document.activeElement))).toBe(true)
    for (let presses = 0; presses < 8; presses++) {
      await page.keyboard.press('Tab')
      expect(await dialog.evaluate((one) => one.contains(document.activeElement))).toBe(true)
    }
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(() => opener.evaluate((one) => one === document.activeElement)).toBe(true)
    expect(await page.evaluate(() => getComputedStyle(document.body).overflow)).not.toBe('hidden')
    expect(errors).toEqual([])
  })

  it('has nothing to complain of, for axe', async () => {
    const { page, image } = await open()
    await image.hover()
    expect(await axeViolations(page)).toEqual([])
    await page.getByRole('button', { name: 'Zoom', exact: true }).click()
    await page.getByRole('dialog').getByRole('img', { name: 'What lies there' }).waitFor()
    expect(await axeViolations(page)).toEqual([])
  })

  it('is enlarged by two fingers', async () => {
    const { page, image } = await open()
    await image.hover()
    await page.getByRole('button', { name: 'Zoom', exact: true }).click()
    await page.getByRole('dialog').getByRole('img', { name: 'What lies there' }).waitFor()
    const touch = await page.context().newCDPSession(page)
    const fingers = (type: 'touchStart' | 'touchMove' | 'touchEnd', apart?: number) =>
      touch.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: apart ? [-1, 1].map((side, id) => ({ x: 700 + (side * apart) / 2, y: 400, id })) : [],
      })
    await fingers('touchStart', 100)
    await fingers('touchMove', 150)
    await fingers('touchMove', 300)
    await fingers('touchEnd')
    await expect.poll(() => zoomed(page)).toBeCloseTo(3)
  })

  it('is kept as a file under the name it is given; the words go after three seconds', async () => {
    const { page, image } = await open()
    await image.hover()
    const button = page.getByRole('button', { name: 'Download' })
    const downloading = page.waitForEvent('download')
    await button.click()
    const download = await downloading
    expect(download.suggestedFilename()).toBe('waste-analysis-north-2026-03-04.jpg')
    expect(
      readFileSync(await download.path())
        .subarray(0, 3)
        .toString('hex'),
    ).toBe('ffd8ff')
    const note = page.getByRole('note')
    await note.getByText('Download completed!').waitFor()
    const toast = page.getByRole('status').filter({ hasText: 'Download completed!' })
    const { x = 0, y = 0 } = (await toast.boundingBox()) ?? {}
    expect(x).toBeGreaterThan(DESKTOP.width / 2)
    expect(y).toBeGreaterThan(DESKTOP.height / 2)
    await expect.poll(() => note.textContent()).toBe('')
    await toast.waitFor({ state: 'detached' })
  })

  it('says that it prepares, disables the button, and says when it failed', async () => {
    const held = Promise.withResolvers<void>()
    const { page, image } = await open({
      arrange: (page) =>
        page.route(`${app.url}${url}`, async (route) => {
          await held.promise
          await route.abort()
        }),
    })
    await image.hover()
    const button = page.getByRole('button', { name: 'Download' })
    await button.click()
    await page.getByRole('note').getByText('Preparing download...').waitFor()
    expect(await button.isDisabled()).toBe(true)
    held.resolve()
    await page.getByRole('note').getByText('Download failed. Please try again.').waitFor()
    await page.getByRole('alert').getByText('Download failed. Please try again.').waitFor()
    expect(await button.isDisabled()).toBe(false)
  })
})
