/** The demo's city: the installation's own zones, sites and trucks, with the households of a simulated one. */
import { SITES, TRUCKS } from '#command-api/system/seed.ts'
import { FIRST_CUSTOMERS, FIRST_ZONE_NAMES } from '#rules/first-zones.ts'
import type { CityPlan } from '#simulator/city-plan.ts'

export const DEMO_CITY: CityPlan = {
  seed: 'demo',
  zones: FIRST_ZONE_NAMES.map((name) => ({ name, customers: FIRST_CUSTOMERS[name] })),
  sites: SITES,
  trucks: TRUCKS,
}
