/** Returns the city's configured IANA time zone. */
import { CONFIGURATION_ID, type ConfigurationRow } from '#contract/tables.ts'
import type { Rows } from '#platform/read-store/rows.ts'
import { FIRST_CITY } from '#rules/city-words.ts'

export async function timeZoneOf(rows: Pick<Rows<'configuration'>, 'get'>): Promise<string> {
  const [configuration] = await rows.get<ConfigurationRow>('configuration', [CONFIGURATION_ID])
  return configuration?.city?.timeZone ?? FIRST_CITY.timeZone
}
