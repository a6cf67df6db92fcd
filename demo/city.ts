/** The demo's simulated city: zones, sites, trucks and demo households. */

import { SEED_SITES, SEED_TRUCKS } from '#command-api/internal-commands/seed.ts'
import { DEMO_ACCOUNTS, type DemoAccount } from '#contract/demo/demo.ts'
import type { SimulatedCommand, SimulatedResident } from '#contract/demo/simulated-command.ts'
import type { SimulatedCityConfig } from '#demo/simulator/city-plan.ts'
import { lookUp } from '#domain/dictionary.ts'
import { INITIAL_ZONE_CUSTOMERS, INITIAL_ZONE_NAMES } from '#domain/zones.ts'

export const DEMO_CITY_CONFIG: SimulatedCityConfig = {
  seed: 'demo',
  zones: INITIAL_ZONE_NAMES.map((name) => ({ name, customers: INITIAL_ZONE_CUSTOMERS[name] })),
  sites: SEED_SITES,
  trucks: SEED_TRUCKS,
}

/**
 * Demo accounts by household id in the simulation.
 * The simulation acts for these households during the simulated year.
 * Later, people use the accounts.
 */
const ACCOUNT_OF: Readonly<Record<string, string>> = {
  'ablekuma-north-2': 'resident.ablekuma@test.com',
  'ayawaso-west-11': 'resident.ayawaso@test.com',
}

/** Household ids of the demo accounts. */
export const DEMO_ACCOUNT_HOUSEHOLDS: ReadonlySet<string> = new Set(Object.keys(ACCOUNT_OF))

/** Returns a household's demo account; undefined if none. */
export const findDemoAccount = ({ id }: Pick<SimulatedResident, 'id'>): DemoAccount | undefined =>
  DEMO_ACCOUNTS.find(({ identifier }) => identifier === lookUp(ACCOUNT_OF, id))

/**
 * Returns the year's simulated commands.
 * Leaves out reports of demo accounts that were not collected.
 * The demo accounts therefore start without an open report.
 */
export function withoutOpenDemoReports(happened: readonly SimulatedCommand[]): SimulatedCommand[] {
  const open = new Map<string, SimulatedCommand>()
  for (const happening of happened) {
    if (happening.type === 'MarkAllCollected') for (const { id } of happening.reporters) open.delete(id)
    if (happening.type === 'ReportBinFull' && DEMO_ACCOUNT_HOUSEHOLDS.has(happening.resident.id))
      open.set(happening.resident.id, happening)
  }
  const left = new Set(open.values())
  return happened.filter((happening) => !left.has(happening))
}
