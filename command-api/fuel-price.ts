/** What a litre of diesel costs, as configured: every truck burns diesel. */
import { DEFAULT_CONFIGURATION } from '#contract/configuration.ts'
import { CONFIGURATION_ID, type ConfigurationRow, tableOf } from '#contract/tables.ts'
import type { ReadStore } from '#platform/read-store/read-store.ts'

/** cedi per litre */
export async function readFuelPrice(reads: ReadStore): Promise<number> {
  const [row] = await reads.get<ConfigurationRow>(tableOf('configuration'), [CONFIGURATION_ID])
  return (row ?? DEFAULT_CONFIGURATION).fuel_prices.diesel
}
