/** Seeds an embedded installation and runs its simulation. */
import { seedDemoAccounts } from '#command-api/internal-commands/seed.ts'
import type { Kernel } from '#command-api/kernel/kernel.ts'
import type { ReportBin } from '#command-api/reports/routes.ts'
import type { ServerSettings } from '#platform/config.ts'
import type { WorkerThreadPool } from '#platform/worker-threads/pool.ts'
import type { ProjectionRunner } from '#projections/runner/runner.ts'
import type { Workers } from '#workers/app.ts'
import { startCitySimulation } from './live.ts'
import { seedPastForecasts } from './past-forecasts.ts'
import { enableSimulatedActivity } from './switch-on.ts'
import { hasSimulatedYear, seedDemoYear } from './year.ts'

type SeedSettings = Pick<ServerSettings, 'SEED' | 'SEED_HISTORY' | 'SEED_PASSWORD'>

const LOOPBACK = ['127.0.0.1', '::1', 'localhost']

/** Returns whether the sign-in page may list the demo accounts, which is safe if only this machine reaches the page. */
export const isDemoAccountListAllowed = ({ SEED, HOST, TRUST_PROXY }: ServerSettings): boolean =>
  SEED !== 'none' && LOOPBACK.includes(HOST) && TRUST_PROXY === undefined

/** Seeds the demo, unless SEED is 'none'. Returns the password of accounts that this start created. */
export async function seedInstallation(
  kernel: Kernel,
  runner: ProjectionRunner,
  { SEED, SEED_HISTORY, SEED_PASSWORD }: SeedSettings,
): Promise<string | undefined> {
  if (SEED === 'none') return undefined
  if (SEED_HISTORY === 'year') await seedDemoYear(kernel, runner)
  return seedDemoAccounts(kernel, SEED_PASSWORD)
}

/**
 * Switches simulated activity on.
 * Returns the function that starts the simulation; undefined if SEED is not 'demo'.
 */
export async function prepareDemoCity(kernel: Kernel, { SEED }: SeedSettings) {
  if (SEED === 'none' || !(await hasSimulatedYear(kernel))) return undefined
  await enableSimulatedActivity(kernel)
  return (reportFor: ReportBin, workers: Pick<Workers, 'ready'>, pool: WorkerThreadPool) => ({
    live: startCitySimulation(kernel, reportFor),
    pastForecasts: addPastForecasts(workers, kernel, pool),
  })
}

/** Adds forecasts for past days of the demo. Logs a failure only; the next start resumes. */
async function addPastForecasts(
  { ready }: Pick<Workers, 'ready'>,
  kernel: Kernel,
  pool: WorkerThreadPool,
): Promise<void> {
  try {
    await ready
    await seedPastForecasts(kernel, pool)
  } catch (error) {
    kernel.log.warn({ err: error }, "the demo's past forecasts are not complete; the next start continues them")
  }
}
