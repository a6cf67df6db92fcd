/** Judges the installation's health by how far views are behind, the queue and the disk. */

import type { SystemHealth } from '#contract/views.ts'
import { formatNumber } from '#domain/number-format.ts'
import type { HealthProblem } from '#platform/health-checks.ts'
import type { ReadDependencies } from '../queries/dependencies.ts'
import { quarantineProblems, replacedLogProblems } from './health.ts'

/**
 * Facts from which the health is judged.
 * Absent facts are ignored.
 * A queue that does not answer counts as a problem.
 */
export interface SystemHealthFacts {
  /** Stage in the life of the process. Any stage other than `ok` is a problem. */
  status?: string
  /** Count of events that each view is behind, by view. */
  lag: Record<string, number>
  quarantined: number
  queue?: { waiting: number; failed: number } | 'silent'
  /** In bytes. */
  disk?: { free: number; total: number }
  /** Problems that the installation's processes report. */
  troubles?: readonly HealthProblem[]
}

const QUEUE_TIMEOUT_MS = 1_000
/**
 * Time after the start, in ms, in which a silent queue is no problem.
 * The queue's store starts with this process and can take seconds.
 */
const QUEUE_START_GRACE_MS = 60_000
const CRITICAL_LAG = 10_000
const DEGRADED_LAG = 500
const CRITICAL_FREE = 0.02
const DEGRADED_FREE = 0.1

/** Returns a function that reads the facts from all parts of the installation that this process can reach. */
export function createHealthProbe({
  runner,
  installation,
  clock,
}: Pick<ReadDependencies, 'runner' | 'installation' | 'clock'>) {
  const startedAt = clock().getTime()

  /** Reads the queue with a time limit, since the queue blocks callers while its store is down. */
  async function readQueue(): Promise<SystemHealthFacts['queue']> {
    const { promise: timedOut, resolve } = Promise.withResolvers<'silent'>()
    const timer = setTimeout(resolve, QUEUE_TIMEOUT_MS, 'silent')
    const answer = await Promise.race([installation?.queue?.(), timedOut]).finally(() => clearTimeout(timer))
    return answer === 'silent' && clock().getTime() - startedAt < QUEUE_START_GRACE_MS ? undefined : answer
  }

  return async (): Promise<SystemHealthFacts> => {
    const [queue, disk, troubles] = await Promise.all([readQueue(), installation?.disk?.(), installation?.look?.()])
    const quarantined = runner.quarantined().length
    const all = [...replacedLogProblems(runner), ...(troubles ?? [])]
    return { status: installation?.status?.(), lag: runner.lag(), quarantined, queue, disk, troubles: all }
  }
}

/** Returns the worst verdict on the facts, with all reasons. */
export function toSystemHealth({
  status,
  lag,
  quarantined,
  queue,
  disk,
  troubles = [],
}: SystemHealthFacts): SystemHealth {
  const [slowest, behind] = Object.entries(lag).reduce((worst, view) => (view[1] > worst[1] ? view : worst), ['', 0])
  const free = disk && disk.total > 0 ? disk.free / disk.total : 1
  const failed = queue === 'silent' ? 0 : (queue?.failed ?? 0)
  const verdicts = [
    status !== undefined && status !== 'ok' && critical(`The server is ${status}.`),
    free < DEGRADED_FREE &&
      (free < CRITICAL_FREE ? critical : degraded)(`The disk of the data folder has ${percent(free)} % free.`),
    behind > DEGRADED_LAG &&
      (behind > CRITICAL_LAG ? critical : degraded)(
        `The view ${slowest} is ${formatNumber(behind)} events behind the log.`,
      ),
    queue === 'silent' && degraded('The job queue did not answer within a second.'),
    failed > 0 && degraded(failed === 1 ? '1 job failed.' : `${formatNumber(failed)} jobs failed.`),
    ...[...quarantineProblems(quarantined), ...troubles].map((trouble) =>
      (trouble.critical ? critical : degraded)(trouble.reason),
    ),
  ].filter((verdict) => verdict !== false)
  return {
    status: verdicts.find((verdict) => verdict.status === 'Critical')?.status ?? verdicts[0]?.status ?? 'Healthy',
    reasons: verdicts.map((verdict) => verdict.reason),
    lag: behind,
    queue: queue === 'silent' || !queue ? undefined : { waiting: queue.waiting, failed: queue.failed },
    disk,
    quarantined,
  }
}

const critical = (reason: string) => ({ status: 'Critical', reason }) as const
const degraded = (reason: string) => ({ status: 'Degraded', reason }) as const
const percent = (part: number) => (Math.floor(part * 1000) / 10).toFixed(1)
