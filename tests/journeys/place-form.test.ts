/**
 * Tests in a browser how residents set their bin's location.
 * They do it at sign-up and in the profile, also with a distant pin.
 */
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { call, signIn, signUp } from './api-client.ts'
import { axeViolationsIn, closeBrowserContexts, openWindow, PHONE, SCREEN_VARIANTS, startBrowser } from './browser.ts'
import { type RunningApp, startWasteSense } from './running-app.ts'
import { openSignedInPage } from './signed-in.ts'

const browser: Browser | undefined = await startBrowser()
const NEAR = { latitude: 5.6012, longitude: -0.2701 }
const IN_KUMASI = { latitude: 6.69, longitude: -1.62 }

describe.skipIf(!browser)('the place of a bin', () => {
  let app: RunningApp
  beforeAll(async () => {
    app = await startWasteSense()
  })
  afterAll(async () => {
    await closeBrowserContexts(browser)
    await app?.clear()
  })

  const placeOf = async (token: string) => (await call(app, 'ownBin', { token })).body.bin.place

  it('is an optional part of the sign-up, which clears its errors field by field', async () => {
    const { page, errors, context } = await openWindow(browser as Browser, PHONE)
    await context.grantPermissions(['geolocation'])
    await context.setGeolocation({ ...IN_KUMASI, accuracy: 20 })
    await page.goto(`${app.url}/auth/signup`)
    await page.getByRole('button', { name: 'Say where your bin is (optional)' }).click()
    await page.getByLabel('Full Name').fill('Abena Place')
    await page.getByLabel('Email Address').fill('abena.place@example.com')
    await page.getByLabel('Password', { exact: true }).fill(app.password)
    const [address, code] = [page.getByLabel('Digital address'), page.getByLabel('Plus Code')]
    await address.fill('GA-18')
    await code.fill('Accra')
    await page.getByLabel('Landmark').focus()
    await page.getByText('Enter a digital address such as GA-183-8164').waitFor()
    await page.getByText('Enter a Plus Code such as').waitFor()
    await address.fill('ga1838164')
    await page.getByText('Enter a digital address such as GA-183-8164').waitFor({ state: 'detached' })
    expect(await page.getByText('Enter a Plus Code such as').count()).toBe(1)
    await code.fill('')
    await page.getByRole('button', { name: 'Use my location' }).click()
    await page.getByText('Pin at 6.69000, -1.62000').waitFor()
    await page.getByRole('button', { name: 'Create Account' }).click()
    await page.getByText('outside Ablekuma North. Is it right?').waitFor()
    expect(await address.inputValue()).toBe('GA-183-8164')
    expect(await axeViolationsIn(page, SCREEN_VARIANTS)).toEqual([])
    await page.getByRole('button', { name: 'Yes, the place is right' }).click()
    await page.waitForURL('**/resident/dashboard')
    const token = await signIn(app, 'abena.place@example.com')
    await expect
      .poll(() => placeOf(token))
      .toEqual({ digitalAddress: 'GA-183-8164', lat: IN_KUMASI.latitude, lng: IN_KUMASI.longitude })
    expect(errors).toEqual([])
    await context.close()
  })

  it('is said, changed, removed and restored in the profile', async () => {
    const { token, email, password } = await signUp(app)
    const { page, errors, context } = await openSignedInPage(browser as Browser, app, email, {
      ...{ path: '/resident/profile', viewport: PHONE, password, drawsMap: true },
    })
    await context.grantPermissions(['geolocation'])
    await context.setGeolocation({ ...NEAR, accuracy: 150 })
    const panel = page.getByRole('region', { name: 'Where your bin is' })
    await panel.getByRole('button', { name: 'Add' }).click()
    expect(await panel.getByRole('button', { name: 'Save place' }).isDisabled()).toBe(true)
    await panel.getByRole('button', { name: 'Use my location' }).click()
    await panel.getByText('Pin at 5.60120, -0.27010').waitFor()
    await panel.getByText(/The location from your phone is only accurate to 150.m/).waitFor()
    await panel.getByLabel('Landmark').fill('Beside the well')
    expect(await axeViolationsIn(page, SCREEN_VARIANTS)).toEqual([])
    await panel.getByRole('button', { name: 'Save place' }).click()
    await panel.getByText('Beside the well').waitFor()
    await expect.poll(() => placeOf(token)).toEqual({ landmark: 'Beside the well', lat: 5.6012, lng: -0.2701 })
    expect(await axeViolationsIn(page, SCREEN_VARIANTS)).toEqual([])

    // Arrow keys move the map under the centred pin.
    await panel.getByRole('button', { name: 'Change' }).click()
    const map = panel.getByRole('region', { name: 'Map with the place of your bin' })
    await map.focus()
    await page.keyboard.press('ArrowUp')
    await panel.getByText('Pin at 5.60120, -0.27010').waitFor({ state: 'detached' })
    await panel.getByRole('button', { name: 'Remove the pin' }).click()
    await panel.getByRole('button', { name: 'Save place' }).click()
    await expect.poll(() => placeOf(token)).toEqual({ landmark: 'Beside the well' })

    await panel.getByRole('button', { name: 'Remove the place' }).click()
    await panel.getByText('Say where your bin is').waitFor()
    await expect.poll(() => placeOf(token)).toBeUndefined()
    await page.getByRole('button', { name: 'Undo' }).click()
    await panel.getByText('Beside the well').waitFor()
    await expect.poll(() => placeOf(token)).toEqual({ landmark: 'Beside the well' })
    expect(errors).toEqual([])
    await context.close()
  })
})
