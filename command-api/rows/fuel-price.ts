/** What a litre of diesel costs, as configured: every truck burns diesel. */
import type { ReadStore } from '#platform/read-store/read-store.ts'
import { readConfiguration } from './configuration.ts'

/** cedi per litre */
export const readFuelPrice = async (reads: ReadStore): Promise<number> =>
  (await readConfiguration(reads)).fuel_prices.diesel
