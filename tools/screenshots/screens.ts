/** All screenshots of README and docs, with account, page and address. */
import type { Page } from 'playwright-core'
import { DESKTOP, PHONE, type Theme } from '../../tests/journeys/browser.ts'
import { findPositionBeforePlan, reportBinsUntilThreshold } from './demo-calls.ts'

export interface Screen {
  /** Name of the picture in docs/screenshots, without its file extension. */
  name: string
  /** Identifier of a demo account. */
  account: string
  /** Path of the page's module, relative to the repository. */
  page: string
  /**
   * Prepares the demo for the screenshot, if necessary.
   * Returns the address to open, which begins with `url`.
   */
  open(url: string): Promise<string> | string
  viewport: typeof PHONE
  theme: Theme
  /** Resolves once the page shows the content for the screenshot. */
  shown(page: Page): Promise<void>
}

/** Waits until the dispatchers' dashboard recommends a collection. */
const recommends = (page: Page) =>
  page
    .getByText(/(Recommended|Ready for dispatch): T/)
    .first()
    .waitFor()

export const SCREENS: readonly Screen[] = [
  {
    name: 'resident',
    account: 'resident.ablekuma@test.com',
    page: 'web/src/pages/resident/dashboard.tsx',
    open: () => '/resident/dashboard',
    viewport: PHONE,
    theme: 'light',
    shown: (page) => page.getByRole('button', { name: 'Report Now' }).waitFor(),
  },
  {
    name: 'recycler',
    account: 'REC001',
    page: 'web/src/pages/recycler/dashboard.tsx',
    open: () => '/recycler/dashboard',
    viewport: DESKTOP,
    theme: 'dark',
    shown: (page) => page.getByText('total waste processed').waitFor(),
  },
  {
    name: 'admin',
    account: 'ADMIN001',
    page: 'web/src/pages/admin/dashboard.tsx',
    open: () => '/admin/dashboard',
    viewport: DESKTOP,
    theme: 'dark',
    shown: (page) => page.getByText('Collections on time').nth(1).waitFor(),
  },
  {
    name: 'auditor',
    account: 'AUD001',
    page: 'web/src/pages/auditor/replay.tsx',
    open: async (url) => `/auditor/replay?at=${await findPositionBeforePlan(url)}`,
    viewport: DESKTOP,
    theme: 'light',
    shown: recommends,
  },
  {
    name: 'dispatcher',
    account: 'DISP001',
    page: 'web/src/pages/dispatcher/dashboard.tsx',
    async open(url) {
      await reportBinsUntilThreshold(url)
      return '/dispatcher/dashboard'
    },
    viewport: DESKTOP,
    theme: 'dark',
    async shown(page) {
      await recommends(page)
      await page.locator('main [data-drawn]').waitFor()
    },
  },
]
