/**
 * Health check: one word for everyone, details for our processes and authorized readers.
 * It also queries the other processes.
 */

import type { Express } from 'express'
import { PoliciesState } from '#contract/views.ts'
import { createInternalAuthorization } from '../auth/authorization-header.ts'
import type { HealthCheck, HealthProblem } from '../health-checks.ts'
import { sendProblem } from './problems.ts'
import { isTimeTravelRequest, refuseTimeTravel } from './time-travel.ts'

/** Stage in the life of a process. */
export type ProcessStage = 'starting' | 'ok' | 'stopping'

export interface ServerHealth {
  /** Stage of the process; after the start, `degraded` or `critical` shows problems. */
  status: ProcessStage | 'degraded' | 'critical'
  version: string
  position: string
  lag: Record<string, number>
  /** Problems as sentences; absent if there are none. */
  reasons?: string[]
}

/**
 * Returns whether the sender of an Authorization header may read the full health.
 * Others may read only its status.
 */
export type HealthReadAuthorizer = (authorization: string | undefined) => Promise<boolean>

export function summarizeHealth(
  { stage, ...standing }: Pick<ServerHealth, 'version' | 'position' | 'lag'> & { stage: ProcessStage },
  troubles: readonly HealthProblem[],
): ServerHealth {
  const worst = troubles.some(({ critical }) => critical) ? 'critical' : troubles.length > 0 ? 'degraded' : stage
  const reasons = troubles.length > 0 ? { reasons: troubles.map(({ reason }) => reason) } : {}
  return { status: stage === 'ok' ? worst : stage, ...standing, ...reasons }
}

const SERVES: readonly ServerHealth['status'][] = ['ok', 'degraded']

/**
 * Adds `/health`: 503 while the process starts, stops or can't serve.
 * Adds `/health/ready` for a proxy: 503 only during start and stop.
 * A process that serves with problems reports them itself.
 * `/health/ready` contacts no other process.
 */
export function mountHealth(
  app: Express,
  health: () => ServerHealth | Promise<ServerHealth>,
  mayRead: HealthReadAuthorizer,
  stage: () => ProcessStage,
): void {
  app.get('/health/ready', (_request, response) => {
    const now = stage()
    response
      .set('Cache-Control', 'no-store')
      .status(now === 'ok' ? 200 : 503)
      .json({ status: now })
  })
  app.get('/health', async (request, response) => {
    if (isTimeTravelRequest(request)) return sendProblem(response, refuseTimeTravel())
    const now = await health()
    const answer = (await mayRead(request.get('Authorization'))) ? now : { status: now.status }
    response
      .set('Cache-Control', 'no-store')
      .status(SERVES.includes(now.status) ? 200 : 503)
      .json(answer)
  })
}

const REQUEST_TIMEOUT_MS = 2_000

interface OtherProcess {
  /** Name of the process, for use in sentences. */
  name: string
  url: string
  /** What does not work while the process is down, as part of a sentence. */
  without: string
  critical?: true
}

/**
 * Creates a health check of another process.
 * It returns that process's problems, or that it does not answer.
 */
export function createProcessHealthCheck(
  { name, url, without, critical }: OtherProcess,
  tokenSecret: string,
  patienceMs = REQUEST_TIMEOUT_MS,
): HealthCheck {
  const headers = { Authorization: createInternalAuthorization(tokenSecret) }
  const silent: HealthProblem = { reason: `${name} does not answer: ${without}.`, critical }
  return async () => {
    try {
      const response = await fetch(new URL('/health', url), { headers, signal: AbortSignal.timeout(patienceMs) })
      const { status, reasons = [] } = (await response.json()) as Partial<ServerHealth>
      if (status === 'starting' || status === 'stopping') return [{ reason: `${name} is ${status}.`, critical }]
      return reasons.map((reason) => (status === 'critical' ? { reason, critical: true } : { reason }))
    } catch {
      return [silent]
    }
  }
}

/**
 * Creates a function that fetches the failures of policies from the workers.
 * The function returns undefined while the workers do not answer.
 */
export function createPolicyFailuresFetcher(
  workersUrl: string,
  tokenSecret: string,
): () => Promise<PoliciesState | undefined> {
  const headers = { Authorization: createInternalAuthorization(tokenSecret) }
  return async () => {
    try {
      const url = new URL('/internal/policies', workersUrl)
      const response = await fetch(url, { headers, signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS) })
      return PoliciesState.safeParse(await response.json()).data
    } catch {
      // Gives up silently, because the workers' own health check reports missing answers.
      return undefined
    }
  }
}
