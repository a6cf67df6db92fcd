/**
 * Configures the message catalogues.
 * Each language has two for residents: screens, and the servers' texts.
 * Staff languages also have both for staff.
 * The English texts are in the sources.
 */

import { defineConfig } from '@lingui/conf'
import { formatter } from '@lingui/format-po'
import { LOCALES, SOURCE_LOCALE } from '../contract/languages/locales.ts'
import { STAFF_ROLES } from '../domain/city.ts'

const inRoot = (name: string) => `<rootDir>/${name}`

// Drivers' screens are in every language, like residents'.
const PAGES = STAFF_ROLES.filter((role) => role !== 'driver').map((role) => `pages/${role}`)
const FEATURES = [
  ...['active-reports', 'analyses', 'analytics', 'audit', 'deliveries', 'dispatch', 'fleet', 'forecasts', 'live-map'],
  // schedules is not listed, because residents see it.
  ...['materials', 'phone', 'replay', 'routes', 'settings', 'sites', 'users', 'zones'],
].map((feature) => `features/${feature}`)
/** Event types, whose names screens show and tools/messages.ts reads here. */
const EVENT_TYPES = inRoot('contract/streams.ts')
const STAFF = [...[...PAGES, ...FEATURES].map((folder) => `${folder}/**/*.*`), 'lib/language/person-name.ts']
  .map((files) => inRoot(`web/src/${files}`))
  .concat(EVENT_TYPES)
const SERVER = ['contract', 'domain', 'command-api', 'projections', 'workers', 'platform'].map(inRoot)
/** A server's texts to residents and drivers: refusals, notifications, mails. */
const TO_RESIDENTS = [
  ...['contract/{http,notifications,accounts,reports,driver,phone}', 'platform/{http,pictures}'],
  'command-api/{accounts,reports,notifications,kernel,internal-commands,driver,phone}',
  'projections/{accounts,driver,feed,notifications,queries,reports,schedules}',
]
  .map((folders) => `${folders}/**/!(event-sentences|admin-*|gateway-secrets).ts`)
  .concat('contract/text.ts', 'command-api/aggregates/{zone,drivers,place-bin}.ts', 'projections/admin/own-data.ts')
  .map(inRoot)
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
    { path: '<rootDir>/contract/languages/{locale}/server', include: TO_RESIDENTS, exclude: TESTS },
    {
      path: '<rootDir>/contract/languages/{locale}/server-staff',
      include: SERVER,
      exclude: [...TO_RESIDENTS, EVENT_TYPES, ...TESTS],
    },
  ],
  format: formatter({ lineNumbers: false, printPlaceholdersInComments: false }),
  orderBy: 'message',
  runtimeConfigModule: {
    i18n: ['#web/lib/language/language.tsx', 'i18n'],
    Trans: ['#web/lib/language/language.tsx', 'Trans'],
  },
  macro: {
    corePackage: ['@lingui/core/macro', '#contract/languages/message.ts'],
    jsxPackage: ['@lingui/react/macro'],
  },
})
