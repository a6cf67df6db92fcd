/** Health check: one word for everyone, details for our processes and authorized readers. */
import type { Express } from 'express'
import type { HealthProblem } from '../health-checks.ts'
import { sendProblem } from './problems.ts'
import { isTimeTravelRequest, refuseTimeTravel } from './time-travel.ts'

/** Stage in the life of a process. */
export type ProcessStage = 'starting' | 'ok' | 'stopping'

export interface Health {
  /** Stage of the process. After the start, `degraded` or `critical` if something is wrong. */
  status: ProcessStage | 'degraded' | 'critical'
  version: string
  position: string
  lag: Record<string, number>
  /** Problems as sentences; absent if there are none. */
  reasons?: string[]
}

/** Returns whether the sender of an Authorization header may read more than the status. */
export type HealthReadAuthorizer = (authorization: string | undefined) => Promise<boolean>

export function summarizeHealth(
  { stage, ...standing }: Pick<Health, 'version' | 'position' | 'lag'> & { stage: ProcessStage },
  troubles: readonly HealthProblem[],
): Health {
  const worst = troubles.some(({ critical }) => critical) ? 'critical' : troubles.length > 0 ? 'degraded' : stage
  const reasons = troubles.length > 0 ? { reasons: troubles.map(({ reason }) => reason) } : {}
  return { status: stage === 'ok' ? worst : stage, ...standing, ...reasons }
}

const SERVES: readonly Health['status'][] = ['ok', 'degraded']

/**
 * Adds `/health`: 503 while the process starts, stops or can't serve.
 * Adds `/health/ready` for a proxy: 503 only while the process starts or stops.
 * A process that serves with problems reports them itself.
 * `/health/ready` contacts no other process.
 */
export function mountHealth(
  app: Express,
  health: () => Health | Promise<Health>,
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
