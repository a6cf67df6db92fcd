/** The simulated city of the demo: the installation's zones, sites and trucks, with simulated households. */
import { SEED_SITES, SEED_TRUCKS } from '#command-api/internal-commands/seed.ts'
import type { SimulatedCityConfig } from '#demo/simulator/city-plan.ts'
import { INITIAL_ZONE_CUSTOMERS, INITIAL_ZONE_NAMES } from '#domain/zones.ts'

export const DEMO_CITY_CONFIG: SimulatedCityConfig = {
  seed: 'demo',
  zones: INITIAL_ZONE_NAMES.map((name) => ({ name, customers: INITIAL_ZONE_CUSTOMERS[name] })),
  sites: SEED_SITES,
  trucks: SEED_TRUCKS,
}
