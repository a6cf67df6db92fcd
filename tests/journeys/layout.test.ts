/**
 * Tests the layout of all screens and roles at all widths, with long names.
 * The test language's texts are 40 % longer than English.
 * Gold marks only main actions, and axe finds no fault in either theme.
 */
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DEMO_ACCOUNTS } from '#contract/demo/demo.ts'
import { PSEUDO_LOCALE } from '#contract/languages/locales.ts'
import { pseudolocalizeMessage } from '#contract/languages/pseudo.ts'
import type { Notification, Vehicle } from '#contract/views.ts'
import type { Role } from '#domain/city.ts'
import { DEFAULT_CITY } from '#domain/city-settings.ts'
import { INITIAL_ZONES } from '#domain/zones.ts'
import { call, SEEDED_IDENTIFIERS, signIn, waitForJobs } from './api-client.ts'
import {
  axeViolationsIn,
  closeBrowserContexts,
  DESKTOP,
  openWindow,
  PHONE,
  SCREEN_VARIANTS,
  scrollThrough,
  startBrowser,
} from './browser.ts'
import { fillWithLongNames, LONG_NAME_ACCOUNTS, LONG_NAME_SERVED_EMAIL, LONG_NAME_TEXTS } from './city-of-long-names.ts'
import { findUntranslatedTexts } from './english-texts.ts'
import { findLayoutFaults, findMainActionFaults } from './layout-faults.ts'
import { type RunningApp, startWasteSense } from './running-app.ts'
import { openSignedInPage } from './signed-in.ts'

const browser: Browser | undefined = await startBrowser()
/** Narrowest size of each layout: phone, tablet, laptop, desktop. */
const SIZES = [
  { width: 360, height: 740 },
  { width: 1024, height: 768 },
  { width: 1280, height: 720 },
  { width: 1440, height: 900 },
]
/** Test people: one of every role, a resident whose bin was collected, and a driver without a truck. */
const PEOPLE = { ...LONG_NAME_ACCOUNTS, served: LONG_NAME_SERVED_EMAIL, walker: SEEDED_IDENTIFIERS.driver }
type Person = keyof typeof PEOPLE
function roleOf(person: Person): Role {
  if (person === 'walker') return 'driver'
  return person === 'served' ? 'resident' : person
}
/**
 * Screens per person.
 * The default is dashboard and profile.
 */
