/** Asks another process of the same installation how it is. */
import { PoliciesState } from '#contract/views.ts'
import { internalAuthorization } from '../auth/internal.ts'
import type { Look, Trouble } from '../troubles.ts'
import type { Health } from './health.ts'

const PATIENCE_MS = 2_000

interface Sibling {
  /** As it is called in a sentence. */
  name: string
  url: string
  /** What stands still without it. */
  without: string
  critical?: true
}

/** What it says is wrong with it, or that it does not answer. */
export function lookAtProcess(
  { name, url, without, critical }: Sibling,
  tokenSecret: string,
  patienceMs = PATIENCE_MS,
): Look {
  const headers = { Authorization: internalAuthorization(tokenSecret) }
  const silent: Trouble = { reason: `${name} does not answer: ${without}.`, critical }
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

/** What the policies of the workers could not take; undefined while they do not answer. */
export function askPolicies(workersUrl: string, tokenSecret: string): () => Promise<PoliciesState | undefined> {
  const headers = { Authorization: internalAuthorization(tokenSecret) }
  return async () => {
    try {
      const url = new URL('/internal/policies', workersUrl)
      const response = await fetch(url, { headers, signal: AbortSignal.timeout(PATIENCE_MS) })
      return PoliciesState.safeParse(await response.json()).data
    } catch {
      // That they are silent is told by the look at them.
      return undefined
    }
  }
}
