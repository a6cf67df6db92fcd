/**
 * Tests city names and time zones.
 * Stored values that violate newer rules must not block other changes.
 */
import { expect, it } from 'vitest'
import { eventSchemas } from '../events.ts'
import { CityDetails, ConfiguredSite, DEFAULT_CONFIGURATION } from './configuration.ts'

const { city } = DEFAULT_CONFIGURATION

it.each(['Africa/Accra', 'Asia/Kathmandu', 'UTC', 'America/Argentina/Ushuaia'])('%s is a time zone', (timeZone) =>
  expect(CityDetails.safeParse({ ...city, timeZone }).success).toBe(true),
)
it.each(['+05:45', '-03:00', '+01', '', 'Mars/Olympus', 'Africa/Accra '])('%j is none', (timeZone) =>
  expect(CityDetails.safeParse({ ...city, timeZone }).error?.issues[0]?.message).toBe('There is no such time zone'),
)

it('stores a configuration with words of before', () => {
  const site = { id: 'WS001', name: 'South\u0007', location: '\u202Eaccra', coordinates: { lat: 1, lng: 1 } }
  expect(ConfiguredSite.safeParse(site).success).toBe(false)
  const old = { ...DEFAULT_CONFIGURATION, dumping_sites: [site], city: { ...city, timeZone: '+05:45', name: '\u3164' } }
  const change = { version: 2, configuration: old, changes: [], changedBy: 'u1', changedAt: '2026-01-01T00:00:00.000Z' }
  expect(eventSchemas.ConfigurationChanged.safeParse(change).success).toBe(true)
})
