/**
 * Configures the catalogues of translated messages.
 * For residents, each language has a catalogue of screens and a catalogue of server texts.
 * Languages for staff have two more such catalogues, with staff's messages.
 * The English texts are in the source code.
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
  // The folder `schedules` is not listed, because residents see its texts too.
  ...['materials', 'phone', 'replay', 'routes', 'settings', 'sites', 'users', 'zones'],
].map((feature) => `features/${feature}`)
/**
 * File with all event types.
 * Screens show the names of event types, so tools/messages.ts reads them from this file.
 */
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
