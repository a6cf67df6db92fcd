/**
 * Configures the message catalogues.
 * Each language has up to three: texts of residents, of staff screens, and of the server.
 * English is in the sources.
 */
import { defineConfig } from '@lingui/conf'
import { formatter } from '@lingui/format-po'
import { LOCALES, SOURCE_LOCALE } from '../contract/languages/locales.ts'

const STAFF = [
  'web/src/pages/{dispatcher,recycler,admin,auditor}',
  'web/src/features/{analyses,analytics,audit,deliveries,fleet,forecasts,schedules,settings,sites,users}',
]
const SERVER = ['contract', 'domain', 'command-api', 'projections', 'workers', 'platform']
const inFolders = (folders: readonly string[]) => folders.map((folder) => `<rootDir>/${folder}`)
const TESTS = ['**/*.test.ts', '**/*.test.tsx', '**/fixtures.ts']

export default defineConfig({
  rootDir: new URL('..', import.meta.url).pathname,
  sourceLocale: SOURCE_LOCALE,
  locales: LOCALES.filter((locale) => locale !== SOURCE_LOCALE),
  fallbackLocales: false,
  catalogs: [
    {
      path: '<rootDir>/contract/languages/{locale}/residents',
      include: inFolders(['web/src']),
      exclude: [...inFolders(STAFF), ...TESTS],
    },
    { path: '<rootDir>/contract/languages/{locale}/staff', include: inFolders(STAFF), exclude: TESTS },
    { path: '<rootDir>/contract/languages/{locale}/server', include: inFolders(SERVER), exclude: TESTS },
  ],
  format: formatter({ lineNumbers: false }),
  orderBy: 'message',
  runtimeConfigModule: { i18n: ['#web/lib/language/i18n.ts', 'i18n'] },
  macro: {
    corePackage: ['@lingui/core/macro', '#contract/languages/message.ts'],
    jsxPackage: ['@lingui/react/macro'],
  },
})
