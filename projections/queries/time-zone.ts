/** Returns the city's configured IANA time zone. */
import { CONFIGURATION_ID, type ConfigurationRow } from '#contract/tables.ts'
import { DEFAULT_CITY } from '#domain/city-settings.ts'
import type { Rows } from '#platform/read-store/rows.ts'

export async function timeZoneOf(rows: Pick<Rows<'configuration'>, 'get'>): Promise<string> {
  const [configuration] = await rows.get<ConfigurationRow>('configuration', [CONFIGURATION_ID])
  return configuration?.city?.timeZone ?? DEFAULT_CITY.timeZone
}
