/** Reads the configured diesel price, which applies to every truck. */
import type { Rows } from '#platform/read-store/rows.ts'
import { readConfiguration } from './configuration.ts'

/** Returns the diesel price in currency units per litre. */
export const readFuelPrice = async (rows: Rows<'configuration'>): Promise<number> =>
  (await readConfiguration(rows)).fuel_prices.diesel
