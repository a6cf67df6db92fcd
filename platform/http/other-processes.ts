/** Queries the health of another process of the installation. */
import { PoliciesState } from '#contract/views.ts'
import { internalAuthorization } from '../auth/internal.ts'
import type { HealthCheck, HealthProblem } from '../health-checks.ts'
import type { Health } from './health.ts'

const REQUEST_TIMEOUT_MS = 2_000

interface OtherProcess {
  /** Name of the process, for use in sentences. */
  name: string
  url: string
  /** Consequence of the process's failure, as part of a sentence. */
  without: string
  critical?: true
}

/**
 * Creates a health check of another process.
 * It returns the problems that the process reports, or the problem that it does not answer.
 */
export function createProcessHealthCheck(
  { name, url, without, critical }: OtherProcess,
  tokenSecret: string,
  patienceMs = REQUEST_TIMEOUT_MS,
): HealthCheck {
  const headers = { Authorization: internalAuthorization(tokenSecret) }
  const silent: HealthProblem = { reason: `${name} does not answer: ${without}.`, critical }
  return async () => {
    try {
      const response = await fetch(new URL('/health', url), { headers, signal: AbortSignal.timeout(patienceMs) })
      const { status, reasons = [] } = (await response.json()) as Partial<Health>
      if (status === 'starting' || status === 'stopping') return [{ reason: `${name} is ${status}.`, critical }]
      return reasons.map((reason) => (status === 'critical' ? { reason, critical: true } : { reason }))
    } catch {
      return [silent]
    }
  }
}

/**
 * Creates a function that fetches the policies' failures from the workers.
 * It returns undefined while they do not answer.
 */
export function createPolicyFailuresFetcher(
  workersUrl: string,
  tokenSecret: string,
): () => Promise<PoliciesState | undefined> {
  const headers = { Authorization: internalAuthorization(tokenSecret) }
  return async () => {
    try {
      const url = new URL('/internal/policies', workersUrl)
      const response = await fetch(url, { headers, signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS) })
      return PoliciesState.safeParse(await response.json()).data
    } catch {
      // Return undefined: the health check of the workers reports that they do not answer.
      return undefined
    }
  }
}
