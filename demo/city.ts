/** The demo's city: the installation's zones, sites and trucks with simulated households. */
import { SITES, TRUCKS } from '#command-api/system/seed.ts'
import { FIRST_CUSTOMERS, FIRST_ZONE_NAMES } from '#rules/first-zones.ts'
import type { CityPlan } from '#simulator/city-plan.ts'

export const DEMO_CITY: CityPlan = {
  seed: 'demo',
  zones: FIRST_ZONE_NAMES.map((name) => ({ name, customers: FIRST_CUSTOMERS[name] })),
  sites: SITES,
  trucks: TRUCKS,
}
