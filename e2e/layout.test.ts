/** Every screen of every role holds what is on it, however long the names: at the widths of phones, tablets and desks. */
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Role } from '#rules/city.ts'
import { openWindow, seeAll, startBrowser } from './browser.ts'
import { fillWithLongNames, LONG_NAMED as PEOPLE } from './city-of-long-names.ts'
import { layoutFaults } from './measured.ts'
import { type RunningApp, startWasteSense } from './running.ts'
import { openSignedIn } from './signed-in.ts'

const browser: Browser | undefined = await startBrowser()
const SOON = { timeout: 15_000 }
const SIZES = [
  { width: 360, height: 740 },
  { width: 390, height: 844 },
  { width: 1024, height: 768 },
  { width: 1280, height: 720 },
  { width: 1440, height: 900 },
  { width: 1920, height: 1080 },
]
const SCREENS: Record<Role, readonly string[]> = {
  resident: ['dashboard', 'reports', 'schedule', 'profile'],
  dispatcher: ['dashboard', 'routes', 'analytics', 'profile'],
  recycler: ['dashboard', 'statement', 'insights', 'profile', 'notifications', 'sites/WS001', 'forecasting'],
  admin: ['dashboard', 'dashboard?tab=users', 'dashboard?tab=reports', 'dashboard?tab=sites', 'users', 'profile'],
  auditor: ['dashboard', 'profile'],
}
const PUBLIC = [
  '/',
  '/login',
  '/auth/signup',
  '/forgot-password',
  '/reset-password?token=x',
  '/account-deleted',
  '/help',
  '/contact',
  '/privacy',
  '/terms',
  '/nowhere',
]
/** A button that opens a dialog, by the screen that it is on. */
const DIALOGS: readonly (readonly [Role, string, RegExp])[] = [
  ['dispatcher', 'dashboard', /^Add Route/],
  ['dispatcher', 'dashboard', /^Settings$/],
  ['dispatcher', 'dashboard', /^Mark All Collected$/],
  ['dispatcher', 'dashboard', /^Update Composition$/],
  ['dispatcher', 'dashboard', /^Add Vehicle$/],
  ['dispatcher', 'dashboard', /^Edit LONG-VEHICLE/],
  ['dispatcher', 'dashboard', /^Refuel LONG-VEHICLE/],
  ['dispatcher', 'dashboard', /^Your notifications/],
  ['dispatcher', 'routes', /^View Details/],
  ['dispatcher', 'routes', /^(Cancel|Stop) Route/],
  ['dispatcher', 'routes', /^Edit Route/],
  ['admin', 'users', /^Create staff$/],
  ['admin', 'users', /^Edit Wolfe/],
  ['admin', 'users', /^Delete Wolfe/],
  ['resident', 'profile', /^Delete Account$/],
]

describe.skipIf(!browser)('the layout', () => {
  let app: RunningApp
  beforeAll(async () => {
    app = await startWasteSense()
    await fillWithLongNames(app)
  }, 120_000)
  afterAll(async () => {
    await browser?.close()
    await app?.kill('SIGTERM')
  })

  /** What is wrong at each size, by the size. */
  async function faultsOf(page: Page): Promise<Record<string, string[]>> {
    const faults: Record<string, string[]> = {}
    for (const size of SIZES) {
      await page.setViewportSize(size)
      await seeAll(page)
      const found = await layoutFaults(page)
      if (found.length > 0) faults[`${size.width}×${size.height}`] = found
    }
    return faults
  }

  const screens = Object.entries(SCREENS).flatMap(([role, paths]) => paths.map((path) => [role as Role, path] as const))
  it.each(screens)('of the %s’s %s', async (role, path) => {
    const { page, context } = await openSignedIn(browser as Browser, app, PEOPLE[role], { path: `/${role}/${path}` })
    await page.locator('main h1').waitFor(SOON)
    await page
      .locator('.mantine-Skeleton-root')
      .first()
      .waitFor({ state: 'hidden', ...SOON })
    expect(await faultsOf(page)).toEqual({})
    await context.close()
  })

  it.each(PUBLIC)('of %s', async (path) => {
    const { page, context } = await openWindow(browser as Browser, { width: 390, height: 844 })
    await page.goto(app.url + path)
    await page.locator('h1').first().waitFor(SOON)
    await page
      .locator('.mantine-Skeleton-root')
      .first()
      .waitFor({ state: 'hidden', ...SOON })
    expect(await faultsOf(page)).toEqual({})
    await context.close()
  })

  it.each(DIALOGS)('of what opens on the %s’s %s by %s', async (role, path, name) => {
    const { page, context } = await openSignedIn(browser as Browser, app, PEOPLE[role], { path: `/${role}/${path}` })
    await page.locator('main h1').waitFor(SOON)
    await seeAll(page)
    await page.getByRole('button', { name }).first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button').first().waitFor(SOON)
    await page
      .locator('.mantine-Skeleton-root')
      .first()
      .waitFor({ state: 'hidden', ...SOON })
    const faults: Record<string, string[]> = {}
    for (const size of SIZES) {
      await page.setViewportSize(size)
      await seeAll(page)
      const found = await layoutFaults(page, '[role=dialog]')
      if (found.length > 0) faults[size.width] = found
    }
    expect(faults).toEqual({})
    await context.close()
  })
})
