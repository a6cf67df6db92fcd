/** Random changes of personal settings, of the configuration and of gateways. */

import type { EventOf } from '#contract/events.ts'
import { NOTIFICATION_OPTIONS } from '#contract/notifications/notifications.ts'
import { PHONE_GATEWAYS } from '#contract/phone/gateways.ts'
import { DEFAULT_CONFIGURATION } from '#contract/settings/configuration.ts'
import { ROLES } from '#domain/city.ts'
import { type EventGenerator, pick, VIEW_READER_IDS, zoneOf } from './ingredients.ts'

let versions = 0

function settings(n: number, m: number, savedAt: string): EventOf<'SettingsSaved'> {
  const role = pick(ROLES, n)
  const userId = VIEW_READER_IDS[role]
  const options = Object.fromEntries(NOTIFICATION_OPTIONS[role].map((option, i) => [option, (m >> i) % 2 === 0]))
  return { type: 'SettingsSaved', data: { userId, settings: { darkMode: true, notifications: options }, savedAt } }
}

/** Changes prices and thresholds at random, and sometimes the time zone. */
function configured(n: number, m: number, changedAt: string): EventOf<'ConfigurationChanged'> {
  const { city, fuel_prices, thresholds } = DEFAULT_CONFIGURATION
  const configuration = {
    ...DEFAULT_CONFIGURATION,
    city: { ...city, timeZone: pick(['Africa/Accra', 'Africa/Lagos'], m) },
    fuel_prices: { ...fuel_prices, diesel: 10 + n },
    thresholds: { ...thresholds, recommendPercent: 50 + 10 * n },
    automaticDispatch: m % 2 === 0,
    unconfirmedReports: pick(['automatic', 'count', 'wait'] as const, n + m),
    dumping_sites: [{ id: 'W0', name: `Site of ${m}`, location: 'Accra', coordinates: { lat: 5.6, lng: -0.2 } }],
  }
  const changes = [{ path: 'fuel_prices.diesel', from: 10, to: 10 + n }]
  return {
    type: 'ConfigurationChanged',
    data: { version: ++versions, configuration, changes, changedBy: 'd1', changedAt },
  }
}

export const settingsEventGenerators = {
  settings: (n, m, { at }) => settings(n, m, at),
  customers: (n, m, { at }) => ({
    type: 'ZoneConfigured',
    data: { zone: zoneOf(n), totalCustomers: m + 1, changedBy: 'a1', changedAt: at },
  }),
  configure: (n, m, { at }) => configured(n, m, at),
  createSecret: (n, m, { at }) => ({
    type: 'GatewaySecretCreated',
    data: { gateway: pick(PHONE_GATEWAYS, n), hash: `hash ${m}`, createdBy: 'a1', createdAt: at },
  }),
  revokeSecrets: (n, m, { at }) => ({
    type: 'GatewaySecretsRevoked',
    data: { gateway: pick(PHONE_GATEWAYS, n), which: m % 2 ? 'all' : 'replaced', revokedBy: 'a1', revokedAt: at },
  }),
  mailServer: (n, _, { at }) => ({ type: 'MailServerSet', data: { isSet: n % 2 === 0, setAt: at } }),
} satisfies Record<string, EventGenerator>
