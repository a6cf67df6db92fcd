/** The simulated city of the demo: the installation's zones, sites and trucks, with simulated households. */
import { SEED_SITES, SEED_TRUCKS } from '#command-api/internal-commands/seed.ts'
import type { CityPlan } from '#demo/simulator/city-plan.ts'
import { FIRST_ZONE_CUSTOMERS, FIRST_ZONE_NAMES } from '#domain/first-zones.ts'

export const DEMO_CITY: CityPlan = {
  seed: 'demo',
  zones: FIRST_ZONE_NAMES.map((name) => ({ name, customers: FIRST_ZONE_CUSTOMERS[name] })),
  sites: SEED_SITES,
  trucks: SEED_TRUCKS,
}