const SCREENS: Partial<Record<Person, readonly string[]>> = {
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
    'phone',
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
  driver: ['dashboard', 'profile?tab=settings'],
  walker: ['dashboard'],
}
const PUBLIC = [
  '/',
  '/demo',
  '/demo/phone',
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
/**
 * Returns the start of a text in the test language.
 * The test language puts brackets around each text.
 * The closing bracket is left out.
 */
const inTestLanguage = (texts: TemplateStringsArray) =>
  pseudolocalizeMessage([texts[0] ?? ''])
    .slice(0, -1)
    .join('')

/** Dialogs to open: person, screen, and text of the button that opens the dialog. */
const DIALOGS: readonly (readonly [Person, string, string])[] = [
  ['dispatcher', 'dashboard', inTestLanguage`Add Route`],
  ['dispatcher', 'dashboard', inTestLanguage`Settings`],
  ['dispatcher', 'dashboard', inTestLanguage`Mark All Collected`],
  ['dispatcher', 'dashboard', inTestLanguage`Update Composition`],
  ['dispatcher', 'dashboard', inTestLanguage`Add Vehicle`],
  ['dispatcher', 'dashboard', `${inTestLanguage`Edit`}]: LONG-VEHICLE`],
  ['dispatcher', 'dashboard', `${inTestLanguage`Refuel`}]: LONG-VEHICLE`],
  ['dispatcher', 'dashboard', `${inTestLanguage`Driver`}]: LONG-VEHICLE`],
  ['dispatcher', 'dashboard', `${inTestLanguage`Driver`}]: T001`],
  ['dispatcher', 'dashboard', inTestLanguage`Your notifications`],
  ['dispatcher', 'dashboard', inTestLanguage`Analyse a photo`],
  ['dispatcher', 'routes', inTestLanguage`View Details`],
  ['dispatcher', 'routes', inTestLanguage`Stop Route`],
  ['dispatcher', 'routes', inTestLanguage`Edit Route`],
  ['recycler', 'sites/WS001', inTestLanguage`Weigh`],
  ['recycler', 'sites/WS001', inTestLanguage`Dispute composition`],
  ['admin', 'users', inTestLanguage`Create staff`],
  ['admin', 'users', `${inTestLanguage`Edit`}]: Wolfe`],
  ['admin', 'users', `${inTestLanguage`Delete`}]: Wolfe`],
  ['admin', 'audit', inTestLanguage`Change key`],
  ['admin', 'phone', `${inTestLanguage`Create secret`}]: Hubtel`],
  ['admin', 'phone', inTestLanguage`Test a URL`],
  ['admin', 'profile?tab=security', inTestLanguage`Set up`],
  ['auditor', 'findings', inTestLanguage`Explain`],
  ['driver', 'dashboard', inTestLanguage`Could not collect`],
  ['driver', 'dashboard', inTestLanguage`Go to`],
  ['resident', 'dashboard', inTestLanguage`Your notifications`],
  ['resident', 'profile', inTestLanguage`Delete Account`],
  ['served', 'dashboard', inTestLanguage`Report Now`],
  ['served', 'dashboard', inTestLanguage`My bin was not collected`],
]

describe.skipIf(!browser)('the layout', () => {
  let app: RunningApp
  /** Untranslated texts: names of the city, its zones and people. */
  let data: string[]
  beforeAll(async () => {
    app = await startWasteSense()
    await fillWithLongNames(app)
    data = [
      ...[...LONG_NAME_TEXTS, ...Object.values(SEEDED_IDENTIFIERS), DEFAULT_CITY.name, DEFAULT_CITY.country],
      ...INITIAL_ZONES.map(({ name }) => name),
      // The road data's licence requires these words on the map.
      '© OpenStreetMap contributors',
      ...DEMO_ACCOUNTS.flatMap(({ name, email }) => [name, email]),
      ...(await textsOfServer()),
    ]
  })
  afterAll(async () => {
    await closeBrowserContexts(browser)
    await app?.clear()
  })

  /**
   * Returns texts of vehicles and notifications from the server.
   * They are not translated, because the server does not have the test language.
   */
  async function textsOfServer(): Promise<string[]> {
    await waitForJobs(app)
    const token = await signIn(app, SEEDED_IDENTIFIERS.dispatcher)
    const { body: fleet } = await call(app, 'vehicles', { token })
    const texts = fleet.vehicles.flatMap(({ make, model, driver_name }: Vehicle) => [make, model, driver_name ?? ''])
    for (const identifier of [PEOPLE.resident, PEOPLE.served]) {
      const { body } = await call(app, 'notifications', { token: await signIn(app, identifier) })
      texts.push(...body.notifications.flatMap(({ title, message }: Notification) => [title, message]))
    }
    return texts
  }

  /** Returns a screen's faults: layouts, main actions, translations, accessibility. */
  async function faultsOf(
    page: Page,
    { part, isResidents = false }: { part?: string; isResidents?: boolean } = {},
  ): Promise<Record<string, string[]>> {
    const faults: Record<string, string[]> = {}
    for (const size of SIZES) {
      await page.setViewportSize(size)
      await settled(page)
      const found = await findLayoutFaults(page, part)
      if (found.length > 0) faults[`${size.width}×${size.height}`] = found
    }
    const found = {
      english: isResidents ? await findUntranslatedTexts(page, data, part) : [],
      gold: await findMainActionFaults(page, part),
      axe: await axeViolationsIn(page, SCREEN_VARIANTS, part),
    }
    return { ...faults, ...Object.fromEntries(Object.entries(found).filter(([, some]) => some.length > 0)) }
  }

  /** Opens the address and waits until it has loaded completely. */
  async function goTo(page: Page, address: string, heading: string): Promise<void> {
    await page.goto(app.url + address)
    await page.locator(heading).first().waitFor()
    // Scroll down, because lower sections load on first view.
    await scrollThrough(page)
    await noSkeleton(page)
    // Wait for the font: a fallback font is wider.
    await page.evaluate(() => document.fonts.ready)
  }

  /** Waits until the charts have adapted to a new window size. */
  const settled = (page: Page) =>
    page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))

  const noSkeleton = (page: Page) => page.locator('.mantine-Skeleton-root').first().waitFor({ state: 'hidden' })

  // All tests of one person share a window, so that common files load only once.
  describe.each(Object.keys(PEOPLE) as Person[])('of the %s’s', (person) => {
    const role = roleOf(person)
    // Screens of residents and drivers are translated into all languages.
    const isResidents = role === 'resident' || role === 'driver'
    let page: Page
    beforeAll(async () => {
      const opened = await openSignedInPage(browser as Browser, app, PEOPLE[person], {
        path: '/help',
        drawsMap: true,
        language: PSEUDO_LOCALE,
      })
      page = opened.page
      return () => opened.context.close()
    })

    describe.each(SCREENS[person] ?? ['dashboard', 'profile'])('%s', (screen) => {
      it('itself', async () => {
        await goTo(page, `/${role}/${screen}`, 'main h1')
        expect(await faultsOf(page, { isResidents })).toEqual({})
      })

      const dialogs = DIALOGS.filter(([of, on]) => of === person && on === screen).map(([, , name]) => name)
      it.each(dialogs)('with what opens by %s', async (name) => {
        const dialog = page.getByRole('dialog')
        await page.setViewportSize(DESKTOP)
        const isThere = page.url() === `${app.url}/${role}/${screen}` && (await dialog.count()) === 0
        if (!isThere) await goTo(page, `/${role}/${screen}`, 'main h1')
        await scrollThrough(page)
        // Shows the live map as a table, because a map behind the dialog would be redrawn at each size.
        const asTable = page.getByRole('button', {
          name: `${inTestLanguage`Live map`}]: ${inTestLanguage`Show as table`}`,
        })
        if (await asTable.count()) await asTable.click()
        await page.getByRole('button', { name }).first().click()
        await dialog.getByRole('button').first().waitFor()
        await noSkeleton(page)
        expect(await faultsOf(page, { part: '[role=dialog]', isResidents })).toEqual({})
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
      expect(await faultsOf(page, { isResidents: true })).toEqual({})
    })

    it('/auth/signup with the place of the bin', async () => {
      await page.setViewportSize(PHONE)
      await goTo(page, '/auth/signup', 'h1')
      await page.getByRole('button', { name: inTestLanguage`Say where your bin is` }).click()
      await page.getByRole('button', { name: inTestLanguage`Put a pin on the map` }).click()
      await noSkeleton(page)
      expect(await faultsOf(page, { isResidents: true })).toEqual({})
    })
  })
})
