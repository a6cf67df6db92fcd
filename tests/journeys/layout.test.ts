/**
 * Tests every screen of every role: layout at all widths with long names,
 * in a language whose texts are 40 % longer than the English ones.
 * Gold marks only the next best action, and axe finds nothing in either theme.
 */
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PSEUDO_LOCALE } from '#contract/languages/locales.ts'
import { pseudoMessage } from '#contract/languages/pseudo.ts'
import type { Role } from '#domain/city.ts'
import {
  axeViolationsIn,
  closeWindows,
  DESKTOP,
  LOOKS,
  openWindow,
  PHONE,
  scrollThrough,
  startBrowser,
} from './browser.ts'
import { fillWithLongNames, LONG_NAME_ACCOUNTS, LONG_NAME_SERVED } from './city-of-long-names.ts'
import { goldFaults, layoutFaults } from './layout-faults.ts'
import { type RunningApp, startWasteSense } from './running-app.ts'
import { openSignedIn } from './signed-in.ts'

const browser: Browser | undefined = await startBrowser()
/** The narrowest size of each layout: phone, tablet, laptop, desktop. */
const SIZES = [
  { width: 360, height: 740 },
  { width: 1024, height: 768 },
  { width: 1280, height: 720 },
  { width: 1440, height: 900 },
]
/** One person per role, and a resident with a collected bin. */
const PEOPLE = { ...LONG_NAME_ACCOUNTS, served: LONG_NAME_SERVED }
type Person = keyof typeof PEOPLE
const roleOf = (person: Person): Role => (person === 'served' ? 'resident' : person)
const SCREENS: Record<Person, readonly string[]> = {
  served: ['dashboard'],
  resident: ['dashboard', 'reports', 'schedule', 'profile', 'profile?tab=settings', 'profile?tab=security'],
  dispatcher: [
    'dashboard',
    'routes',
    'analytics?period=90',
    'profile',
    'profile?tab=settings',
    'models/waste-detector',
  ],
  recycler: [
    'dashboard',
    'statement',
    'insights',
    'profile',
    'profile?tab=settings',
    'notifications',
    'sites/WS001',
    'forecasting',
  ],
  admin: [
    'dashboard',
    'dashboard?tab=users',
    'dashboard?tab=reports',
    'dashboard?tab=sites',
    'dashboard?tab=security',
    'dashboard?tab=operations',
    'users',
    'audit',
    'profile',
    'profile?tab=security',
  ],
  auditor: [
    'history',
    'history?event=1',
    'replay?at=20',
    'replay?at=20&with=10',
    'replay/recycler/dashboard?at=20',
    'findings',
    'complaints',
    'proof',
    'profile',
  ],
}
const PUBLIC = [
  '/',
  '/demo',
  '/login',
  '/auth/signup',
  '/forgot-password',
  '/reset-password',
  '/reset-password?token=x',
  '/account-deleted',
  '/help',
  '/contact',
  '/privacy',
  '/terms',
  '/nowhere',
]
/** Returns the start of a name in the language of these tests. */
function inTestLanguage(texts: TemplateStringsArray, value = ''): string {
  const [open, before, after] = pseudoMessage([texts[0] ?? '', texts[1] ?? '']).map(String)
  return `${open}${before}${value}${after}`
}

/** Buttons that open dialogs, with their screens. */
const DIALOGS: readonly (readonly [Person, string, string])[] = [
  ['dispatcher', 'dashboard', inTestLanguage`Add Route`],
  ['dispatcher', 'dashboard', inTestLanguage`Settings`],
  ['dispatcher', 'dashboard', inTestLanguage`Mark All Collected`],
  ['dispatcher', 'dashboard', inTestLanguage`Update Composition`],
  ['dispatcher', 'dashboard', inTestLanguage`Add Vehicle`],
  ['dispatcher', 'dashboard', inTestLanguage`Edit ${'LONG-VEHICLE'}`],
  ['dispatcher', 'dashboard', inTestLanguage`Refuel ${'LONG-VEHICLE'}`],
  ['dispatcher', 'dashboard', inTestLanguage`Your notifications`],
  ['dispatcher', 'dashboard', inTestLanguage`Analyse a photo`],
  ['dispatcher', 'routes', inTestLanguage`View Details`],
  ['dispatcher', 'routes', inTestLanguage`Stop Route`],
  ['dispatcher', 'routes', inTestLanguage`Edit Route`],
  ['recycler', 'sites/WS001', inTestLanguage`Weigh`],
  ['recycler', 'sites/WS001', inTestLanguage`Dispute composition`],
  ['admin', 'users', inTestLanguage`Create staff`],
  ['admin', 'users', inTestLanguage`Edit ${'Wolfe'}`],
  ['admin', 'users', inTestLanguage`Delete ${'Wolfe'}`],
  ['admin', 'audit', inTestLanguage`Change key`],
  ['admin', 'profile?tab=security', inTestLanguage`Set up`],
  ['auditor', 'findings', inTestLanguage`Explain`],
  ['resident', 'dashboard', inTestLanguage`Your notifications`],
  ['resident', 'profile', inTestLanguage`Delete Account`],
  ['served', 'dashboard', inTestLanguage`Report Now`],
  ['served', 'dashboard', inTestLanguage`This was not collected`],
]

