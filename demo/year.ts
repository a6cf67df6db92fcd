/**
 * Seeds the demo's year: the first start writes 365 days.
 * An interrupted start resumes.
 */

import { setTimeout as pause } from 'node:timers/promises'
import { userIdOf } from '#command-api/accounts/register.ts'
import { accountAggregate } from '#command-api/aggregates/account.ts'
import { siteAggregate } from '#command-api/aggregates/site.ts'
import { refuseClosedZone } from '#command-api/aggregates/zone.ts'
import { SEED_SITES, seedSitesAndTrucks } from '#command-api/internal-commands/seed.ts'
import type { Kernel } from '#command-api/kernel/kernel.ts'
import { DEMO_ACCOUNTS } from '#contract/demo/demo.ts'
import type { SimulatedCommand, SimulatedResident } from '#contract/demo/simulated-command.ts'
import { createSimulatedCity } from '#demo/simulator/city.ts'
import { simulateUntilNow } from '#demo/simulator/present.ts'
import { DAY_MS, epochDayOf } from '#demo/simulator/rhythm.ts'
import { INITIAL_ZONE_CUSTOMERS, INITIAL_ZONE_NAMES } from '#domain/zones.ts'
import type { LoggedEvent } from '#platform/event-store/event-store.ts'
import type { ProjectionRunner } from '#projections/runner/runner.ts'
import { DEMO_CITY_CONFIG, withoutOpenDemoReports } from './city.ts'
import { residentUserIdOf } from './city-rounds.ts'
import { type SeedCounts, type SeedYearOptions, seedYear } from './seed-year.ts'

const YEAR_DAYS = 365

/**
 * Returns the first sign-up of the simulated city.
 * The account shows that the log already contains the start of the simulated year.
 */
function firstSignUp(from: Date): { resident: SimulatedResident } & SimulatedCommand {
  for (const happening of createSimulatedCity(DEMO_CITY_CONFIG).happenings(from))
    if (happening.type === 'SignUp') return happening
  throw new Error('Nobody lives in the demo’s city.')
}

/**
 * Returns the registration of the simulated year's first resident.
 * Undefined if none registered yet.
 */
async function findBeginning({ store }: Pick<Kernel, 'store'>): Promise<LoggedEvent | undefined> {
  const { resident } = firstSignUp(new Date(0))
  return (await store.readStream(accountAggregate.stream(residentUserIdOf(resident))))[0]
}

/**
 * Returns the end of the simulated year, which is the time at which seeding began.
 * Returns undefined if there is no simulated year.
 */
export async function readYearEnd(kernel: Pick<Kernel, 'store'>): Promise<Date | undefined> {
  const begun = await findBeginning(kernel)
  return begun && new Date(begun.at)
}

/** Returns whether this installation has a simulated year and residents. */
export const hasSimulatedYear = async (kernel: Pick<Kernel, 'store'>) => (await findBeginning(kernel)) !== undefined

/**
 * Adds a simulated year to the log, then the demo accounts.
 * Existing demo accounts mean that it is complete.
 * Skips older installations that have sites but no simulated year.
 * Skips a city that was imported first and has closed the demo's zones.
 * Returns undefined if nothing was added.
 */
export async function seedDemoYear(
  kernel: Kernel,
  runner: Pick<ProjectionRunner, 'position'>,
  days = YEAR_DAYS,
): Promise<SeedCounts | undefined> {
  const { store } = kernel
  const isThere = async (stream: string) => (await store.readStream(stream)).length > 0
  if (await isThere(accountAggregate.stream(userIdOf(`seed/${DEMO_ACCOUNTS.at(-1)?.identifier}`)))) return undefined
  for (const zone of INITIAL_ZONE_NAMES) if (await refuseClosedZone(store, zone)) return undefined
  const needs: SeedYearOptions = { customers: INITIAL_ZONE_CUSTOMERS, caughtUp: () => caughtUp(kernel, runner) }
  const begun = await findBeginning(kernel)
  if (!begun) {
    if (await isThere(siteAggregate.stream(SEED_SITES[0]?.id ?? ''))) return undefined
    const from = new Date((epochDayOf(kernel.clock().getTime()) - days) * DAY_MS)
    await seedYear(kernel, [firstSignUp(from)], needs)
  }
  const { data, at } = begun ?? ((await findBeginning(kernel)) as LoggedEvent)
  // Takes the year's start from the log, so that an interrupted run resumes with the same year.
  const from = new Date(epochDayOf(Date.parse((data as { registeredAt: string }).registeredAt)) * DAY_MS)
  await seedSitesAndTrucks({ ...kernel, clock: () => from })
  return seedYear(kernel, withoutOpenDemoReports(simulateUntilNow(DEMO_CITY_CONFIG, from, new Date(at))), needs)
}

async function caughtUp({ store }: Kernel, runner: Pick<ProjectionRunner, 'position'>): Promise<void> {
  const head = await store.head()
  while (runner.position() < head) await pause(1)
}
