/** Reads the configuration and the diesel price from the configuration's row. */

import { type Configuration, DEFAULT_CONFIGURATION } from '#contract/settings/configuration.ts'
import { CONFIGURATION_ID, type ConfigurationRow } from '#contract/tables.ts'
import type { Rows } from '#platform/read-store/rows.ts'

export async function readConfiguration(rows: Rows<'configuration'>): Promise<Configuration> {
  const [row] = await rows.get<ConfigurationRow>('configuration', [CONFIGURATION_ID])
  if (!row) return { ...DEFAULT_CONFIGURATION, dumping_sites: [] }
  const {
    id: _,
    position: __,
    version: ___,
    changedBy: ____,
    changedAt: _____,
    simulatedCity: ______,
    ...configuration
  } = row
  return configuration
}

/** Returns the diesel price in currency units per litre. */
export const readFuelPrice = async (rows: Rows<'configuration'>): Promise<number> =>
  (await readConfiguration(rows)).fuel_prices.diesel