describe.skipIf(!browser)('the layout', () => {
  let app: RunningApp
  beforeAll(async () => {
    app = await startWasteSense()
    await fillWithLongNames(app)
  })
  afterAll(async () => {
    await closeWindows(browser)
    await app?.clear()
  })

  /** Returns faults of layout by size, of gold, and of accessibility. */
  async function faultsOf(page: Page, part?: string): Promise<Record<string, string[]>> {
    const faults: Record<string, string[]> = {}
    for (const size of SIZES) {
      await page.setViewportSize(size)
      await settled(page)
      const found = await layoutFaults(page, part)
      if (found.length > 0) faults[`${size.width}×${size.height}`] = found
    }
    const found = { gold: await goldFaults(page, part), axe: await axeViolationsIn(page, LOOKS, part) }
    return { ...faults, ...Object.fromEntries(Object.entries(found).filter(([, some]) => some.length > 0)) }
  }

  /** Opens the address and waits until it has loaded completely. */
  async function goTo(page: Page, address: string, heading: string): Promise<void> {
    await page.goto(app.url + address)
    await page.locator(heading).first().waitFor()
    // Lower sections load when first scrolled into view.
    await scrollThrough(page)
    await noSkeleton(page)
    // A fallback font is wider.
    await page.evaluate(() => document.fonts.ready)
  }

  /** Waits until charts have followed a new size. */
  const settled = (page: Page) =>
    page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))

  const noSkeleton = (page: Page) => page.locator('.mantine-Skeleton-root').first().waitFor({ state: 'hidden' })

  // One window per role loads common parts once.
  describe.each(Object.keys(SCREENS) as Person[])('of the %s’s', (person) => {
    const role = roleOf(person)
    let page: Page
    beforeAll(async () => {
      const opened = await openSignedIn(browser as Browser, app, PEOPLE[person], {
        path: '/help',
        drawsMap: true,
        language: PSEUDO_LOCALE,
      })
      page = opened.page
      return () => opened.context.close()
    })

    describe.each(SCREENS[person])('%s', (screen) => {
      it('itself', async () => {
        await goTo(page, `/${role}/${screen}`, 'main h1')
        expect(await faultsOf(page)).toEqual({})
      })

      const dialogs = DIALOGS.filter(([of, on]) => of === person && on === screen).map(([, , name]) => name)
      it.each(dialogs)('with what opens by %s', async (name) => {
        const dialog = page.getByRole('dialog')
        await page.setViewportSize(DESKTOP)
        const isThere = page.url() === `${app.url}/${role}/${screen}` && (await dialog.count()) === 0
        if (!isThere) await goTo(page, `/${role}/${screen}`, 'main h1')
        await scrollThrough(page)
        // A map behind the dialog would redraw at each size.
        const asTable = page.getByRole('button', { name: inTestLanguage`Live map: show as table` })
        if (await asTable.count()) await asTable.click()
        await page.getByRole('button', { name }).first().click()
        await dialog.getByRole('button').first().waitFor()
        await noSkeleton(page)
        expect(await faultsOf(page, '[role=dialog]')).toEqual({})
        await page.keyboard.press('Escape')
        await dialog.waitFor({ state: 'detached' })
      })
    })
  })

  describe('of', () => {
    let page: Page
    beforeAll(async () => {
      const opened = await openWindow(browser as Browser, PHONE, 'dark', { language: PSEUDO_LOCALE })
      page = opened.page
      return () => opened.context.close()
    })

    it.each(PUBLIC)('%s', async (address) => {
      await goTo(page, address, 'h1')
      expect(await faultsOf(page)).toEqual({})
    })
  })
})
