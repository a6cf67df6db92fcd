/** The health check: everybody is told a word, our own processes and those who may see it are told the rest. */
import type { Express } from 'express'
import type { Trouble } from '../troubles.ts'
import { isOfPast, notAtAMoment } from './past.ts'
import { sendProblem } from './problems.ts'

/** Where a process stands in its life. */
export type Stage = 'starting' | 'ok' | 'stopping'

export interface Health {
  /** Once it has started: `degraded` and `critical` where something is wrong. */
  status: Stage | 'degraded' | 'critical'
  version: string
  position: string
  lag: Record<string, number>
  /** What is wrong, in sentences; absent when nothing is. */
  reasons?: string[]
}

/** Who may see more than the status, by their Authorization header. */
export type MayReadHealth = (authorization: string | undefined) => Promise<boolean>

export function healthFrom(
  { stage, ...standing }: Pick<Health, 'version' | 'position' | 'lag'> & { stage: Stage },
  troubles: readonly Trouble[],
): Health {
  const worst = troubles.some(({ critical }) => critical) ? 'critical' : troubles.length > 0 ? 'degraded' : stage
  const reasons = troubles.length > 0 ? { reasons: troubles.map(({ reason }) => reason) } : {}
  return { status: stage === 'ok' ? worst : stage, ...standing, ...reasons }
}

const SERVES: readonly Health['status'][] = ['ok', 'degraded']

/**
 * Adds `/health`: 503 while it starts or stops, and while it can't do what people ask for. And `/health/ready` for a proxy: 503
 * only while it starts or stops, since an instance that serves says itself what is wrong. It asks nobody else.
 */
export function mountHealth(
  app: Express,
  health: () => Health | Promise<Health>,
  mayRead: MayReadHealth,
  stage: () => Stage,
): void {
  app.get('/health/ready', (_request, response) => {
    const now = stage()
    response
      .set('Cache-Control', 'no-store')
      .status(now === 'ok' ? 200 : 503)
      .json({ status: now })
  })
  app.get('/health', async (request, response) => {
    if (isOfPast(request)) return sendProblem(response, notAtAMoment())
    const now = await health()
    const answer = (await mayRead(request.get('Authorization'))) ? now : { status: now.status }
    response
      .set('Cache-Control', 'no-store')
      .status(SERVES.includes(now.status) ? 200 : 503)
      .json(answer)
  })
}
