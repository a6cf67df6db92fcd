/** What a litre of diesel costs, as configured: every truck burns diesel. */
import type { Rows } from '#platform/read-store/rows.ts'
import { readConfiguration } from './configuration.ts'

/** cedi per litre */
export const readFuelPrice = async (rows: Rows<'configuration'>): Promise<number> =>
  (await readConfiguration(rows)).fuel_prices.diesel
