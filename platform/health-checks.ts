/** Problems of a process or its dependencies, as sentences for an admin. */
import { formatCountedNoun } from '#domain/number-format.ts'

export interface HealthProblem {
  reason: string
  /**
   * Set if all requests fail now.
   * Otherwise only some requests fail, or requests will fail later.
   */
  critical?: true
}

/**
 * Checks for problems.
 * Returns quickly, even if the checked part does not answer.
 */
export type HealthCheck = () => Promise<HealthProblem[]>

/** Combines the results of several checks, in order. */
export const combineHealthChecks =
  (...looks: HealthCheck[]): HealthCheck =>
  async () =>
    (await Promise.all(looks.map((look) => look()))).flat()

/**
 * Combines health checks: returns the result of the first one that finds a problem.
 * A full disk is then reported only once, not for each folder on it.
 */
export const createFirstProblemHealthCheck =
  (...looks: HealthCheck[]): HealthCheck =>
  async () => {
    for (const look of looks) {
      const troubles = await look()
      if (troubles.length > 0) return troubles
    }
    return []
  }

/** Shortest interval in ms between two runs of a health check. */
const MIN_CHECK_INTERVAL_MS = 5_000

/** Caches a check's result for `ms`. */
export function cacheHealthCheck(look: HealthCheck, ms = MIN_CHECK_INTERVAL_MS): HealthCheck {
  let last: Promise<HealthProblem[]> | undefined
  let at = 0
  return () => {
    if (!last || performance.now() - at > ms) {
      at = performance.now()
      last = look()
    }
    return last
  }
}

const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1_000],
] as const

/** Returns a duration in its largest unit, such as `2 hours`. */
export function formatLargestUnit(ms: number): string {
  const [unit, length] = UNITS.find(([, least]) => ms >= least) ?? ['second', 1_000]
  return formatCountedNoun(Math.max(1, Math.floor(ms / length)), unit)
}
