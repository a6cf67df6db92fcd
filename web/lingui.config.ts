/**
 * Configures the message catalogues.
 * Each language has up to three: texts of residents, of staff screens, and of the server.
 * English is in the sources.
 */
import { defineConfig } from '@lingui/conf'
import { formatter } from '@lingui/format-po'
import { LOCALES, SOURCE_LOCALE } from '../contract/languages/locales.ts'

const PAGES = ['dispatcher', 'recycler', 'admin', 'auditor'].map((role) => `pages/${role}`)
const FEATURES = [
  ...['analyses', 'analytics', 'audit', 'deliveries', 'fleet', 'forecasts', 'materials', 'reports/active', 'settings'],
  ...['sites', 'users', 'zones'],
  // Residents see schedules/my-zone.
  ...['deliveries', 'dispatch', 'map', 'plan', 'routes'].map((part) => `schedules/${part}`),
].map((feature) => `features/${feature}`)
const STAFF = [...[...PAGES, ...FEATURES].map((folder) => `${folder}/**/*.*`), 'features/schedules/*.*'].map(
  (files) => `<rootDir>/web/src/${files}`,
)
const SERVER = ['contract', 'domain', 'command-api', 'projections', 'workers', 'platform']
const TESTS = ['**/*.test.ts', '**/*.test.tsx', '**/fixtures.ts']

export default defineConfig({
  rootDir: new URL('..', import.meta.url).pathname,
  sourceLocale: SOURCE_LOCALE,
  locales: LOCALES.filter((locale) => locale !== SOURCE_LOCALE),
  fallbackLocales: false,
  catalogs: [
    {
      path: '<rootDir>/contract/languages/{locale}/residents',
      include: ['<rootDir>/web/src'],
      exclude: [...STAFF, ...TESTS],
    },
    { path: '<rootDir>/contract/languages/{locale}/staff', include: STAFF, exclude: TESTS },
    {
      path: '<rootDir>/contract/languages/{locale}/server',
      include: SERVER.map((folder) => `<rootDir>/${folder}`),
      exclude: TESTS,
    },
  ],
  format: formatter({ lineNumbers: false }),
  orderBy: 'message',
  runtimeConfigModule: { i18n: ['#web/lib/language/i18n.ts', 'i18n'] },
  macro: {
    corePackage: ['@lingui/core/macro', '#contract/languages/message.ts'],
    jsxPackage: ['@lingui/react/macro'],
  },
})
