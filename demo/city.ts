/** The demo's city: the installation's own zones, sites and trucks, with the households of a simulated one. */
import { SITES, TRUCKS } from '#command-api/system/seed.ts'
import { DEFAULT_CUSTOMERS, ZONES } from '#rules/city.ts'
import type { CityPlan } from '#simulator/city-plan.ts'

export const DEMO_CITY: CityPlan = {
  seed: 'demo',
  zones: ZONES.map((name) => ({ name, customers: DEFAULT_CUSTOMERS[name] })),
  sites: SITES,
  trucks: TRUCKS,
}
