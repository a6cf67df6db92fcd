/** Reads the configured diesel price, because every truck burns diesel. */
import type { Rows } from '#platform/read-store/rows.ts'
import { readConfiguration } from './configuration.ts'

/** Returns currency units per litre. */
export const readFuelPrice = async (rows: Rows<'configuration'>): Promise<number> =>
  (await readConfiguration(rows)).fuel_prices.diesel
